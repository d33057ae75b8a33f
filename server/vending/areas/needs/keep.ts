import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Db, given as givenRows, list, rows, run, transaction } from "../../database/query";
import { cashQuery, VENDS_SINCE_SERVICE } from "../fleet/view";
import { type Given, givenOf } from "./given";
import { makeKinds, makeRates } from "./rates";
import { type Reckoned, reckon, todayAt } from "./reckon";

/** Number of the advisory lock that one keeper of forecasts holds. */
const LOCK = 4_471_231;
/** Machines whose forecasts are made in one transaction, and at most in one go: the next goes on where it ended. */
const AT_ONCE = 100;
const MOST = 1_000;
/** A forecast is made anew after so long, its rates after so long. */
const FRESH = sql`interval '10 minutes'`;
const RATES_FRESH = sql`interval '8 hours'`;
/** Outages are kept as long as rates look back. */
const OUTAGES_KEPT = sql`interval '60 days'`;

/** Makes forecasts anew that are due: of machines that were filled, then the oldest. Bounded; whatever is left waits for the next time. */
export async function keepForecasts(pool: Pool): Promise<void> {
  for (let made = 0; made < MOST; ) {
    const count = await transaction(pool, async (tx) => {
      await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);
      const due = await dueNow(tx);
      if (due.length) await makeForecasts(tx, due);
      return due.length;
    });
    if (count === 0) return;
    made += count;
  }
}

const dueRow = z.object({ device: z.number() });

/** The next machines; what they were due for is taken away. Machines that sell no more lose theirs. */
async function dueNow(tx: Db): Promise<number[]> {
  const filled = await rows(
    tx,
    dueRow,
    sql`with due as (select device_id from device_forecasts_due limit ${AT_ONCE}) delete from device_forecasts_due u using due where u.device_id = due.device_id returning u.device_id as device`,
  );
  await run(
    tx,
    sql`with gone as (delete from device_forecasts f using devices d where d.id = f.device_id and (not d.in_work or d.hidden) returning f.device_id)
      delete from device_wants w using gone where w.device_id = gone.device_id`,
  );
  const works = sql`d.in_work and not d.hidden`;
  const found = await rows(
    tx,
    dueRow,
    sql`
    (select d.id as device from devices d where ${works} and d.id = any(${list(
      filled.map(({ device }) => device),
      "integer",
    )}))
    union (select d.id from devices d where ${works} and not exists (select 1 from device_forecasts f where f.device_id = d.id) order by d.id limit ${AT_ONCE})
    union (select f.device_id from device_forecasts f join devices d on d.id = f.device_id where ${works} and f.made_at < now() - ${FRESH} order by f.made_at limit ${AT_ONCE})
    order by device limit ${AT_ONCE}`,
  );
  return found.map(({ device }) => device);
}

/** Makes the forecasts of some machines anew. */
export async function makeForecasts(tx: Db, devices: readonly number[]): Promise<void> {
  const stale = await rows(
    tx,
    dueRow,
    sql`select d.id as device from devices d left join device_forecasts f on f.device_id = d.id where d.id = any(${list(devices, "integer")}) and (f.rates_at is null or f.rates_at < now() - ${RATES_FRESH})`,
  );
  if (stale.length)
    await makeRates(
      tx,
      stale.map(({ device }) => device),
    );
  await makeKinds(tx);
  await writeNow(tx, devices, new Set(stale.map(({ device }) => device)));
}

/** Writes the forecasts of some machines by the rates that there are; `freshRates`: of whom these were just made. */
export async function writeNow(
  tx: Db,
  devices: readonly number[],
  freshRates: ReadonlySet<number> = new Set(),
): Promise<void> {
  const now = Date.now();
  const reckoned = (await givenOf(tx, devices)).map((one) => reckon(one, now));
  await noteOutages(
    tx,
    reckoned.map(({ given }) => given),
  );
  await writeForecasts(tx, reckoned, freshRates, now);
  await writeWants(tx, reckoned);
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

async function writeForecasts(
  tx: Db,
  reckoned: readonly Reckoned[],
  freshRates: ReadonlySet<number>,
  now: number,
): Promise<void> {
  const made = iso(now);
  await run(
    tx,
    sql`
    insert into device_forecasts as f (device_id, made_at, rates_at, told_at, first_out_at, stops_at, stops_early_at, per_day, lost, lost_from, cycle_days, cycle_cost, slots, unknown, drifting, blocked, until_service, cash)
    select k.device, ${made}, case when k.rates then ${made}::timestamptz else coalesce(x.rates_at, ${made}) end, k.told_at, k.first_out_at, k.stops_at, k.stops_early_at, k.per_day, k.lost, ${todayAt(now)}, k.cycle_days, k.cycle_cost, k.slots, k.unknown, k.drifting, k.blocked,
      d.service_vends - n.vends, case when c.currency is null then c.box end
    from ${givenRows(
      reckoned.map(({ given, forecast, cycle, unknown, drifting }) => ({
        device: given.device,
        rates: freshRates.has(given.device),
        told_at: iso(given.toldAt),
        first_out_at: iso(forecast.firstOutAt),
        stops_at: iso(forecast.stopsAt),
        stops_early_at: iso(forecast.stopsEarlyAt),
        per_day: Math.round(forecast.perDay),
        lost: forecast.lost.map(Math.round),
        cycle_days: cycle.days,
        cycle_cost: cycle.perDay,
        slots: given.slots.length,
        unknown,
        drifting,
        blocked: given.isBlocked === true,
      })),
      "device integer, rates boolean, told_at timestamptz, first_out_at timestamptz, stops_at timestamptz, stops_early_at timestamptz, per_day bigint, lost real[], cycle_days integer, cycle_cost real, slots integer, unknown integer, drifting integer, blocked boolean",
    )} join devices d on d.id = k.device left join device_states s on s.device_id = d.id left join device_forecasts x on x.device_id = d.id
      left join lateral (${VENDS_SINCE_SERVICE}) n on true left join lateral (${cashQuery(sql`d.id`)}) c on true
    on conflict (device_id) do update set made_at = excluded.made_at, rates_at = excluded.rates_at, told_at = excluded.told_at, first_out_at = excluded.first_out_at, stops_at = excluded.stops_at, stops_early_at = excluded.stops_early_at,
      per_day = excluded.per_day, lost = excluded.lost, lost_from = excluded.lost_from, cycle_days = excluded.cycle_days, cycle_cost = excluded.cycle_cost, slots = excluded.slots, unknown = excluded.unknown, drifting = excluded.drifting,
      blocked = excluded.blocked, until_service = excluded.until_service, cash = excluded.cash`,
  );
}

async function writeWants(tx: Db, reckoned: readonly Reckoned[]): Promise<void> {
  const wants = reckoned.flatMap(({ given: { device }, wants: all }) =>
    all.map(({ ingredient, amount, guessed }) => ({ device, ingredient, amount, guessed })),
  );
  const devices = list(
    reckoned.map(({ given }) => given.device),
    "integer",
  );
  const wanted = givenRows(wants, "device integer, ingredient integer, amount real, guessed boolean");
  await run(
    tx,
    sql`
    with said as (select * from ${wanted}),
    gone as (delete from device_wants w where w.device_id = any(${devices}) and not exists (select 1 from said k where k.device = w.device_id and k.ingredient = w.ingredient_id))
    insert into device_wants as w (device_id, ingredient_id, amount, guessed) select k.device, k.ingredient, k.amount, k.guessed from said k
    on conflict (device_id, ingredient_id) do update set amount = excluded.amount, guessed = excluded.guessed where (w.amount, w.guessed) is distinct from (excluded.amount, excluded.guessed)`,
  );
}

/** Begins the outage of each slot that is empty by the books, and ends those of slots that were filled. */
async function noteOutages(tx: Db, machines: readonly Given[]): Promise<void> {
  const slots = machines.flatMap(({ device, toldAt, slots: all }) =>
    all.flatMap(({ slot, level, filledAt }) =>
      level === null ? [] : [{ device, slot, empty: level <= 0, told_at: iso(toldAt), filled_at: filledAt }],
    ),
  );
  const shape = "device integer, slot text, empty boolean, told_at timestamptz, filled_at timestamptz";
  await run(
    tx,
    sql`
    with said as (select * from ${givenRows(slots, shape)}),
    ended as (
      update slot_outages o set to_at = greatest(o.from_at, k.filled_at) from said k
      where o.device_id = k.device and o.slot = k.slot and o.to_at is null and (not k.empty or k.filled_at > o.from_at))
    insert into slot_outages (device_id, slot, from_at)
    select k.device, k.slot, greatest(k.filled_at, k.told_at) from said k
    where k.empty and not exists (select 1 from slot_outages o where o.device_id = k.device and o.slot = k.slot and o.to_at is null and o.from_at >= k.filled_at)
    on conflict do nothing`,
  );
  await run(
    tx,
    sql`delete from slot_outages where device_id = any(${list(
      machines.map(({ device }) => device),
      "integer",
    )}) and to_at < now() - ${OUTAGES_KEPT}`,
  );
}
