import { sql } from "drizzle-orm";
import { z } from "zod";
import { PAYMENTS_PAGE, type RoyaltyPayments, paymentsSchema, type WrittenPayment } from "~server/contract/royalty";
import type { Viewer } from "../../access";
import { type Db, one, only, rows } from "../../database/query";
import { Fault, forbidden, invalid } from "../../fault";
import { pastRef } from "../../resource/deleted";
import { TODAY } from "../../time";
import { withDescendants } from "../franchises/tree";
import type { Span } from "../sales/span";

/** Payments are entered by the company: a franchise's own people see theirs. */
const mayEnter = ({ franchises }: Viewer): boolean => franchises === null;

/** What a franchise and those below it paid on some days, the latest first. */
export async function paymentsOf(
  db: Db,
  viewer: Viewer,
  franchise: number,
  { from, to, page }: Span & { page: number },
): Promise<RoyaltyPayments> {
  const found = sql`from royalty_payments p where p.franchise_id in (${withDescendants(sql`${franchise}::integer`)}) and p.day between ${from ?? "-infinity"} and ${to ?? "infinity"}`;
  const { items, ...total } = paymentsSchema.omit({ may_enter: true }).shape;
  return {
    ...(await only(db, z.object(total), sql`select count(*) as total, coalesce(sum(p.amount), 0) as amount ${found}`)),
    items: await rows(
      db,
      items.element,
      sql`select p.id, ${pastRef(viewer, "franchise", sql`p.franchise_id`)} as franchise, p.day, p.amount, p.note, p.author, p.entered_at
      ${found} order by p.day desc, p.id desc limit ${PAYMENTS_PAGE} offset ${(page - 1) * PAYMENTS_PAGE}`,
    ),
    may_enter: mayEnter(viewer),
  };
}

const idRow = z.object({ id: z.number() });

/** Books a payment once: the same `key` of the same author again answers the first one, and may not mean another. */
export async function enterPayment(
  db: Db,
  viewer: Viewer,
  franchise: number,
  key: string,
  { day, amount, note }: WrittenPayment,
): Promise<{ id: number }> {
  if (!mayEnter(viewer)) throw forbidden();
  const { late } = await only(db, z.object({ late: z.boolean() }), sql`select ${day}::date > ${TODAY} as late`);
  if (late) throw invalid({ day: [{ key: "not_in_future" }] });
  const made = await one(
    db,
    idRow,
    sql`insert into royalty_payments (franchise_id, day, amount, note, author_id, author, key)
    values (${franchise}, ${day}, ${amount}, ${note}, ${viewer.id}, ${viewer.full_name}, ${key}) on conflict (author_id, key) do nothing returning id`,
  );
  const first =
    made ??
    (await one(
      db,
      idRow,
      sql`select id from royalty_payments where author_id = ${viewer.id} and key = ${key}
        and franchise_id = ${franchise} and day = ${day} and amount = ${amount} and note is not distinct from ${note}`,
    ));
  if (!first) throw new Fault(409, "key_reused");
  return first;
}
