import { sql } from "drizzle-orm";
import { z } from "zod";
import { SETTLEMENTS } from "~server/contract/payments";
import { only, rows, run, transaction } from "../../database/query";
import { providerOfPayment } from "./accounts";
import { lockPayment } from "./advance";
import { orderOf } from "./ask";
import { byHand } from "./by-hand";
import { ProviderBusy, ProviderRefused, ProviderUnknown } from "./providers/provider";
import type { Machinery } from "./machinery";

/** Seconds until a refund is sent again: two days in all. */
const PAUSES_S = [20, 40, 60, 300, 900, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400] as const;
/** A provider's definite no may be a lack of money on the account, which passes: so often it is heard. */
const REFUSALS = 4;
const AT_ONCE = 10;
const LEASE = sql`interval '60 seconds'`;

const settlementRow = z.object({
  id: z.number(),
  payment_id: z.number(),
  kind: z.enum(SETTLEMENTS),
  amount: z.number(),
  tries: z.number(),
  refusals: z.number(),
});
type Settlement = z.infer<typeof settlementRow>;

/** Sends refunds that are due, and takes held money; a payment's go one after another. It is written down that one goes out before it does. */
export async function settleDue(machinery: Machinery): Promise<number> {
  const due = await rows(
    machinery.pool,
    settlementRow,
    sql`
    update payment_settlements x set state = 'sent', sent_at = coalesce(x.sent_at, clock_timestamp()), tries = x.tries + 1, leased_until = clock_timestamp() + ${LEASE}
    where x.id in (
      select s.id from payment_settlements s where s.due_at <= clock_timestamp() and (s.leased_until is null or s.leased_until < clock_timestamp())
        and not exists (select 1 from payment_settlements e where e.payment_id = s.payment_id and e.id < s.id and e.state in ('requested', 'sent'))
      order by s.due_at limit ${AT_ONCE} for update skip locked)
    returning x.id, x.payment_id, x.kind, x.amount, x.tries, x.refusals`,
  );
  await Promise.all(due.map((one) => send(machinery, one)));
  return due.length;
}

async function send(machinery: Machinery, settlement: Settlement): Promise<void> {
  try {
    if ((await ask(machinery, settlement)) === "done") await finish(machinery, settlement);
    else await again(machinery, settlement, pauseOf(settlement));
  } catch (error) {
    if (error instanceof ProviderBusy) await again(machinery, settlement, error.retryAfterS);
    else if (error instanceof ProviderUnknown) await again(machinery, settlement, pauseOf(settlement), error.message);
    else if (error instanceof ProviderRefused) await refused(machinery, settlement, error.message);
    else {
      console.error(`Payment ${settlement.payment_id}:`, error);
      await again(machinery, settlement, pauseOf(settlement));
    }
  }
}

const pauseOf = ({ tries }: Settlement): number => PAUSES_S[Math.min(tries, PAUSES_S.length) - 1] ?? 5;

async function ask(
  { pool, providers }: Machinery,
  { id, payment_id, kind, amount }: Settlement,
): Promise<"done" | "pending"> {
  const payment = await transaction(pool, (tx) => lockPayment(tx, payment_id));
  const provider = await providerOfPayment(pool, providers, payment);
  const order = orderOf(payment);
  const isHeld = payment.hold && !(await isCaptured(pool, payment_id));
  if (kind === "refund" && !isHeld)
    return provider.refund(order, { key: `${payment.order_key.slice(0, 8)}-${id}`, amount, before: payment.refunded });
  await (kind === "capture" ? provider.capture(order, amount) : provider.release(order));
  return "done";
}

const isCaptured = async (pool: Machinery["pool"], payment: number): Promise<boolean> =>
  (await run(
    pool,
    sql`select 1 from payment_settlements where payment_id = ${payment} and kind = 'capture' and state = 'done'`,
  )) > 0;

async function finish({ pool }: Machinery, { id, payment_id, kind, amount }: Settlement): Promise<void> {
  await transaction(pool, async (tx) => {
    await lockPayment(tx, payment_id);
    const isNew = await run(
      tx,
      sql`update payment_settlements set state = 'done', done_at = clock_timestamp(), due_at = null, leased_until = null, words = null where id = ${id} and state = 'sent'`,
    );
    if (isNew && kind === "refund")
      await run(tx, sql`update payments set refunded = refunded + ${amount} where id = ${payment_id}`);
  });
}

/** Nobody knows, or it is under way: it is sent again later, which the provider's side makes harmless; in the end a person has to look. */
async function again(
  machinery: Machinery,
  settlement: Settlement,
  seconds: number,
  words: string | null = null,
): Promise<void> {
  if (settlement.tries > PAUSES_S.length) return giveUp(machinery, settlement, words);
  await run(
    machinery.pool,
    sql`update payment_settlements set due_at = clock_timestamp() + make_interval(secs => ${seconds}), leased_until = null, words = ${words}
    where id = ${settlement.id} and state = 'sent'`,
  );
}

async function refused(machinery: Machinery, settlement: Settlement, words: string): Promise<void> {
  const { refusals } = await only(
    machinery.pool,
    z.object({ refusals: z.number() }),
    sql`update payment_settlements set refusals = refusals + 1 where id = ${settlement.id} returning refusals`,
  );
  if (refusals >= REFUSALS) await giveUp(machinery, settlement, words);
  else await again(machinery, settlement, pauseOf(settlement), words);
}

const giveUp = ({ pool }: Machinery, { id }: Settlement, words: string | null): Promise<void> =>
  transaction(pool, (tx) => byHand(tx, id, words));
