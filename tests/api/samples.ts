import { randomUUID } from "node:crypto";
import { z } from "zod";
import { editableFields, type Entity } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import type { Field } from "~server/contract/field-kinds";
import { fileValue } from "~server/contract/files";
import { plain } from "~server/contract/plain";
import { type RecordData, recordSchema, refSchema } from "~server/contract/record";
import { idOf, type Person, type Reply } from "./app";
import { makeUnit } from "./network";

type Values = Record<string, string | number>;

let serial = 0;

const CURRENCIES = Intl.supportedValuesOf("currency").filter((one) => one !== "UAH");

/** Formats that a text of any letters would not meet. */
const FORMATS: Record<string, () => string> = {
  email: () => `sample${++serial}@example.com`,
  phone: () => `05011122${String(++serial % 100).padStart(2, "0")}`,
  rfid: () => String(1_000_000 + ++serial),
  url: () => `https://example.com/${++serial}`,
  error_code: () => "EFB",
  time: () => "08:00",
  currency: () => CURRENCIES[++serial % CURRENCIES.length] ?? "EUR",
  plate: () => `AA${String(1000 + (++serial % 9000))}BB`,
};

/** What is of something that happened: values that no declaration tells. */
const HAPPENED: Record<string, (maker: Person, device?: number) => Promise<Values>> = { refund: soldByUnit };

/**
 * The smallest valid record of an entity, from its declaration; what it refers to is made by `maker`. `device`: the machine
 * at which it happened, where it is of something that did.
 */
export async function sampleOf(maker: Person, entity: Entity, device?: number): Promise<Values> {
  const happened = await HAPPENED[entity.name]?.(maker, device);
  const values: Values = entity.once ? { key: randomUUID() } : {};
  for (const [name, field] of editableFields(entity)) {
    if ((!field.required && entity.atLeastOne?.of.at(-1) !== name) || happened?.[name] !== undefined) continue;
    if (field.kind === "rows")
      for (const [cell, kind] of Object.entries(field.of)) {
        if (kind.required) values[`${name}[0].${cell}`] = await sample(maker, entity, cell, kind);
      }
    else values[name] = await sample(maker, entity, name, field);
  }
  return { ...values, ...happened };
}

const found = z.object({ items: z.array(z.object({ subject: z.string() })) });

/** A vend of 35 UAH in cash that the machine's unit has just told of, as a refund names it. */
async function soldByUnit(maker: Person, at?: number): Promise<Values> {
  const device = at ?? (await made(maker, entityNamed("device")));
  const { serial, secret } = (await unitIn(maker, device)) ?? (await makeUnit(maker, device));
  const event = { id: randomUUID(), t: "sale", at: new Date().toISOString(), cell: "1", price: 3500, source: "cash" };
  const batch = JSON.stringify({ sent_at: event.at, events: [event] });
  await maker.raw("/telemetry/batch", batch, { Authorization: secret, "x-device": serial });
  const [vend] = found.parse((await maker.get(`/devices/${device}/refundable_vends`)).data).items;
  return { device, subject: vend?.subject ?? "", way: "cash", amount: 3500 };
}

const units = z.object({ items: z.array(z.object({ id: z.number(), serial: z.string() })) });
/** The unit that a machine has, with a new secret. */
async function unitIn(maker: Person, device: number) {
  const [unit] = units.parse((await maker.get(`/telemetries?device=${device}`)).data).items;
  if (!unit) return undefined;
  const { data } = await maker.post(`/telemetries/${unit.id}/rotate_secret`);
  return { serial: unit.serial, secret: z.object({ revealed: z.string() }).parse(data).revealed };
}

/** A valid value of a field. */
export async function sample(maker: Person, entity: Entity, name: string, field: Field): Promise<string | number> {
  switch (field.kind) {
    case "text":
      return (field.format && FORMATS[field.format]?.()) ?? `sample ${++serial}`.slice(-field.max);
    case "secret":
      return "long enough to pass";
    case "integer":
    case "decimal":
    case "money":
      return Math.max(field.min ?? 0, 1) + (++serial % ((field.max ?? 1e6) > 1000 ? 1000 : 1));
    case "flag":
      return "true";
    case "choice":
      return field.options[0] ?? "";
    case "day":
      return "2030-01-01";
    case "ref":
      return made(maker, entityNamed(field.to));
    case "file":
      return fileValue.parse(
        (
          await maker.raw(
            `/files?entity=${entity.name}&field=${name}`,
            `content ${++serial}`.padEnd(field.kind === "file" ? (field.minBytes ?? 0) : 0, "."),
            { "x-file-name": "sample.bin" },
          )
        ).data,
      ).id;
    case "choices":
      return field.options[0] ?? "";
    case "refs":
      return made(maker, entityNamed(field.to));
    case "files":
    case "shifts":
    case "moment":
    case "rows":
      throw new Error(`${entity.name}.${name}: no sample of ${field.kind}`);
  }
}

/** Makes a record of an entity and answers its id. */
export async function made(maker: Person, entity: Entity): Promise<number> {
  const reply = await maker.post(entity.api, await sampleOf(maker, entity));
  if (reply.status !== 201) throw new Error(`${entity.name}: ${reply.error} ${JSON.stringify(reply.fields)}`);
  return idOf(reply);
}

const rowList = z.array(z.record(z.string(), z.unknown()));
const ids = z.array(refSchema).catch([]);

/** A record as a form would send it back without a change. */
export const sentBack = (entity: Entity, record: RecordData): URLSearchParams =>
  new URLSearchParams([
    ["version", String(record.version)],
    ...editableFields(entity).flatMap(([name, field]) => pairs(name, field, record[name])),
  ]);

function pairs(name: string, field: Field, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  switch (field.kind) {
    case "secret":
      return [];
    case "ref":
    case "file":
      return [[name, String(refSchema.parse(value).id)]];
    case "refs":
    case "files":
      return ids.parse(value).map((one) => [name, String(one.id)]);
    case "choices":
      return z
        .array(z.string())
        .parse(value)
        .map((one) => [name, one]);
    case "flag":
      return value === true ? [[name, "on"]] : [];
    case "shifts":
      return rowList.parse(value).flatMap(({ start, end }, i): [string, string][] => [
        [`${name}[${i}].start`, String(start)],
        [`${name}[${i}].end`, String(end)],
      ]);
    case "rows":
      return rowList.parse(value).flatMap((row, i) => [
        ...(field.identified ? [[`${name}[${i}].id`, String(row.id)] satisfies [string, string]] : []),
        ...Object.entries(field.of)
          .filter(([, kind]) => !kind.readOnly)
          .flatMap(([cell, kind]) => pairs(`${name}[${i}].${cell}`, kind, row[cell])),
      ]);
    default:
      return [[name, plain(value)]];
  }
}

/** Saves a record with other values, as a form does. */
export async function saved(
  person: Person,
  entity: Entity,
  id: number,
  values: Record<string, string | number | readonly number[]>,
): Promise<Reply> {
  const record = recordSchema.parse((await person.get(`${entity.api}/${id}`)).data);
  const form: Record<string, string | string[]> = {};
  for (const [name, value] of sentBack(entity, record)) {
    const before = form[name];
    form[name] = before === undefined ? value : [before, value].flat();
  }
  for (const [name, value] of Object.entries(values))
    form[name] = typeof value === "object" ? value.map(String) : String(value);
  return person.post(`${entity.api}/${id}`, form);
}
