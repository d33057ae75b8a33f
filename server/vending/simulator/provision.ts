import { z } from "zod";
import { recordSchema } from "~server/contract/record";
import type { Machine } from "../demonstration/machines";

const envelope = z.object({ result: z.boolean(), error: z.string().nullish(), data: z.unknown() });
const made = z.object({ id: z.number() });
const listed = z.object({ items: z.array(recordSchema) });

/** Makes the machines and their units known to a vending API, as staff would, and answers each unit's secret by its serial. What is known already only gets new secrets. */
export async function provision(api: string, account: { email: string; password: string }, machines: readonly Machine[]): Promise<Map<string, string>> {
  const call = await signIn(api, account);
  const models = new Map<string, number>();
  const secrets = new Map<string, string>();
  for (const machine of machines) {
    const { unit, serial, model } = machine;
    const known = listed.parse(await call(`/telemetries?q=${unit.serial}`)).items.find((one) => one.serial === unit.serial);
    const id = known?.id ?? made.parse(await call("/telemetries", {
      serial: unit.serial, type: unit.type, device: String(made.parse(await call("/devices", {
        serial_number: serial, model: String(models.get(model.name) ?? (await makeModel(machine))), device_type: model.type, ownership_type: machine.ownership, in_work: "on", reader_type: machine.reader,
      })).id),
    })).id;
    secrets.set(unit.serial, z.object({ revealed: z.string() }).parse(await call(`/telemetries/${id}/rotate_secret`, {})).revealed);
  }
  return secrets;

  async function makeModel({ model }: Machine): Promise<number> {
    const there = listed.parse(await call(`/device_models?q=${encodeURIComponent(model.name)}`)).items.find((one) => one.name === model.name);
    const maker = there ? 0 : made.parse(await call("/device_manufacturers", { name: model.maker })).id;
    const id = there?.id ?? made.parse(await call("/device_models", { name: model.name, manufacturer: String(maker), device_type: model.type, service_vends: String(model.serviceVends) })).id;
    models.set(model.name, id);
    return id;
  }
}

type Call = (path: string, form?: Record<string, string>) => Promise<unknown>;

async function signIn(api: string, account: { email: string; password: string }): Promise<Call> {
  const ask = (token: string): Call => async (path, form) => {
    const answer = await fetch(api + path, { headers: { Authorization: token }, ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}) });
    const { result, error, data } = envelope.parse(await answer.json());
    if (!result) throw new Error(`${path}: ${error ?? answer.status}`);
    return data;
  };
  return ask(z.object({ token: z.string() }).parse(await ask("")("/login", account)).token);
}
