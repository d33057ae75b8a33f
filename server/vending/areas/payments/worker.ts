import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { ENDS } from "~server/contract/payments";
import { type Db, only, rows, run, transaction } from "../../database/query";
import { providerOfPayment } from "./accounts";
import { advance, findPayment, lockPayment, PAYMENT, type PaymentRow, paymentRow, secondsOf } from "./advance";
import { askProvider, orderOf } from "./ask";
import { ProviderBusy, ProviderRefused, ProviderUnknown } from "./providers/provider";
import { callbackUrl, returnUrl } from "./sites";
import type { Machinery } from "./machinery";
import { reconcile } from "./reconcile";
import { settleDue } from "./settle";

/** Payments looked at side by side, and for how long one belongs to who took it: longer than a provider is waited for. */
const AT_ONCE = 20;
const LEASE = sql`interval '40 seconds'`;
/** How often it is looked for what is due. */
const EVERY_MS = 500;

/** Seconds between questions while a customer pays, and when nobody waits for the money any more. */
const PAYING_S = [2, 2, 3, 3, 5, 5, 8, 8, 10] as const;
const WATCHING_S = [15, 30, 60, 120, 300, 600] as const;
const pauseOf = (pauses: readonly number[], tries: number): number => pauses[Math.min(tries, pauses.length - 1)] ?? 10;

/** Looks at everything that is due, once; any number of processes may. Answers how much there was. */
export async function workDue(machinery: Machinery): Promise<number> {
  const due = await claim(machinery.pool);
  await Promise.all(due.map((payment) => work(machinery, payment)));
  return due.length + (await settleDue(machinery));
}

const claim = (pool: Pool): Promise<PaymentRow[]> =>
  rows(
    pool,
    paymentRow,
    sql`
    update payments p set leased_until = clock_timestamp() + ${LEASE} where p.id in (
      select id from payments where due_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
      order by due_at limit ${AT_ONCE} for update skip locked) returning ${PAYMENT}`,
  );

async function work(machinery: Machinery, payment: PaymentRow): Promise<void> {
  let wait: number | undefined;
  try {
    wait = await look(machinery, payment);
  } catch (error) {
    wait = waitAfter(error, payment);
    if (wait === undefined) {
      console.error(`Payment ${payment.id}:`, error);
      wait = pauseOf(WATCHING_S, payment.tries);
    }
  }
  await lookAgain(machinery.pool, payment, wait);
}

/** Answers in how many seconds it is to be looked at again, if it is still where it was. */
async function look(machinery: Machinery, payment: PaymentRow): Promise<number | undefined> {
  const { pool } = machinery;
  const { place, is_late, is_watched } = payment;
  const isOver = ENDS.some((end) => end === place);
  if (isOver && !is_watched) return undefined;
  if (isOver || place === "payment") {
    await askProvider(pool, await providerOfPayment(pool, machinery.providers, payment), payment).catch(
      (error: unknown) => {
        // Nobody knows; when the time is up that is what happened.
        if (!(is_late && error instanceof ProviderUnknown)) throw error;
      },
    );
    if (is_late) await late(pool, payment);
    return pauseOf(isOver ? WATCHING_S : PAYING_S, payment.tries);
  }
  if (is_late) await late(pool, payment);
  else if (place === "invoice_creation") await openOrder(machinery, payment);
  return undefined;
}

const late = (pool: Pool, { id, place }: PaymentRow) =>
  transaction(pool, async (tx) => {
    const now = await lockPayment(tx, id);
    if (now.place === place && now.is_late) await advance(tx, id, "late", "clock");
  });

/**
 * Opens the order at the provider, under the key that is ours since the payment was begun. Where no answer came it is
 * asked whether there is something to know; an address that nobody was shown cannot be paid at, so it may be opened again.
 */
async function openOrder({ pool, providers, sites }: Machinery, payment: PaymentRow): Promise<void> {
  const provider = await providerOfPayment(pool, providers, payment);
  if (payment.tries > 0) {
    await askProvider(pool, provider, payment);
    // What is paid or declined by now is not opened once more.
    if ((await findPayment(pool, sql`p.id = ${payment.id}`))?.place !== payment.place) return;
  }
  const { expires, code, label, hold } = await only(
    pool,
    z.object({ expires: z.number(), code: z.string(), label: z.string(), hold: z.boolean() }),
    sql`select ${secondsOf("payment")} as expires, d.pay_code as code, d.serial_number as label, coalesce((select s.hold_payments from settings s), false) as hold
    from payments p join devices d on d.id = p.device_id where p.id = ${payment.id}`,
  );
  try {
    const { reference, url } = await provider.create({
      ...orderOf(payment),
      description: [payment.name, label].filter(Boolean).join(" · ").slice(0, 100),
      language: payment.language,
      returnUrl: returnUrl(sites, code, payment.token),
      callbackUrl: callbackUrl(sites, payment.account_id),
      expiresInS: expires,
      hold: hold && provider.holds,
    });
    await transaction(pool, (tx) => takeOrder(tx, payment.id, reference, url));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await transaction(pool, (tx) => advance(tx, payment.id, "declined", "provider", { words: error.message }));
  }
}

/** The reference is kept even where nobody waits for the order any more: it can be asked by. */
async function takeOrder(tx: Db, id: number, reference: string | null, url: string) {
  const learnt = { url, ...(reference === null ? {} : { reference }) };
  if (await advance(tx, id, "invoiced", "provider", { learnt })) return;
  if (reference !== null)
    await run(tx, sql`update payments set reference = ${reference} where id = ${id} and reference is null`);
}

/** Undefined: a mistake of ours. */
function waitAfter(error: unknown, { tries, place }: PaymentRow): number | undefined {
  if (error instanceof ProviderBusy) return error.retryAfterS;
  if (error instanceof ProviderUnknown || error instanceof ProviderRefused)
    return pauseOf(place === "payment" || place === "invoice_creation" ? PAYING_S : WATCHING_S, tries);
  return undefined;
}

/**
 * Lets a payment go: unless it went on meanwhile it is due again after a while, or at a deadline that comes before, or
 * never. One that is over has no deadline; one past its deadline is waited for as long as any, or it would be asked about
 * without a pause.
 */
async function lookAgain(pool: Pool, { id, place }: PaymentRow, wait: number | undefined): Promise<void> {
  const next: SQL =
    wait === undefined
      ? sql`p.deadline`
      : sql`least(clock_timestamp() + make_interval(secs => ${wait}), case when p.deadline > clock_timestamp() then p.deadline end)`;
  await run(
    pool,
    sql`update payments p set leased_until = null, tries = p.tries + 1, due_at = case when p.deadline is null and p.watched_until is null then null else ${next} end
    where p.id = ${id} and p.place = ${place}`,
  );
}

/** How often it is looked whether there is something to reconcile. */
const RECONCILE_MS = 10 * 60_000;

/** Looks after payments until stopped; any number of processes may, and whatever one left off another goes on with. */
export function runPayments(machinery: Machinery): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const compared = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(RECONCILE_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) await reconcile(machinery).catch((error: unknown) => console.error(error));
    }
  })();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, machinery.woken()]);
      const did = await workDue(machinery).catch((error: unknown) => {
        if (!stopping.signal.aborted) console.error(error);
        return 0;
      });
      if (!did) await sleep(EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([done, compared]);
    },
  };
}
