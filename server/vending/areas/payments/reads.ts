import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type Payment,
  type Payments,
  paymentSchema,
  paymentsSchema,
  type PaymentsQuery,
} from "~server/contract/payment-reads";
import { standing } from "~server/contract/payment-transitions";
import { type PaymentState, PLACES } from "~server/contract/payments";
import { allowed } from "~server/contract/permissions";
import { byDevice, type Viewer } from "../../access";
import { allOf, type Db, one, only, rows } from "../../database/query";
import { notFound } from "../../fault";
import { pastRef } from "../../resource/deleted";
import { dayOf, isoOf, TODAY } from "../../time";

const LAST_DAYS = 30;

/** The days that are asked for, the last 30 when they are left out. */
export async function spanOf(db: Db, { from, to }: { from?: string | undefined; to?: string | undefined }) {
  return only(
    db,
    z.object({ from: z.string(), to: z.string() }),
    sql`select coalesce(${from ?? null}::date, coalesce(${to ?? null}::date, ${TODAY}) - ${LAST_DAYS - 1}::integer) as from, coalesce(${to ?? null}::date, ${TODAY}) as to`,
  );
}

/** Payments `p` of some days that a viewer may see. */
export const seen = (viewer: Viewer, { from, to }: { from: string; to: string }): SQL =>
  sql`(${dayOf(sql`p.begun_at`)} between ${from} and ${to} and ${byDevice()(viewer, sql`p`)})`;

/** Places of a state. */
export const isIn = (state: PaymentState): SQL =>
  sql`p.place = any(${sql.param(PLACES.filter((place) => standing(place).state === state))}::text[])`;

const latest = (column: string): SQL =>
  sql`(select s.${sql.identifier(column)} from payment_settlements s where s.payment_id = p.id and s.kind = 'refund' and s.state <> 'withdrawn' order by s.id desc limit 1)`;

function matching(viewer: Viewer, query: PaymentsQuery, span: { from: string; to: string }): SQL {
  const { device, state, counter, provider, refund, q } = query;
  const words = q.trim();
  return allOf([
    seen(viewer, span),
    ...(device === undefined ? [] : [sql`p.device_id = ${device}`]),
    ...(state === undefined ? [] : [isIn(state)]),
    ...(counter === undefined ? [] : [sql`p.counter = ${counter}`]),
    ...(provider === undefined ? [] : [sql`p.provider = ${provider}`]),
    ...(refund === undefined ? [] : [sql`${latest("state")} = ${refund}`]),
    ...(words
      ? [sql`(p.order_key::text = ${words} or p.reference = ${words} or p.rrn = ${words} or p.id::text = ${words})`]
      : []),
  ]);
}

const listed = paymentsSchema.shape.items.element.omit({ state: true, stage: true }).extend({ place: z.enum(PLACES) });
const columns = (
  viewer: Viewer,
) => sql`p.id, p.begun_at, ${pastRef(viewer, "device", sql`p.device_id`)} as device, p.place, p.counter, p.selection, p.name, p.amount,
  p.paid, p.refunded, ${latest("state")} as refund, p.provider, p.is_test, p.ended_at`;

/** What was sold of payments `p`: the money of those that were made, without what went back. */
export const SOLD = sql`case when p.place = 'vend_success' then p.paid - p.refunded else 0 end`;

/** Payments of some days, the latest first. */
export async function listPayments(db: Db, viewer: Viewer, query: PaymentsQuery): Promise<Payments> {
  const span = await spanOf(db, query);
  const where = matching(viewer, query, span);
  const { page, limit } = query;
  const { total, ...sums } = await only(
    db,
    paymentsSchema.shape.sums.extend({ total: z.number() }),
    sql`select count(*) as total, coalesce(sum(p.paid), 0) as paid, coalesce(sum(p.refunded), 0) as refunded, coalesce(sum(${SOLD}), 0) as sold from payments p where ${where}`,
  );
  const found = await rows(
    db,
    listed,
    sql`select ${columns(viewer)} from payments p where ${where} order by p.id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  return {
    ...span,
    items: found.map(({ place, ...one }) => ({ ...one, ...standing(place) })),
    total,
    page,
    limit,
    sums,
  };
}

const whole = paymentSchema.omit({ state: true, stage: true, may_retry: true }).extend({ place: z.enum(PLACES) });

const jsonOf = (query: SQL) => sql`coalesce((select json_agg(x) from (${query}) x), '[]')`;

/** One payment with its story. */
export async function readPayment(db: Db, viewer: Viewer, id: number): Promise<Payment> {
  const found = await one(
    db,
    whole,
    sql`select ${columns(viewer)}, p.order_key, p.reference, p.word, p.card, p.rrn, p.approval, p.deadline, p.given_away,
      coalesce(case a.owner when 'company' then (select c.name from companies c where c.id = a.owner_id) else (select f.name from franchises f where f.id = a.owner_id) end, '#' || a.owner_id) as account,
      (select json_build_object('id', l.id, 'label', l.name) from placements w join locations l on l.id = w.location_id where w.id = p.placement_id) as location,
      (select json_build_object('id', s.id, 'at', ${isoOf(sql`s.sold_at`)}, 'selection', s.selection) from sales s where s.device_id = p.device_id and s.id = p.sale_id) as sale,
      ${jsonOf(sql`select ${isoOf(sql`s.at`)} as at, s.from_place as from, s.news as on, s.cause as by, s.to_place as to, s.counter, s.words, s.author from payment_steps s where s.payment_id = p.id order by s.number`)} as steps,
      ${jsonOf(sql`select s.id, s.amount, s.state, substring(s.key from '^refund (.*)')::integer as refund, s.author, s.reason, s.tries, ${isoOf(sql`s.due_at`)} as next_at, s.words, ${isoOf(sql`s.requested_at`)} as requested_at, ${isoOf(sql`s.done_at`)} as done_at
        from payment_settlements s where s.payment_id = p.id and s.kind = 'refund' order by s.id`)} as refunds,
      ${jsonOf(sql`select d.what, d.ours, d.theirs, ${isoOf(sql`d.found_at`)} as found_at from payment_differences d where d.payment_id = p.id and d.settled_at is null order by d.what`)} as differences
    from payments p join payment_accounts a on a.id = p.account_id where p.id = ${id} and ${byDevice()(viewer, sql`p`)}`,
  );
  if (!found) throw notFound();
  const { place, ...payment } = found;
  return {
    ...payment,
    ...standing(place),
    may_retry: mayMoveMoney(viewer) && payment.refunds.some(({ state }) => state === "failed"),
  };
}

/** Who gives customers' money back: the permission of the receipts' people, besides seeing payments. */
export const mayMoveMoney = (viewer: Viewer): boolean => allowed(viewer, ["CHECKBOX"]);
