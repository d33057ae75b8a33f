import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { ENDS, PAYMENT_CURRENCY, type PaymentNews } from "~server/contract/payments";
import { type Db, run, transaction } from "../../database/query";
import { advance, type Learnt, learns, lockPayment, type PaymentRow } from "./advance";
import type { PaymentProvider, ProviderStatus } from "./providers/provider";

/** An order as its provider knows it. */
export const orderOf = ({ order_key, reference, amount }: Pick<PaymentRow, "order_key" | "reference" | "amount">) => ({
  id: order_key,
  reference,
  amount: amount ?? 0,
});

/**
 * Asks the provider how an order stands and takes that over: it alone says that something is paid. Throws as the
 * provider does where it does not answer.
 */
export async function askProvider(pool: Pool, provider: PaymentProvider, payment: PaymentRow): Promise<void> {
  const status = await provider.status(orderOf(payment));
  if (status) await transaction(pool, (tx) => takeStatus(tx, payment.id, status));
}

/** What a provider says becomes of the payment what the transitions say. The same again changes nothing. */
export async function takeStatus(tx: Db, id: number, status: ProviderStatus): Promise<void> {
  const payment = await lockPayment(tx, id);
  const learnt = learntOf(status);
  const news = newsOf(payment, status);
  const isTaken =
    news !== undefined && (await advance(tx, id, news, "provider", { learnt, words: status.word || null }));
  if (isTaken) return;
  const { paid: _paid, hold: _hold, ...known } = learnt;
  await run(tx, sql`update payments set ${sql.join(learns(known), sql`, `)} where id = ${id}`);
}

const isEnd = ({ place }: PaymentRow) => ENDS.some((end) => end === place);

function newsOf(payment: PaymentRow, { state, paid, currency }: ProviderStatus): PaymentNews | undefined {
  switch (state) {
    case "pending":
      return undefined;
    case "failed":
    case "refunded":
      return "declined";
    case "held":
    case "paid":
      // What is on its way back already is no news.
      if (isEnd(payment) && payment.paid > 0) return undefined;
      if (paid !== payment.amount || currency !== PAYMENT_CURRENCY) return "mispaid";
      return payment.is_test ? "test_paid" : "paid";
  }
}

function learntOf({ state, paid, reference, word, card, rrn, approval }: ProviderStatus): Learnt {
  const isTaken = state === "paid" || state === "held";
  return {
    word,
    ...(reference === null ? {} : { reference }),
    ...(isTaken ? { paid, hold: state === "held" } : {}),
    ...(card === undefined ? {} : { card }),
    ...(rrn === undefined ? {} : { rrn }),
    ...(approval === undefined ? {} : { approval }),
  };
}
