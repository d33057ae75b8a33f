import { sql } from "drizzle-orm";
import { type PayView, payViewSchema } from "~server/contract/pay";
import { standing } from "~server/contract/payment-transitions";
import { PLACES } from "~server/contract/payments";
import { z } from "zod";
import { one, run } from "../../database/query";
import { notFound } from "../../fault";
import { paymentOf } from "./begin";
import type { Machinery } from "./machinery";

const viewRow = payViewSchema.omit({ state: true, stage: true }).extend({ place: z.enum(PLACES) });

/** A payment as its customer sees it. */
export async function viewOf({ pool }: Machinery, { code, token }: { code: string; token: string }): Promise<PayView> {
  const found = await one(
    pool,
    viewRow,
    sql`select json_build_object('name', d.serial_number, 'place', coalesce(l.address, l.name), 'city', l.city) as machine, p.place, p.counter, p.name, p.selection as cell,
      p.amount, p.paid, p.refunded, case when p.place = 'payment' then p.url end as url, p.id as number, greatest(0, ceil(extract(epoch from p.deadline - clock_timestamp())))::integer as left,
      (select s.state from payment_settlements s where s.payment_id = p.id and s.kind = 'refund' and s.state <> 'withdrawn' order by s.id desc limit 1) as refund,
      (select json_build_object('url', r.tax_url) from receipts r where r.device_id = p.device_id and r.subject = p.sale_id and r.kind = 'sell' and r.told and not r.withdrawn and r.state in ('queued', 'sent', 'done')) as receipt
    from payments p join devices d on d.id = p.device_id left join locations l on l.id = d.location_id where p.token = ${token} and d.pay_code = ${code}`,
  );
  if (!found) throw notFound();
  const { place, ...view } = found;
  return { ...view, ...standing(place) };
}

/** The customer is back: the provider is asked now rather than soon. */
export async function askNow({ pool, wake }: Machinery, of: { code: string; token: string }): Promise<void> {
  const { id } = await paymentOf(pool, of);
  await run(
    pool,
    sql`update payments set due_at = clock_timestamp(), tries = least(tries, 2) where id = ${id} and due_at is not null and (place = 'payment' or watched_until > clock_timestamp())`,
  );
  wake();
}
