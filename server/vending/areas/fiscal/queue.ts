import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { anyOf, type Db, given, never, rows, run } from "../../database/query";
import { fiscalAge, fiscalKeys } from "./settings";
import { withdraw } from "./returns";

/** Sales of which receipts may have changed: single ones, and all of some days of machines (`all`: of their whole life). */
export interface Touched {
  sales?: readonly { device: number; id: string }[];
  days?: readonly { device: number; days: readonly string[] | "all" }[];
}

/** What a sale `s` of an audit shares with the others of its kind, however the audit is derived again. */
const LINE = sql`md5(concat_ws('/', 'receipt', s.file_id, s.report, s.source, s.selection))::uuid`;

const missingRow = z.object({
  device: z.number(),
  subject: z.string(),
  sale: z.string(),
  told: z.boolean(),
  payment: z.string().nullable(),
  amount: z.number(),
  count: z.number(),
});
type Missing = z.infer<typeof missingRow>;
const surplusRow = z.object({
  id: z.string(),
  device: z.number(),
  told: z.boolean(),
  payment: z.string(),
  amount: z.number(),
  state: z.string(),
});

/**
 * Makes the ledger of receipts say what the sales say, in the transaction that changes them: a receipt for each vend of
 * money at a place with a desk, and none for what is no longer sold. A vend that an audit stood for and a unit tells of
 * afterwards keeps the receipt it has. The machines are locked by the caller.
 */
export async function settleReceipts(tx: Db, touched: Touched): Promise<void> {
  const scope = scopeOf(touched);
  if (!scope) return;
  await moveDays(tx, scope.sales);
  const missing = await rows(tx, missingRow, differing(scope, "missing"));
  const surplus = await rows(tx, surplusRow, differing(scope, "surplus"));
  const adopted: { id: string; device: number; sale: string; subject: string; told: boolean }[] = [];
  for (const one of surplus) {
    // What was listed was never sent: it is judged anew.
    const heir =
      one.state === "listed"
        ? undefined
        : missing.find(
            (other) =>
              other.count > 0 &&
              other.device === one.device &&
              other.payment === one.payment &&
              other.amount === one.amount,
          );
    if (heir) {
      heir.count -= 1;
      adopted.push({ id: one.id, device: one.device, sale: heir.sale, subject: heir.subject, told: heir.told });
    } else await withdraw(tx, one.id);
  }
  for (const one of adopted) await adopt(tx, one);
  await queue(
    tx,
    missing.filter(({ count }) => count > 0),
  );
}

function scopeOf({ sales = [], days = [] }: Touched): { sales: SQL; receipts: SQL } | undefined {
  const some = days.filter(({ days: which }) => which === "all" || which.length > 0);
  if (!sales.length && !some.length) return undefined;
  const single = given(sales, "device integer, id uuid");
  const ofDays = (t: SQL) =>
    some.map(({ device, days: which }) =>
      which === "all"
        ? sql`${t}.device_id = ${device}`
        : sql`(${t}.device_id = ${device} and ${t}.day = any(${sql.param([...new Set(which)])}::date[]))`,
    );
  const bySale = (t: SQL, id: SQL) =>
    sales.length ? [sql`(${t}.device_id, ${id}) in (select k.device, k.id from ${single})`] : [];
  return {
    sales: anyOf([...bySale(sql`s`, sql`s.id`), ...ofDays(sql`s`)]),
    receipts: anyOf([...bySale(sql`r`, sql`r.subject`), ...(some.length ? ofDays(sql`r`) : [never])]),
  };
}

/** By which a sale `s` is paid for on a receipt; null: nobody knows, it is listed. */
const PAYMENT = sql`case s.source when 'cash' then 'CASH' when 'cashless1' then 'CASHLESS' when 'cashless2' then 'CASHLESS' end`;

/**
 * Every vend of money among these sales: its subject, kind of payment and price in kopecks, as often as it was vended. What
 * a line of an audit has beyond whole kopecks a vend is put on its first vends; money without a vend is one by itself.
 */
const vends = (scope: SQL): SQL => sql`
  select s.device_id as device, case when s.file_id is null then s.id else ${LINE} end as subject, s.id as sale, s.file_id is null as told, ${PAYMENT} as payment,
    v.amount, v.count, s.paid_with is not null as by_key, s.sold_at, s.placement_id, s.count = 0 as bare
  from sales s cross join lateral (
    select s.amount / s.count + 1 as amount, s.amount % s.count as count where s.count > 0
    union all select s.amount / s.count, s.count - s.amount % s.count where s.count > 0
    union all select s.amount, 1 where s.count = 0) v
  where (${scope}) and s.source not in ('test', 'free', 'token') and s.amount > 0 and v.count > 0 and v.amount > 0`;

/** The place whose desk registers a vend, as the settings are now; a receipt once made does not ask again. */
const DESK = sql`join placements p on p.id = x.placement_id join locations l on l.id = p.location_id and l.fiscal_enabled and l.fiscal_cashier_id is not null
  and x.sold_at >= l.fiscal_since and (not x.by_key or ${fiscalKeys})`;

function differing({ sales, receipts }: { sales: SQL; receipts: SQL }, which: "missing" | "surplus"): SQL {
  const sides = sql`
    with sold as materialized (${vends(sales)}),
    live as materialized (select r.* from receipts r where (${receipts}) and r.kind = 'sell' and not r.withdrawn)`;
  if (which === "missing")
    return sql`${sides},
      wanted as (select x.device, x.subject, min(x.sale::text) as sale, bool_or(x.told) as told, x.payment, x.amount, sum(x.count) as count from sold x ${DESK} group by 1, 2, 5, 6)
      select w.device, w.subject, w.sale, w.told, w.payment, w.amount, w.count - (
        select count(*) from receipts r where r.device_id = w.device and r.subject = w.subject and r.amount = w.amount and r.kind = 'sell' and not r.withdrawn) as count
      from wanted w where w.count > (
        select count(*) from receipts r where r.device_id = w.device and r.subject = w.subject and r.amount = w.amount and r.kind = 'sell' and not r.withdrawn)
      order by 1, 2, 6`;
  // Of several that say the same, those go that were made last.
  return sql`${sides}
    select r.id, r.device_id as device, r.told, r.payment, r.amount, r.state from (
      select l.*, row_number() over (partition by l.device_id, l.subject, l.amount order by l.number) as nth_live from live l) r
    where r.nth_live > coalesce((select sum(x.count) from sold x where x.device = r.device_id and x.subject = r.subject and x.amount = r.amount and (not x.by_key or r.by_key or ${fiscalKeys})), 0)
    order by r.number desc`;
}

/** A read whose moment is another now takes its receipts along. */
async function moveDays(tx: Db, scope: SQL): Promise<void> {
  await run(
    tx,
    sql`update receipts r set day = s.day, sold_at = s.sold_at from (select distinct s.device_id, ${LINE} as subject, s.day, s.sold_at from sales s where (${scope}) and s.file_id is not null) s
    where r.device_id = s.device_id and r.subject = s.subject and r.kind = 'sell' and not r.withdrawn and (r.day, r.sold_at) is distinct from (s.day, s.sold_at)`,
  );
}

/** The receipt of a vend that the books now know otherwise: as told, or on another line. */
async function adopt(
  tx: Db,
  { id, device, sale, subject, told }: { id: string; device: number; sale: string; subject: string; told: boolean },
): Promise<void> {
  await run(
    tx,
    sql`update receipts set subject = ${subject}, told = ${told}, day = s.day, sold_at = s.sold_at,
      nth = 1 + coalesce((select max(o.nth) from receipts o where o.device_id = ${device} and o.subject = ${subject} and o.kind = 'sell'), 0)
    from sales s where receipts.id = ${id} and s.device_id = ${device} and s.id = ${sale}`,
  );
}

/** Queues receipts for what has none. What is too old, or paid nobody knows how, is listed instead. */
async function queue(tx: Db, missing: readonly Missing[]): Promise<void> {
  if (!missing.length) return;
  await run(
    tx,
    sql`
    insert into receipts (desk_id, kind, device_id, placement_id, location_id, subject, nth, told, source, payment, by_key, sold_at, day, code, name, department, tax_code, footer, amount, why, state)
    select l.fiscal_cashier_id, 'sell', s.device_id, s.placement_id, l.id, k.subject, row_number() over (partition by s.device_id, k.subject order by k.amount desc, n.nth) + coalesce((select max(o.nth) from receipts o where o.device_id = s.device_id and o.subject = k.subject and o.kind = 'sell'), 0),
      k.told, s.source, coalesce(k.payment, 'CASH'), s.paid_with is not null, s.sold_at, s.day,
      coalesce('recipe-' || c.item_number, left(s.selection, 200), 'vend'), left(coalesce(c.name, s.name, nullif(s.selection, ''), 'Товар'), 200), left(l.name, 120), l.fiscal_tax_code, l.fiscal_footer,
      k.amount, w.why, case when w.why is null then 'queued' else 'listed' end
    from ${given(missing, "device integer, subject uuid, sale uuid, told boolean, payment text, amount bigint, count bigint")}
      join sales s on s.device_id = k.device and s.id = k.sale join placements p on p.id = s.placement_id join locations l on l.id = p.location_id
      left join recipes c on c.id = s.recipe_id cross join lateral generate_series(1, k.count) with ordinality n(x, nth)
      cross join lateral (select case when k.payment is null then 'unknown_source' when s.count = 0 then 'no_vend' when s.sold_at < now() - ${fiscalAge} then 'too_old' end as why) w
    order by s.sold_at, s.device_id, k.subject, k.amount desc, n.nth`,
  );
}
