import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { DIFFERENCES } from "~server/contract/payments";
import { rows, run, transaction } from "../../database/query";
import { providerOfPayment } from "./accounts";
import { PAYMENT, type PaymentRow, paymentRow } from "./advance";
import { orderOf, takeStatus } from "./ask";
import type { Machinery } from "./machinery";
import { ProviderBusy, ProviderRefused, ProviderUnknown, type ProviderStatus } from "./providers/provider";

type Difference = (typeof DIFFERENCES)[number];
type Found = { what: Difference; ours: number | null; theirs: number | null };

/** Payments looked at in one go, and the pause after each: a provider is not to be asked as fast as we can. */
const AT_ONCE = 200;
const PAUSE_MS = 100;
/** What is so young may still be under way, what is so old is settled. */
const YOUNGEST = sql`interval '2 hours'`;
const OLDEST = sql`interval '10 days'`;

/**
 * Compares orders that were opened with what their providers say, each once a day until nothing differs: what was
 * paid and went back, and whether it is known at all. What differs is listed; money that nobody knew of is taken over, and
 * so goes back. Answers how many were looked at.
 */
export async function reconcile(machinery: Machinery, pauseMs = PAUSE_MS): Promise<number> {
  const { pool } = machinery;
  // Taken by being marked: another process looks at others.
  const due = await rows(
    pool,
    paymentRow,
    sql`update payments p set reconciled_at = now() where p.id in (
      select p.id from payments p where p.ended_at < now() - ${YOUNGEST} and p.begun_at > now() - ${OLDEST} and p.amount is not null
        and (p.reconciled_at is null or (p.reconciled_at < now() - interval '20 hours' and exists (select 1 from payment_differences d where d.payment_id = p.id and d.settled_at is null)))
        and exists (select 1 from payment_steps s where s.payment_id = p.id and s.to_place = 'invoice_creation' or p.is_test)
      order by p.id limit ${AT_ONCE} for update skip locked) returning ${PAYMENT}`,
  );
  for (const payment of due) {
    await keep(machinery, payment, await differences(machinery, payment));
    if (pauseMs) await pause(pauseMs);
  }
  return due.length;
}

async function differences(machinery: Machinery, payment: PaymentRow): Promise<Found[]> {
  const { pool, providers } = machinery;
  try {
    const provider = await providerOfPayment(pool, providers, payment);
    const status = await provider.status(orderOf(payment));
    if (!status)
      return payment.paid > 0 || payment.url !== null
        ? [{ what: "unknown_order", ours: payment.paid, theirs: null }]
        : [];
    const found = between(payment, status);
    if (found.length) await transaction(pool, (tx) => takeStatus(tx, payment.id, status));
    return found;
  } catch (error) {
    if (error instanceof ProviderUnknown || error instanceof ProviderBusy || error instanceof ProviderRefused)
      return [{ what: "no_answer", ours: payment.paid, theirs: null }];
    throw error;
  }
}

/** Money that is only held is not taken. */
function between({ paid, refunded, hold }: PaymentRow, status: ProviderStatus): Found[] {
  const isTaken = status.state === "paid" || status.state === "held" || status.state === "refunded";
  const theirs = { paid: isTaken ? status.paid : 0, refunded: status.refunded };
  // A released hold was neither paid nor refunded by the provider's books.
  if (hold && !isTaken && paid === refunded) return [];
  return [
    ...(theirs.paid === paid ? [] : [{ what: "paid" as const, ours: paid, theirs: theirs.paid }]),
    ...(theirs.refunded === refunded ? [] : [{ what: "refunded" as const, ours: refunded, theirs: theirs.refunded }]),
  ];
}

/** What was found before and is not any more is settled. */
async function keep({ pool }: Machinery, { id }: PaymentRow, found: readonly Found[]): Promise<void> {
  await transaction(pool, async (tx) => {
    for (const { what, ours, theirs } of found)
      await run(
        tx,
        sql`insert into payment_differences as d (payment_id, what, ours, theirs) values (${id}, ${what}, ${ours}, ${theirs})
        on conflict (payment_id, what) do update set ours = excluded.ours, theirs = excluded.theirs, settled_at = null, found_at = case when d.settled_at is null then d.found_at else now() end`,
      );
    await run(
      tx,
      sql`update payment_differences set settled_at = now() where payment_id = ${id} and settled_at is null and what <> all(${sql.param(found.map(({ what }) => what))}::text[])`,
    );
  });
}
