import { sql } from "drizzle-orm";
import { bars, errorText } from "../fleet/words";
import { offlineAfter } from "../settings/resources";

/** Today in Kyiv. */
export const TODAY = sql`(now() at time zone 'Europe/Kyiv')::date`;
/** Vends that brought money. */
export const PAID = sql`source not in ('test', 'free')`;

// Parts of queries over machines: `d` a machine, `s` its state, `x` its unit; `s` and `x` joined from the left.

/** Joins a machine `d` to its state and its unit. */
export const STATE_AND_UNIT = sql`left join device_states s on s.device_id = d.id left join telemetries x on x.device_id = d.id`;

/** The last sign of life. */
export const CONTACT = sql`s.last_contact_at`;

export const STATUS = sql`case when ${CONTACT} is null then 'NEVER' when ${CONTACT} > now() - ${offlineAfter} then 'ONLINE' else 'OFFLINE' end`;

/** Since when it is as it is: what the sweep wrote, where it agrees; else the last contact and what may pass after it. */
export const STATUS_SINCE = sql`case when ${CONTACT} is null then null
  when ${CONTACT} > now() - ${offlineAfter} then case when s.online then s.online_since end
  else case when not s.online and s.online_since >= ${CONTACT} then s.online_since else ${CONTACT} end end`;

/** Bars of the signal, as phones draw them. */
export const LEVEL = bars(sql`s.rssi`);

/** Why the machine `d` is thought too quiet, as the contract has it. */
export const QUIET = sql`case when s.quiet is not null then json_build_object('kind', s.quiet, 'since', s.quiet_since, 'expected', coalesce(s.quiet_expected, 0)) end`;

/** Open errors of the machine `d`, the latest first, as JSON. */
export const OPEN_ERRORS = sql`(
  select coalesce(json_agg(json_build_object('raw', e.raw, 'code', e.code, 'text', ${errorText(sql`d.id`, sql`e.code`, sql`e.raw`)}, 'opened_at', e.opened_at) order by e.opened_at desc, e.raw), '[]')
  from device_errors e where e.device_id = d.id and e.open)`;

/** Paid vends and money of the machine `d` today. */
export const SOLD_TODAY = sql`(
  select json_build_object('count', coalesce(sum(r.count), 0), 'amount', coalesce(sum(r.amount), 0)) from sales_by_device_day r where r.device_id = d.id and r.day = ${TODAY} and r.${PAID})`;
