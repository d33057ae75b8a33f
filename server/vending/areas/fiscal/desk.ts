import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { DESK_OPERATIONS, RECEIPT_KINDS, RECEIPT_PAYMENTS } from "~server/contract/fiscal";
import { type Db, one, only, rows, run } from "../../database/query";
import { clockTime, dayOf, TODAY } from "../../time";
import type { DeskHours } from "./settings";

/** How long a desk is one process's alone, unless that says that it is still there. Longer than any single call. */
const LEASE = sql`interval '90 seconds'`;
/** How often a desk is looked at that has nothing to do: its hours, and its shift. */
const IDLE = sql`interval '20 seconds'`;
const LONGEST_PAUSE_SECONDS = 120;

/** Somebody else has the desk now: whatever was under way is theirs to find out. */
export class LeaseLost extends Error {}

/** Takes desks that have something to do and that nobody has, the one that waits longest first. */
export async function claimDesks(db: Db, worker: string, most: number): Promise<number[]> {
  await run(
    db,
    sql`insert into fiscal_desks (desk_id) select c.id from fiscal_cashiers c where not exists (select 1 from fiscal_desks d where d.desk_id = c.id) on conflict do nothing`,
  );
  const claimed = await rows(
    db,
    z.object({ id: z.number() }),
    sql`
    with due as (
      select d.desk_id from fiscal_desks d
      where d.rest_until <= now() and (d.leased_until is null or d.leased_until < now())
        and (d.next_at <= now() or exists (select 1 from receipts r where r.desk_id = d.desk_id and r.state in ('queued', 'sent'))
          or exists (select 1 from fiscal_operations o where o.desk_id = d.desk_id and o.state in ('queued', 'sent')))
      order by d.next_at limit ${most} for update skip locked)
    update fiscal_desks d set worker = ${worker}, leased_until = clock_timestamp() + ${LEASE} from due where d.desk_id = due.desk_id returning d.desk_id as id`,
  );
  return claimed.map(({ id }) => id);
}

/** A desk that this worker holds. Every write to it says so again, and fails when it is no longer true. */
export interface Held {
  desk: number;
  worker: string;
}

const mine = ({ desk, worker }: Held) =>
  sql`exists (select 1 from fiscal_desks d where d.desk_id = ${desk} and d.worker = ${worker} and d.leased_until > clock_timestamp())`;

/** Runs a statement that ends with a condition, if the desk is still ours; whether it changed anything. */
export const changedHeld = async (db: Db, held: Held, statement: SQL): Promise<boolean> =>
  (await run(db, sql`${statement} and ${mine(held)}`)) > 0;

/** Runs a statement that always finds its row, if the desk is still ours. */
export async function runHeld(db: Db, held: Held, statement: SQL): Promise<void> {
  if (!(await changedHeld(db, held, statement))) throw new LeaseLost();
}

/** Says that the worker is still there. */
export async function hold(db: Db, { desk, worker }: Held): Promise<void> {
  const held = await run(
    db,
    sql`update fiscal_desks set leased_until = clock_timestamp() + ${LEASE} where desk_id = ${desk} and worker = ${worker} and leased_until > clock_timestamp()`,
  );
  if (!held) throw new LeaseLost();
}

/** What becomes of a desk after a turn: it has more to do, it rests for some seconds, or something went wrong. */
export type Ended = { rest?: number; error?: string; busy?: number };

/** Gives the desk back. After each failure in a row it rests twice as long. */
export async function release(db: Db, { desk, worker }: Held, { rest = 0, error, busy }: Ended): Promise<void> {
  const pause =
    error === undefined
      ? sql`${rest}::float`
      : sql`greatest(${busy ?? 0}::float, least(${LONGEST_PAUSE_SECONDS}::float, power(2, least(failures, 10))))`;
  await run(
    db,
    sql`update fiscal_desks set worker = null, leased_until = null, next_at = clock_timestamp() + ${IDLE}, rest_until = clock_timestamp() + make_interval(secs => ${pause})
      ${error === undefined ? sql`` : sql`, failures = failures + 1, error = ${error}, error_at = clock_timestamp()`}
    where desk_id = ${desk} and worker = ${worker}`,
  );
  await run(
    db,
    sql`update fiscal_cashiers c set state = x.state, receipt_qr_url = coalesce(x.url, c.receipt_qr_url) from (
      select case when d.shift_id is null then 'CLOSED' else 'OPEN' end as state, (select r.tax_url from receipts r where r.desk_id = d.desk_id and r.done_at is not null order by r.done_at desc limit 1) as url
      from fiscal_desks d where d.desk_id = ${desk}) x
    where c.id = ${desk} and (c.state, c.receipt_qr_url) is distinct from (x.state, coalesce(x.url, c.receipt_qr_url))`,
  );
}

/** Something worked: the next trouble begins anew. */
export const isWell = (db: Db, { desk }: Held): Promise<number> =>
  run(db, sql`update fiscal_desks set failures = 0 where desk_id = ${desk}`);

const operation = z.object({
  id: z.number(),
  type: z.enum(DESK_OPERATIONS),
  state: z.enum(["queued", "sent"]),
  by_person: z.boolean(),
  amount: z.number().nullable(),
  request_id: z.string(),
});
export type Operation = z.infer<typeof operation>;

const receipt = z.object({
  id: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  state: z.enum(["queued", "sent"]),
  payment: z.enum(RECEIPT_PAYMENTS),
  code: z.string(),
  name: z.string(),
  department: z.string(),
  tax_code: z.number().nullable(),
  footer: z.string().nullable(),
  amount: z.number(),
  attempts: z.number(),
  request_id: z.string(),
  original: z.string().nullable(),
  device: z.number(),
});
export type Queued = z.infer<typeof receipt>;

const situationRow = z.object({
  operation: operation.nullable(),
  receipt: receipt.nullable(),
  shift: z.object({ id: z.string(), opened_on: z.string(), opened_at: z.string(), hours: z.number() }).nullable(),
  today: z.string(),
  clock: z.string(),
  to_midnight: z.number(),
  closed_for: z.number(),
  opened_today: z.boolean(),
  used: z.boolean(),
  failures: z.number(),
});
/** All that decides what a desk does next. `clock` and a shift's `opened_at` are "HH:MM", spans in seconds. */
export type Situation = z.infer<typeof situationRow> & { hours: DeskHours };

const NOW = sql`clock_timestamp()`;

/** A return waits for its original, wherever it stands in the queue. */
const NEXT_RECEIPT = sql`(select json_build_object('id', r.id, 'kind', r.kind, 'state', r.state, 'payment', r.payment, 'code', r.code, 'name', r.name, 'department', r.department, 'tax_code', r.tax_code,
    'footer', r.footer, 'amount', r.amount, 'attempts', r.attempts, 'request_id', r.request_id, 'original', o.request_id, 'device', r.device_id)
  from receipts r left join receipts o on o.id = r.original_id
  where r.desk_id = d.desk_id and r.state in ('queued', 'sent') and (r.kind = 'sell' or o.state = 'done') order by r.number limit 1)`;
const NEXT_OPERATION = sql`(select json_build_object('id', o.id, 'type', o.type, 'state', o.state, 'by_person', o.author_id is not null, 'amount', o.amount, 'request_id', o.request_id)
  from fiscal_operations o where o.desk_id = d.desk_id and o.state in ('queued', 'sent') order by o.id limit 1)`;

export async function situationOf(db: Db, { desk }: Held, hours: DeskHours): Promise<Situation> {
  const row = await only(
    db,
    situationRow,
    sql`
    select ${NEXT_OPERATION} as operation, ${NEXT_RECEIPT} as receipt,
      (select json_build_object('id', s.id, 'opened_on', ${dayOf(sql`s.opened_at`)}, 'opened_at', to_char(${clockTime(sql`s.opened_at`)}, 'HH24:MI'), 'hours', extract(epoch from ${NOW} - s.opened_at) / 3600)
        from fiscal_shifts s where s.id = d.shift_id) as shift,
      ${TODAY} as today, to_char(${clockTime(NOW)}, 'HH24:MI') as clock, extract(epoch from date_trunc('day', ${clockTime(NOW)}) + interval '1 day' - ${clockTime(NOW)}) as to_midnight,
      greatest(0, coalesce(extract(epoch from d.closed_until - ${NOW}), 0)) as closed_for,
      exists (select 1 from fiscal_shifts s where s.desk_id = d.desk_id and ${dayOf(sql`s.opened_at`)} = ${TODAY}) as opened_today,
      exists (select 1 from locations l where l.fiscal_cashier_id = d.desk_id and l.fiscal_enabled) and c.pin_code is not null and c.license_key is not null as used, d.failures
    from fiscal_desks d join fiscal_cashiers c on c.id = d.desk_id where d.desk_id = ${desk}`,
  );
  return { ...row, hours };
}

/** Has the clock ask for a shift to be opened or closed; only who holds the desk does. */
export async function orderByClock(db: Db, { desk }: Held, type: "open" | "close"): Promise<void> {
  await run(
    db,
    sql`insert into fiscal_operations (desk_id, type, key) values (${desk}, ${type}, ${`clock ${randomUUID()}`})`,
  );
}

/** The shift that we take for open, if any. */
export const shiftIdOf = (db: Db, { desk }: Held): Promise<{ shift_id: string | null } | undefined> =>
  one(
    db,
    z.object({ shift_id: z.string().nullable() }),
    sql`select shift_id from fiscal_desks where desk_id = ${desk}`,
  );
