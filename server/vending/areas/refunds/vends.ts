import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type RefundableVend, type refundableQuery, refundableSchema, type RefundWay } from "~server/contract/refunds";
import type { Viewer } from "../../access";
import { allOf, type Db, one, rows } from "../../database/query";
import { holderOf } from "../sales/holder";
import { isPaid } from "../sales/paid";
import { recipeName } from "../sales/recipe";

/** Vends that one search answers. */
const MOST_VENDS = 50;

/** A vend as the books of refunds need it. */
const vendRow = refundableSchema.shape.items.element.omit({ ways: true }).extend({
  placement: z.number().nullable(),
  wallet: z.number().nullable(),
  authorisation: z.string().nullable(),
  payment: z.number().nullable(),
});
export type Vend = z.infer<typeof vendRow> & { ways: RefundWay[] };

/** What a key gave for a vend `a`. */
const TAKEN = sql`a.main + a.bonus`;

/** Everything of a machine that took money and may have to give it back, one relation. */
const candidates = (device: number, when: SQL): SQL => sql`(
  select 'sale' as kind, s.id, s.sold_at as at, s.selection, coalesce(${recipeName(sql`s.recipe_id`)}, s.name) as product, s.source, s.paid_with,
    s.amount as paid, s.placement_id, s.file_id is not null as is_counted, a.id as authorisation, a.wallet_id, a.client_id, a.qr_code_id, a.employee_id,
    (select p.id from payments p where p.device_id = s.device_id and p.sale_id = s.id and p.place = 'vend_success') as payment
  from sales s left join authorisations a on a.device_id = s.device_id and a.sale_id = s.id and a.state = 'captured'
  where s.device_id = ${device} and ${isPaid(sql`s.source`)} and s.amount > 0 and ${allOf([sql`s.sold_at between ${when}`])}
  union all
  select 'failed', f.id, f.at, f.selection, ${recipeName(sql`f.recipe_id`)}, f.source, null, f.price, f.placement_id, false, null, null, null, null, null, null
  from failed_vends f where f.device_id = ${device} and f.source = 'cash' and f.price > 0 and f.at between ${when}
  union all
  select 'key', a.id, a.at, a.selection, ${recipeName(sql`a.recipe_id`)}, 'cashless1', a.card, ${TAKEN}, a.placement_id, false, a.id, a.wallet_id, a.client_id, a.qr_code_id, a.employee_id, null
  from authorisations a where a.device_id = ${device} and a.state = 'captured' and a.wallet_id is not null and ${TAKEN} > 0 and a.at between ${when}
    and not exists (select 1 from sales s where s.device_id = a.device_id and s.id = a.sale_id))`;

/** What is asked for or returned of the vend `v` already. What an audit counted may be told anew under another id. */
const RETURNED = sql`coalesce((select sum(r.amount) from refunds r where r.device_id = k.device_id and r.state <> 'declined' and (r.subject = v.kind || ':' || v.id
  or v.is_counted and r.vended_at = v.at and r.selection is not distinct from v.selection and r.source = v.source and r.subject like 'sale:%')), 0)`;

async function vendsOf(db: Db, viewer: Viewer, device: number, when: SQL, which: SQL, order: SQL): Promise<Vend[]> {
  const found = await rows(
    db,
    vendRow,
    sql`
    select v.kind || ':' || v.id as subject, v.kind, v.at, v.selection, v.product, v.source, v.paid_with, v.paid, ${RETURNED} as returned,
      ${holderOf(viewer, sql`select v.wallet_id, v.client_id, v.qr_code_id, v.employee_id`)} as holder,
      v.placement_id as placement, v.wallet_id as wallet, v.authorisation, v.payment
    from (select ${device}::integer as device_id) k cross join ${candidates(device, when)} v
    where ${which} order by ${order} limit ${MOST_VENDS}`,
  );
  return found.map((vend) => ({ ...vend, ways: waysOf(vend) }));
}

/** Money goes back where it came from, to a key or a card; a code that somebody was given is worth another code; for all else there is the till, too. */
function waysOf({ wallet, payment, paid_with }: z.infer<typeof vendRow>): RefundWay[] {
  if (wallet !== null) return ["wallet", "voucher"];
  if (payment !== null) return ["provider", "voucher", "cash"];
  return paid_with === "qr" ? ["voucher"] : ["voucher", "cash"];
}

/** Vends of a machine whose money can be returned. */
export async function refundableVends(
  db: Db,
  viewer: Viewer,
  device: number,
  { at, minutes, amount, subject }: z.infer<typeof refundableQuery>,
): Promise<{ items: RefundableVend[] }> {
  if (subject !== undefined) {
    const vend = await vendNamed(db, viewer, device, subject);
    return { items: vend ? [told(vend)] : [] };
  }
  const moment = sql`${at ?? new Date().toISOString()}::timestamptz`;
  const around = sql`make_interval(mins => ${minutes}::integer)`;
  const items = await vendsOf(
    db,
    viewer,
    device,
    sql`${moment} - ${around} and ${moment} + ${around}`,
    amount === undefined ? sql`true` : sql`v.paid = ${amount}`,
    sql`abs(extract(epoch from v.at - ${moment})), v.id`,
  );
  return { items: items.map(told) };
}

const told = ({ placement: _, wallet: __, authorisation: ___, payment: ____, ...vend }: Vend): RefundableVend => vend;

/** The vend that a subject names, whenever it was; undefined where the machine knows no such. */
export async function vendNamed(db: Db, viewer: Viewer, device: number, subject: string): Promise<Vend | undefined> {
  const at = await one(
    db,
    z.object({ at: z.string() }),
    sql`select x.at from (
      select 'sale:' || s.id as subject, s.sold_at as at from sales s where s.device_id = ${device} and s.id = ${idOf(subject)}::uuid
      union all select 'failed:' || f.id, f.at from failed_vends f where f.device_id = ${device} and f.id = ${idOf(subject)}::uuid
      union all select 'key:' || a.id, a.at from authorisations a where a.device_id = ${device} and a.id = ${idOf(subject)}::uuid) x
    where x.subject = ${subject}`,
  );
  if (!at) return undefined;
  const when = sql`${at.at}::timestamptz and ${at.at}::timestamptz`;
  const [vend] = await vendsOf(db, viewer, device, when, sql`v.kind || ':' || v.id = ${subject}`, sql`v.id`);
  return vend;
}

const idOf = (subject: string): string => subject.slice(subject.indexOf(":") + 1);
