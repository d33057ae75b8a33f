import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type Call, entityOf, paramNames, wantsSession } from "~server/contract/call";
import { CALLS } from "~server/contract/calls";
import { ENTITIES } from "~server/contract/entities";
import type { Entity } from "~server/contract/entity";
import { editableCells } from "~server/contract/field-kinds";
import { recordSchema } from "~server/contract/record";
import { type Shape, shapeOf } from "~server/contract/shapes";
import { idOf, MAIL_SECRET, PASSWORD, type Person, type Reply } from "../api/app";
import { makeUnit } from "../api/network";
import { made, sample, sampleOf, sentBack } from "../api/samples";
import { fixture } from "../fixtures/evadts/build";
import type { Entries, Usual } from "./requests";

const done = (reply: Reply): Reply => {
  if (!reply.result) throw new Error(`${reply.status} ${reply.error} ${JSON.stringify(reply.fields)}`);
  return reply;
};

const SCHEDULE = { period: "yesterday", frequency: "daily", hour: 7, format: "csv", lang: "uk" };
let keys = 0;
const key = () => `hostile-key-${++keys}`;
const entriesOf = (values: Record<string, string | number>): Entries =>
  Object.entries(values).map(([name, value]) => [name, String(value)]);

/**
 * A record of everything there is, how each call is made as it should be, and the heads of a unit that may call. Made
 * by `root` over the API itself; `leaver` makes the calls about oneself, after which nobody may be left who could go on.
 */
export async function usualCalls(
  root: Person,
  leaver: Person,
): Promise<{ usual: (name: string, call: Call) => Promise<Usual>; unit: Record<string, string> }> {
  const ids = new Map<string, number>();
  for (const entity of ENTITIES) ids.set(entity.name, entity.singleton ? 1 : await made(root, entity));
  const idOfKind = (name: string) => ids.get(name) ?? 1;
  const device = idOfKind("device");
  const { secret, serial } = await makeUnit(root, device);
  await root.post("/companies", { name: "Спортклуб", user_sync_login: "club", user_sync_password: PASSWORD });
  const unit = { authorization: secret, "x-device": serial };
  const fileOf = (entity: string, field: string, bytes: Uint8Array, name: string) =>
    root.raw(`/files?entity=${entity}&field=${field}`, bytes, { "x-file-name": name }).then(done).then(idOf);
  const image = await fileOf("firmware", "image", randomBytes(2_000), "a.bin");
  const firmware = idOf(
    done(await root.post("/firmwares", { name: "FW", release: "3.0.0", type: "TELEMETRY", image, active: "on" })),
  );
  ids.set("firmware", firmware);
  const { file_id } = z
    .object({ file_id: z.number() })
    .parse(done(await root.raw(`/devices/${device}/audits`, fixture("worked-first.txt"))).data);
  const command = idOf(done(await root.post(`/devices/${device}/commands`, { name: "restart", key: key() })));
  const rollout = idOf(
    done(await root.post(`/firmwares/${firmware}/rollouts`, { key: key(), devices: [String(device)] })),
  );
  const filter = idOf(done(await root.post("/saved_filters", { entity: "device", query: "q=a", name: "Мій" })));

  /** Ids in paths that are of no entity, by the beginning of the path and the name. */
  const own: Record<string, number> = { file: file_id, command, rollout };
  const firstOf: Record<string, number> = { saved_filters: filter, files: image };

  const idsOf = (call: Call) =>
    Object.fromEntries(
      paramNames(call.path).map((param) => {
        const entity = param === "id" ? entityOf(call) : undefined;
        const id = entity ? idOfKind(entity.name) : (own[param] ?? firstOf[call.path.split("/")[1] ?? ""]);
        return [param, String(id ?? 1)];
      }),
    );

  /** Forms of calls that are of no entity's record. */
  const forms: Record<string, () => Record<string, string | number>> = {
    login: () => ({ email: "nobody@example.com", password: PASSWORD }),
    secondStep: () => ({ ticket: "a ticket", code: "123456" }),
    saveProfile: () => ({ full_name: "Ім’я", email: leaver.email, version: 1, current_password: PASSWORD }),
    changePassword: () => ({ current_password: PASSWORD, password: "another long one", password_repeat: "another" }),
    beginSecondFactor: () => ({ current_password: PASSWORD }),
    confirmSecondFactor: () => ({ code: "123456" }),
    newRecoveryCodes: () => ({ current_password: PASSWORD }),
    secondFactorOff: () => ({ current_password: PASSWORD }),
    saveFilter: () => ({ entity: "device", query: "q=b", name: key() }),
    changeFilter: () => ({ name: "Інший" }),
    subscribe: () => ({ report: "aggregated_sales", query: "step=week", ...SCHEDULE }),
    changeSubscription: () => SCHEDULE,
    readLink: () => ({ token: "1.a-link" }),
    unsubscribe: () => ({ token: "1.a-link" }),
    mailSent: () => ({ token: "nobody's" }),
    mailFailed: () => ({ token: "nobody's", failure: "later" }),
    readNotices: () => ({ upto: 1 }),
    moveStock: () => ({
      key: key(),
      kind: "RECEIPT",
      "lines[0].ingredient": idOfKind("ingredient"),
      "lines[0].quantity": 2,
      "lines[0].price": 100,
    }),
    countWarehouse: () => ({
      key: key(),
      seen: "[]",
      "lines[0].ingredient": idOfKind("ingredient"),
      "lines[0].counted": 2,
    }),
    countCrew: () => ({
      key: key(),
      seen: "[]",
      "lines[0].ingredient": idOfKind("ingredient"),
      "lines[0].counted": 2,
    }),
    noteMaintenance: () => ({ key: key(), cleaned: "on", "fills[0].slot": "cell:1", "fills[0].level": 1 }),
    countCollection: () => ({ key: key(), counted: 100 }),
    giveCommand: () => ({ name: "restart", key: key() }),
    rollOut: () => ({ key: key(), devices: device }),
    retryRollout: () => ({ key: key() }),
    addEntry: () => ({ kind: "NOTE", text: "Вітаю", key: key() }),
    setTime: () => ({ seconds: 60 }),
    qr_batch_create: () => ({ key: key(), name: "Акція", codes_count: 2, amount: 100 }),
  };

  async function formOf(name: string, call: Call): Promise<() => Entries> {
    if (call.kind !== "change") return () => [];
    const shape = shapeOf(call.form);
    if (shape && "written" in shape) return writtenForm(root, shape, idOfKind(shape.written.name));
    if (shape && "taken" in shape) return takenForm(root, shape);
    // As many as nobody expects: what stands in the other fields is looked at, and nothing is done.
    if (call.path.includes("/bulk/")) return () => entriesOf({ filter: "q=nosuchthing", expected: 0 });
    const form = forms[name];
    return () => entriesOf(form?.() ?? {});
  }

  const usual = async (name: string, call: Call): Promise<Usual> => {
    const person = /^\/(profile|logout|notices)/.test(call.path) ? leaver : root;
    const headers: Record<string, string> =
      call.needs === "unit"
        ? unit
        : wantsSession(call.needs)
          ? { authorization: person.token }
          : call.needs === "mailer"
            ? { authorization: MAIL_SECRET }
            : call.needs === "partner"
              ? { authorization: `Basic ${Buffer.from(`club:${PASSWORD}`).toString("base64")}` }
              : {};
    return { ids: idsOf(call), headers, form: await formOf(name, call) };
  };
  return { usual, unit };
}

/** A record's form: of a new one, or of one as it was read; with a row in each list. */
async function writtenForm(
  maker: Person,
  { written: entity, update }: Extract<Shape, { written: Entity }>,
  id: number,
): Promise<() => Entries> {
  const path = entity.singleton ? entity.api : `${entity.api}/${id}`;
  const rows = await rowsOf(maker, entity);
  const filled = (entries: Entries): Entries => [
    ...entries,
    ...rows.filter(([name]) => !entries.some(([one]) => one.startsWith(name.split("[")[0] ?? name))),
  ];
  if (!update) {
    const values = entriesOf(await sampleOf(maker, entity));
    return () => filled(values);
  }
  const record = recordSchema.parse(done(await maker.get(path)).data);
  return () => filled([...sentBack(entity, record)]);
}

/** A row for each list of a record. */
async function rowsOf(maker: Person, entity: Entity): Promise<Entries> {
  const entries: Entries = [];
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== "rows" || field.readOnly) continue;
    for (const [cell, kind] of editableCells(field)) {
      const at = `${name}[0].${cell}`;
      if (kind.kind === "shifts") entries.push([`${at}[0].start`, "480"], [`${at}[0].end`, "960"]);
      else if (kind.required) entries.push([at, String(await sample(maker, entity, cell, kind))]);
    }
  }
  return entries;
}

async function takenForm(maker: Person, { taken: [entity, action] }: Extract<Shape, { taken: unknown }>) {
  const field = action.takes === undefined ? undefined : entity.fields[action.takes];
  if (!field || action.takes === undefined) return () => [];
  const entries: Entries = [[action.takes, String(await sample(maker, entity, action.takes, field))]];
  return () => entries;
}

/** Every call, those that end something last. */
export const inOrder = (): [string, Call][] => {
  const ends = ([, { path }]: [string, Call]) => Number(/\/(delete|logout|end_others)$/.test(path));
  return [...CALLS].sort((one, other) => ends(one) - ends(other));
};
