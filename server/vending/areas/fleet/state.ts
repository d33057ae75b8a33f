import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows } from "../../database/query";
import type { Moment } from "../../time";
import { hearTerminals } from "../terminals/heard";
import { note } from "./events";
import { type News, together } from "./news";
import { heard } from "./contacts";

const iso = (at: Moment | undefined) => (at === undefined ? null : new Date(at).toISOString());

const SHAPE = `device integer, unit integer, contact_at timestamptz, network_at timestamptz, operator text, rssi integer, network_type text,
  power_at timestamptz, mains boolean, mains_since timestamptz, millivolts integer, door_at timestamptz, door text, door_since timestamptz, temperature_at timestamptz, temperatures real[],
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
  mains_since: iso(news.power?.since),
  millivolts: news.power?.millivolts,
  door_at: iso(news.door?.at),
  door: news.door?.state,
  door_since: iso(news.door?.since),
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
/** Since when a state of a group lasts: its old time stays while the same is said again. */
const since = (time: string, state: string) =>
  `${state}_since = case when excluded.${time} >= coalesce(s.${time}, '-infinity')
    then coalesce(case when excluded.${state} = s.${state} then s.${state}_since end, excluded.${state}_since) else s.${state}_since end`;
const latest = (...columns: string[]) =>
  columns.map((column) => `${column} = greatest(s.${column}, excluded.${column})`).join(", ");

const TAKEN_OVER = sql.raw(
  [
    "telemetry_id = excluded.telemetry_id, online = true, online_since = case when s.online then s.online_since else excluded.last_contact_at end",
    latest("last_contact_at", "last_sale_at", "last_cash_at", "last_cashless_at", "last_visit_at", "serviced_at"),
    group("network_at", "operator?", "rssi", "network_type?"),
    group("power_at", "mains", "millivolts"),
    group("door_at", "door"),
    since("power_at", "mains"),
    since("door_at", "door"),
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
    with stored as (
      insert into device_states as s (device_id, telemetry_id, online, online_since, last_contact_at, network_at, operator, rssi, network_type, power_at, mains, mains_since, millivolts,
        door_at, door, door_since, temperature_at, temperatures, unit_at, firmware, uptime_seconds, clock_seconds, sequence,
        last_sale_at, last_cash_at, last_cashless_at, last_visit_at, serviced_at)
      select device, unit, true, contact_at, contact_at, network_at, operator, rssi, network_type, power_at, mains, mains_since, millivolts,
        door_at, door, door_since, temperature_at, temperatures, unit_at, firmware, uptime, clock, sequence, sale_at, cash_at, cashless_at, visit_at, service_at
      from ${given([...byDevice.values()].map(flat), SHAPE)} order by device
      on conflict (device_id) do update set ${TAKEN_OVER}
      returning device_id, telemetry_id as unit, online_since, last_contact_at),
      units as (${heard(
        given(
          all.map(({ unit, contact_at: at }) => ({ unit, at: iso(at) })),
          "unit integer, at timestamptz",
        ),
      )})
    select device_id, unit, online_since as at from stored where online_since = last_contact_at`,
  );
  await hearTerminals(db, [...byDevice.values()]);
  await note(
    db,
    back.map(({ device_id: device, unit, at }) => ({ device, unit, at, kind: "online", data: {} })),
  );
}
