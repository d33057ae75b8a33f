import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Batch } from "~server/contract/telemetry";
import { type Db, given, rows, run } from "../../database/query";
import { matchEventCode } from "../../evadts/codes";
import type { ReadBatch, ReadEvent } from "../telemetry/batch";
import { errorClosed, errorOpened } from "../help-desk/errors";
import { uuidOf } from "../telemetry/batch";
import type { Moment } from "../telemetry/clock";
import { hearTerminals, type TerminalNews, together as bothTerminals } from "../terminals/heard";
import { heard } from "../telemetry/units";

/** News of a machine: every group with the time it is of. Names are the columns of `device_states`. */
export interface News {
  device: number;
  unit: number;
  contact_at: Moment;
  network?: { at: Moment; operator: string | null; rssi: number | null; type: string | null };
  power?: { at: Moment; mains: boolean; millivolts: number | null };
  door?: { at: Moment; state: string };
  temperature?: { at: Moment; values: number[] };
  about?: { at: Moment; firmware: string | null; uptime: number | null; clock: number; sequence: number | null };
  sale_at?: Moment;
  cash_at?: Moment;
  cashless_at?: Moment;
  visit_at?: Moment;
  service_at?: Moment;
  /** When the machine's bank terminals were heard; those of a serial, or whichever is there. */
  terminals?: TerminalNews[];
}

/** What a batch tells of its machine: what the unit measured when it sent it, and what happened before. */
export function newsOf(device: number, unit: number, batch: Batch, read: ReadBatch): News {
  const { sentAt: at, receivedAt, ahead } = read;
  const { net, power, door, temp_c: values, fw, uptime_s: uptime, seq, terminal } = batch;
  const news: News = {
    device,
    unit,
    contact_at: receivedAt,
    ...(net ? { network: { at, operator: net.operator ?? null, rssi: net.rssi ?? null, type: net.type ?? null } } : {}),
    ...(power?.mains === undefined ? {} : { power: { at, mains: power.mains, millivolts: power.mv ?? null } }),
    ...(door ? { door: { at, state: door } } : {}),
    ...(values ? { temperature: { at, values } } : {}),
    ...(terminal?.answers ? { terminals: [{ at, serial: terminal.serial ?? null }] } : {}),
    about: {
      at,
      firmware: fw ?? null,
      uptime: uptime ?? null,
      clock: Math.max(-2e9, Math.min(2e9, Math.round(ahead / 1_000))),
      sequence: seq ?? null,
    },
  };
  for (const event of read.events) heed(news, event);
  return news;
}

function heed(news: News, { told, at }: ReadEvent): void {
  switch (told?.t) {
    case "sale":
      if (told.source === "cashless2") news.terminals = bothTerminals(news.terminals, [{ at, serial: null }]);
      if (told.result === "vend_fail" || told.source === "test" || told.source === "free") return;
      news.sale_at = later(news.sale_at, at);
      if (told.source === "cash") news.cash_at = later(news.cash_at, at);
      if (told.source === "cashless1" || told.source === "cashless2") news.cashless_at = later(news.cashless_at, at);
      return;
    case "door":
      news.door = newer(news.door, { at, state: told.state });
      if (told.state === "opened") news.visit_at = later(news.visit_at, at);
      return;
    case "power":
      news.power = newer(news.power, { at, mains: told.mains, millivolts: told.mv ?? null });
      return;
    case "firmware":
      if (news.about && told.result === "installed") news.about.firmware ??= told.version;
      return;
    case "temperature":
      if (told.sensor === 0) news.temperature = newer(news.temperature, { at, values: [told.value] });
      return;
    case "maintenance":
      news.visit_at = later(news.visit_at, at);
      if (told.cleaned) news.service_at = later(news.service_at, at);
      return;
    case "terminal":
      if (told.answers) news.terminals = bothTerminals(news.terminals, [{ at, serial: told.serial ?? null }]);
      return;
    case "collection":
      news.visit_at = later(news.visit_at, at);
      return;
    default:
      return;
  }
}

const later = (one: Moment | undefined, other: Moment | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one;
const newer = <T extends { at: Moment }>(one: T | undefined, other: T | undefined): T | undefined =>
  !one || (other && other.at > one.at) ? other : one;

/** Several pieces of news of one machine as one. */
export function together(one: News, other: News): News {
  const [first, last] = one.contact_at <= other.contact_at ? [one, other] : [other, one];
  return {
    device: last.device,
    unit: last.unit,
    contact_at: last.contact_at,
    network: newer(first.network, last.network),
    power: newer(first.power, last.power),
    door: newer(first.door, last.door),
    temperature: newer(first.temperature, last.temperature),
    about: newer(first.about, last.about),
    sale_at: later(first.sale_at, last.sale_at),
    cash_at: later(first.cash_at, last.cash_at),
    cashless_at: later(first.cashless_at, last.cashless_at),
    visit_at: later(first.visit_at, last.visit_at),
    service_at: later(first.service_at, last.service_at),
    terminals: bothTerminals(first.terminals, last.terminals),
  };
}

const iso = (at: Moment | undefined) => (at === undefined ? null : new Date(at).toISOString());

const SHAPE = `device integer, unit integer, contact_at timestamptz, network_at timestamptz, operator text, rssi integer, network_type text,
  power_at timestamptz, mains boolean, millivolts integer, door_at timestamptz, door text, temperature_at timestamptz, temperatures real[],
  unit_at timestamptz, firmware text, uptime integer, clock integer, sequence bigint,
  sale_at timestamptz, cash_at timestamptz, cashless_at timestamptz, visit_at timestamptz, service_at timestamptz`;

const flat = (news: News) => ({
  device: news.device,
  unit: news.unit,
  contact_at: iso(news.contact_at),
  network_at: iso(news.network?.at),
  operator: news.network?.operator,
  rssi: news.network?.rssi,
  network_type: news.network?.type,
  power_at: iso(news.power?.at),
  mains: news.power?.mains,
  millivolts: news.power?.millivolts,
  door_at: iso(news.door?.at),
  door: news.door?.state,
  temperature_at: iso(news.temperature?.at),
  temperatures: news.temperature?.values,
  unit_at: iso(news.about?.at),
  firmware: news.about?.firmware,
  uptime: news.about?.uptime,
  clock: news.about?.clock,
  sequence: news.about?.sequence,
  sale_at: iso(news.sale_at),
  cash_at: iso(news.cash_at),
  cashless_at: iso(news.cashless_at),
  visit_at: iso(news.visit_at),
  service_at: iso(news.service_at),
});

/** Columns that go with a time: all of them are taken over when that time is newer. What is not said anew each time (`?`) stays. */
const group = (time: string, ...columns: string[]) => {
  const isNewer = `excluded.${time} >= coalesce(s.${time}, '-infinity')`;
  const taken = (name: string, stays: boolean) =>
    `${name} = case when ${isNewer} then ${stays ? `coalesce(excluded.${name}, s.${name})` : `excluded.${name}`} else s.${name} end`;
  return [
    ...columns.map((column) => taken(column.replace("?", ""), column.endsWith("?"))),
    `${time} = greatest(s.${time}, excluded.${time})`,
  ].join(", ");
};
const latest = (...columns: string[]) =>
  columns.map((column) => `${column} = greatest(s.${column}, excluded.${column})`).join(", ");

const TAKEN_OVER = sql.raw(
  [
    "telemetry_id = excluded.telemetry_id, online = true, online_since = case when s.online then s.online_since else excluded.last_contact_at end",
    latest("last_contact_at", "last_sale_at", "last_cash_at", "last_cashless_at", "last_visit_at", "serviced_at"),
    group("network_at", "operator?", "rssi", "network_type?"),
    group("power_at", "mains", "millivolts"),
    group("door_at", "door"),
    group("temperature_at", "temperatures"),
    group("unit_at", "firmware?", "uptime_seconds", "clock_seconds", "sequence"),
  ].join(", "),
);

const backRow = z.object({ device_id: z.number(), unit: z.number(), at: z.string() });

/** Writes news of machines in one statement; a machine that was offline comes online, which is an event of its own. */
export async function tell(db: Db, all: readonly News[]): Promise<void> {
  const byDevice = new Map<number, News>();
  for (const news of all) {
    const known = byDevice.get(news.device);
    byDevice.set(news.device, known ? together(known, news) : news);
  }
  if (!byDevice.size) return;
  const back = await rows(
    db,
    backRow,
    sql`
    with told as (
      insert into device_states as s (device_id, telemetry_id, online, online_since, last_contact_at, network_at, operator, rssi, network_type, power_at, mains, millivolts,
        door_at, door, temperature_at, temperatures, unit_at, firmware, uptime_seconds, clock_seconds, sequence,
        last_sale_at, last_cash_at, last_cashless_at, last_visit_at, serviced_at)
      select device, unit, true, contact_at, contact_at, network_at, operator, rssi, network_type, power_at, mains, millivolts,
        door_at, door, temperature_at, temperatures, unit_at, firmware, uptime, clock, sequence, sale_at, cash_at, cashless_at, visit_at, service_at
      from ${given([...byDevice.values()].map(flat), SHAPE)} order by device
      on conflict (device_id) do update set ${TAKEN_OVER}
      returning device_id, telemetry_id as unit, online_since, last_contact_at),
      units as (${heard(
        given(
          all.map(({ unit, contact_at: at }) => ({ unit, at: iso(at) })),
          "unit integer, at timestamptz",
        ),
      )})
    select device_id, unit, online_since as at from told where online_since = last_contact_at`,
  );
  await hearTerminals(db, [...byDevice.values()]);
  await note(
    db,
    back.map(({ device_id: device, unit, at }) => ({ device, unit, at, kind: "online", data: {} })),
  );
}

export interface Noted {
  device: number;
  unit: number;
  at: string;
  kind: string;
  data: object;
}

/** Writes what we saw ourselves into the event log; the same again is no new line. */
export async function note(db: Db, events: readonly Noted[]): Promise<void> {
  if (!events.length) return;
  await run(
    db,
    sql`
    insert into device_events (telemetry_id, id, device_id, at, kind, data)
    select unit, id, device, at, kind, data
    from ${given(
      events.map((event) => ({
        ...event,
        id: uuidOf("seen", event.kind, event.device, event.at, JSON.stringify(event.data)),
      })),
      "unit integer, id uuid, device integer, at timestamptz, kind text, data jsonb",
    )}
    order by unit, id on conflict do nothing`,
  );
}

/** Opens and closes errors; of several news of one error the latest counts. */
export async function tellErrors(db: Db, told: readonly { device: number; event: ReadEvent }[]): Promise<void> {
  const latestOf = new Map<string, ErrorNews>();
  for (const { device, event } of [...told].sort((one, other) => one.event.at - other.event.at)) {
    if (event.told?.t !== "error") continue;
    const { code: raw, active: open } = event.told;
    const at = new Date(event.at).toISOString();
    const before = latestOf.get(`${device}/${raw}`);
    latestOf.set(`${device}/${raw}`, {
      device,
      raw,
      code: matchEventCode(raw).code,
      open,
      at,
      first: before?.open ? before.first : open ? at : (before?.first ?? at),
    });
  }
  await setErrors(db, [...latestOf.values()]);
}

/** The latest news of an error: `first` is when it began, as far as this news knows. */
export interface ErrorNews {
  device: number;
  raw: string;
  code: string | null;
  open: boolean;
  at: string;
  first: string;
}

const errorRow = z.object({
  device: z.number(),
  name: z.string(),
  open: z.boolean(),
  opened_at: z.string(),
  changed_at: z.string(),
});

/** Takes over the latest news of each error, unless it is older than what is known; the help desk follows what begins and ends. */
export async function setErrors(db: Db, news: readonly ErrorNews[]): Promise<void> {
  if (!news.length) return;
  const changed = await rows(
    db,
    errorRow,
    sql`
    insert into device_errors as e (device_id, raw, code, open, opened_at, closed_at, changed_at)
    select device, raw, code, open, first, case when not open then at end, at
    from ${given(news, "device integer, raw text, code text, open boolean, at timestamptz, first timestamptz")} order by device, raw
    on conflict (device_id, raw) do update set open = excluded.open, closed_at = excluded.closed_at, changed_at = excluded.changed_at,
      opened_at = case when e.open then e.opened_at else excluded.opened_at end
    where excluded.changed_at >= e.changed_at
    returning device_id as device, coalesce(code, raw) as name, open, opened_at, changed_at`,
  );
  for (const { device, name, open, opened_at, changed_at } of changed) {
    if (open) await errorOpened(db, device, name, opened_at);
    else await errorClosed(db, device, name, changed_at);
  }
}

/** Counts open errors anew; after {@link tell}, which makes the row that holds the count. */
export async function countErrors(db: Db, devices: readonly number[]): Promise<void> {
  if (!devices.length) return;
  await run(
    db,
    sql`update device_states s set open_errors = (select count(*) from device_errors e where e.device_id = s.device_id and e.open)
    where s.device_id in (select device_id from device_states where device_id = any(${sql.param(devices)}::integer[]) order by device_id for update)`,
  );
}
