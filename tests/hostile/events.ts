import { z } from "zod";
import { BATCH_MAX_EVENTS, batchSchema } from "~server/contract/telemetry";
import { EVENTS } from "~server/contract/telemetry-events";
import { jsonSchema } from "~server/contract/openapi/json";
import { type Dose, fieldsOf, hostileValues } from "./fields";
import { shown } from "./requests";

/** JSON that is of no kind a unit's field may be; as text, because a number may be larger than any. */
const WRONG = [
  "null",
  "true",
  "[]",
  "{}",
  "-0",
  "1e400",
  "-1e400",
  "1e-10",
  "0.1",
  "-1",
  "2147483648",
  "9007199254740993",
  "1e308",
  `${"[".repeat(15)}${"]".repeat(15)}`,
  '{"__proto__":{"a":1},"constructor":1}',
  '"\\u0000"',
  '"\\ud800"',
  JSON.stringify("a".repeat(5_000)),
];

/** An event of each kind as it should be, but for what all of them have. */
export const USUAL_EVENTS: Record<keyof typeof EVENTS, object> = {
  sale: { cell: "3", price: 3_500, source: "cash", result: "vend_success" },
  selection: { payment: 1, cell: "3", price: 3_500 },
  preparation: { payment: 1, cell: "3" },
  coin_in: { value: 500 },
  coin_out: { value: 500 },
  bill_in: { value: 5000 },
  bill_out: { value: 5000 },
  door: { state: "closed" },
  power: { mains: true },
  temperature: { value: 4 },
  error: { code: "EFB", active: true },
  maintenance: { filled: true, fills: [{ slot: "cell:1", level: 1 }] },
  collection: { bag: "1" },
  rfid: { code: "1", result: "accepted" },
  qr: { code: "1", result: "accepted" },
  partner: { code: "1", result: "accepted" },
  restart: { reason: "power_on" },
  terminal: { answers: true },
  firmware: { version: "1" },
  command_result: { command: 1, state: "done" },
};

/** A batch's body, and in words what is wrong with it. */
export interface HostileBatch {
  why: string;
  body: string;
}

let number = 0;

/** Batches with one hostile value in each event of each kind, and in what a batch itself says. */
export function hostileBatches(seed: number, dose: Dose, now: Date): HostileBatch[] {
  const values = hostileValues(seed, dose);
  const jsonFor = (field: ReturnType<typeof fieldsOf>[number]) => [
    ...WRONG,
    ...values(field).map((text) => JSON.stringify(text.slice(0, 1_000))),
  ];
  const at = now.toISOString();
  const batches: HostileBatch[] = [];
  for (const [t, schema] of Object.entries(EVENTS)) {
    const events = fieldsOf(jsonSchema(schema, "input")).flatMap((field) =>
      jsonFor(field).map((json) => {
        const usual = { id: `hostile ${++number}`, t, at, ...USUAL_EVENTS[z.keyof(z.object(EVENTS)).parse(t)] };
        return withValue(usual, field.name, json);
      }),
    );
    for (let from = 0; from < events.length; from += BATCH_MAX_EVENTS / 4)
      batches.push({
        why: `events of ${t}, from ${from}`,
        body: `{"sent_at":"${at}","events":[${events.slice(from, from + BATCH_MAX_EVENTS / 4).join(",")}]}`,
      });
  }
  for (const field of fieldsOf(jsonSchema(batchSchema, "input")))
    for (const json of jsonFor(field))
      batches.push({ why: `${field.name} is ${shown(json)}`, body: withValue({ sent_at: at }, field.name, json) });
  return [...batches, ...NO_BATCHES.map(([why, body]) => ({ why, body }))];
}

/** An object as JSON with one value (`a`, or `rows[0].a`) replaced by JSON that is written as it is. */
function withValue(usual: object, name: string, json: string): string {
  const [list, cell] = name.split("[0].");
  const [outer = name, inner] = list?.split(".") ?? [];
  const { [outer]: _, ...rest }: Record<string, unknown> = { ...usual };
  const value = cell === undefined ? (inner === undefined ? json : `{"${inner}":${json}}`) : `[{"${cell}":${json}}]`;
  return `${JSON.stringify(rest).slice(0, -1)},"${outer}":${value}}`;
}

/** Bodies that are no batch, or one larger or deeper than any. */
export const NO_BATCHES: [why: string, body: string][] = [
  ["nothing", ""],
  ["half a batch", '{"events":[{"id":'],
  ["a number", "1"],
  ["a list", "[]"],
  ["a list without an end", "[".repeat(500_000)],
  ["an object without an end", '{"a":'.repeat(100_000)],
  ["a list half a million deep, closed", `${"[".repeat(250_000)}${"]".repeat(250_000)}`],
  ["an event deep below", `{"events":[${"[".repeat(19)}${"]".repeat(19)}]}`],
  ["more events than any", `{"events":[${"{},".repeat(BATCH_MAX_EVENTS)}{}]}`],
  ["a name a hundred thousand times", `{${'"a":1,'.repeat(80_000)}"a":1}`],
  ["a prototype", '{"__proto__":{"events":[]},"events":[{"__proto__":{"id":"1"}}]}'],
  ["a text without an end", `"${"a".repeat(500_000)}`],
  ["escapes", `"${"\\u0000".repeat(80_000)}"`],
  ["a number without an end", "9".repeat(500_000)],
];
