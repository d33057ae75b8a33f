import { type SQL, sql } from "drizzle-orm";
import type { Deed, PaymentCommand } from "~server/contract/payments";
import { type Db, run } from "../../database/query";
import type { PaymentRow } from "./advance";

type Does = (tx: Db, payment: PaymentRow) => Promise<unknown>;

/** What a step of a payment brings about, in the step's transaction. */
export const does: Record<Deed, Does> = {
  credit: (tx, payment) => tell(tx, payment, "credit_added"),
  notify: (tx, payment) => tell(tx, payment, "paid"),
  start: (tx, payment) => tell(tx, payment, "start"),
  recall: (tx, { id }) =>
    run(
      tx,
      sql`update device_commands set state = 'cancelled', finished_at = now() where payment_id = ${id} and state in ('queued', 'sent')`,
    ),
  // The worker opens the order: the payment is due at once.
  invoice: async () => undefined,
  watch: (tx, { id }) =>
    run(
      tx,
      sql`update payments set due_at = clock_timestamp() + ${FIRST_LOOK}, watched_until = clock_timestamp() + ${WATCHED} where id = ${id}`,
    ),
  refund: (tx, payment) => settle(tx, payment, "refund", sql`p.paid - p.refunded - ${underWay(sql`p.id`)}`),
  capture: (tx, payment) => (payment.hold ? settle(tx, payment, "capture", sql`p.amount`) : Promise.resolve()),
  withdraw: (tx, { id }) =>
    run(
      tx,
      sql`update payment_settlements set state = 'withdrawn', due_at = null where payment_id = ${id} and ${WITHDRAWABLE}`,
    ),
  give_away: (tx, { id }) => run(tx, sql`update payments set given_away = true where id = ${id}`),
};

/** When the provider is first asked about a payment that nobody waits for, and how long it can still bring money. */
const FIRST_LOOK = sql`interval '10 seconds'`;
const WATCHED = sql`interval '1 hour'`;

/** Refunds of a payment that are not done and will be. */
export const underWay = (payment: SQL): SQL =>
  sql`coalesce((select sum(s.amount) from payment_settlements s where s.payment_id = ${payment} and s.kind = 'refund' and s.state in ('requested', 'sent', 'failed')), 0)`;
/** An automatic refund that the provider has not heard of. */
export const WITHDRAWABLE = sql`kind = 'refund' and key = 'auto' and state = 'requested' and tries = 0`;

/** What is to be had of the provider; nothing where nothing is left. Held money that goes back is released whole. */
const settle = (tx: Db, { id }: PaymentRow, kind: "refund" | "capture", amount: SQL) =>
  run(
    tx,
    sql`insert into payment_settlements (payment_id, kind, key, amount, due_at)
    select p.id, ${kind}, 'auto', ${amount}, clock_timestamp() from payments p where p.id = ${id} and ${amount} > 0
    on conflict (payment_id, kind, key) do nothing`,
  );

/** A command to the machine's unit, which waits as long as the stage may take. */
const tell = (tx: Db, { id }: PaymentRow, command: PaymentCommand) =>
  run(
    tx,
    sql`insert into device_commands (device_id, telemetry_id, name, payment_id, key, author_id, author, expires_at)
    select p.device_id, t.id, ${command}, p.id, ${`payment ${id} ${command}`}, 0, '', p.deadline
    from payments p join telemetries t on t.device_id = p.device_id where p.id = ${id} and p.deadline is not null
    on conflict (device_id, key) do nothing`,
  );
