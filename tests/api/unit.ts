import { type BatchAnswer, batchAnswerSchema, type BatchInput } from "~server/contract/telemetry";
import type { Machine } from "~server/vending/demonstration/machines";
import { newMeter } from "~server/vending/demonstration/meter";
import { NO_FAULTS } from "~server/vending/simulator/faults";
import { SimulatedUnit } from "~server/vending/simulator/unit";
import type { Reply, TestApi, Person } from "./app";
import { makeDevice, makeUnit } from "./network";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const iso = (at: number) => new Date(at).toISOString();

/** Does it all again where an hour, and a day with it, has ended in the middle. */
export async function inOneHour(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const hour = Math.floor(Date.now() / HOUR);
    try {
      return await work();
    } catch (error) {
      if (Math.floor(Date.now() / HOUR) === hour) throw error;
    }
  }
}

/** The simulator's unit in a machine of the test's, with the counters of a new one. */
export const simulatedIn = (api: TestApi, unit: { serial: string; secret: string }, machine: Machine): SimulatedUnit =>
  new SimulatedUnit({
    machine: { ...machine, unit: { ...machine.unit, serial: unit.serial } },
    secret: unit.secret,
    from: Date.now(),
    meter: newMeter(machine, Date.now(), "1"),
    faults: NO_FAULTS,
    link: async (path, init) => api.app.request(path, init),
  });

let number = 0;
/** A vend as a unit tells of it; a quarter of an hour ago by default. */
export const vend = (over: object = {}) => ({
  id: `vend-${++number}`,
  t: "sale",
  at: iso(Date.now() - 15 * MINUTE),
  cell: "3",
  price: 3_500,
  source: "cash",
  result: "vend_success",
  ...over,
});

/** A machine with a unit in it that can call. */
export async function callingUnit(
  api: TestApi,
  root: Person,
  model: number,
  over: { location?: number; values?: Record<string, string> } = {},
) {
  const device = await makeDevice(root, model, over.location, over.values);
  const unit = await makeUnit(root, device);
  const headers = { "x-device": unit.serial, "content-type": "application/json" };
  const raw = (body: string | Uint8Array, more: Record<string, string> = {}): Promise<Reply> =>
    api.client(unit.secret).raw("/telemetry/batch", body, { ...headers, ...more });
  return {
    ...unit,
    device,
    raw,
    /** Sends a batch that must be taken. */
    async send(batch: BatchInput = {}): Promise<BatchAnswer> {
      const answer = await raw(JSON.stringify({ sent_at: iso(Date.now()), ...batch }));
      if (answer.status !== 200) throw new Error(`the batch was answered ${answer.status} ${answer.error}`);
      await api.gateway.flush();
      return batchAnswerSchema.parse(answer.data);
    },
    audit: (file: string | Uint8Array, more: Record<string, string> = {}) =>
      api.client(unit.secret).raw("/telemetry/audit", file, { "x-device": unit.serial, ...more }),
  };
}
