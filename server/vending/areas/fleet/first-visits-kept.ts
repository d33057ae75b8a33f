import { type SQL, sql } from "drizzle-orm";
import { type Db, given, run } from "../../database/query";
import { dayOf, instantAt } from "../../time";
import { RETURN_DAYS } from "./first-visits";
import type { MachineDay } from "./standing";

interface Since {
  device: number;
  /** The first day (Europe/Kyiv) that was made anew. */
  from: string;
}
type Days = readonly ({ device: number } & Pick<MachineDay, "visited" | "failed">)[];

const millis = (at: SQL): SQL => sql`(extract(epoch from ${at}) * 1000)::bigint`;

/** Brings first visits up to machines' days that were made anew. Only what differs is written: each row that is has days summed up again. */
export async function keepVisits(tx: Db, machines: readonly Since[], days: Days): Promise<void> {
  const failed = days.flatMap(({ device, failed: some }) => some.map((one) => ({ device, ...one })));
  const found = days.flatMap(({ device, visited }) => visited.map((one) => ({ device, ...one })));
  const said = sql`
    with since as materialized (
      select device, ${instantAt(sql`from_day`)} as begins
      from ${given(
        machines.map(({ device, from }) => ({ device, from_day: from })),
        "device integer, from_day date",
      )}),
    visited as materialized (select device, fault, to_timestamp(at / 1000.0) as at from ${given(found, "device integer, fault text, at bigint")}),
    failed as materialized (
      select device, fault, to_timestamp(at / 1000.0) as at, min(to_timestamp(failed / 1000.0)) as failed_at
      from ${given(failed, "device integer, fault text, at bigint, failed bigint")} group by 1, 2, 3)`;
  const is = (of: SQL) =>
    sql`${of}.device = v.device_id and ${of}.fault = v.fault and ${millis(sql`${of}.at`)} = ${millis(sql`v.at`)}`;
  await run(
    tx,
    sql`${said}
    delete from first_visits v using since s where v.device_id = s.device and v.at >= s.begins
      and not exists (select 1 from visited f where ${is(sql`f`)})`,
  );
  if (found.length)
    await run(
      tx,
      sql`${said}
      insert into first_visits (device_id, fault, at, day, settled)
      select device, fault, at, ${dayOf(sql`at`)}, ${isSettled(sql`at`)} from visited on conflict do nothing`,
    );
  await run(
    tx,
    sql`${said}
    update first_visits v set failed_at = now_said.failed_at
    from (
      select v.device_id, v.fault, v.at, coalesce(case when v.failed_at < s.begins then v.failed_at end, f.failed_at) as failed_at
      from since s join first_visits v on v.device_id = s.device and v.at >= s.begins - ${RETURN}
        left join failed f on ${is(sql`f`)}) now_said
    where v.device_id = now_said.device_id and v.fault = now_said.fault and v.at = now_said.at and v.failed_at is distinct from now_said.failed_at`,
  );
}

const RETURN = sql.raw(`interval '${RETURN_DAYS * 24} hours'`);
const isSettled = (at: SQL): SQL => sql`${at} <= now() - ${RETURN}`;

/** First visits of which it is known by now whether the fault came back count from now on. */
export const settleVisits = (db: Db): Promise<number> =>
  run(db, sql`update first_visits v set settled = true where not settled and ${isSettled(sql`v.at`)}`);
