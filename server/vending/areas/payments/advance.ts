import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { PLACES, type Cause, type PaymentNews, STAGES, type Stage } from "~server/contract/payments";
import { standing, type Transition, transitionOf } from "~server/contract/payment-transitions";
import { type Db, name, one, only, run } from "../../database/query";
import { TODAY } from "../../time";
import { does } from "./deeds";

/** A payment as its machinery knows it. Kopecks. */
export const paymentRow = z.object({
  id: z.number(),
  device_id: z.number(),
  account_id: z.number(),
  place: z.enum(PLACES),
  token: z.string(),
  order_key: z.string(),
  language: z.enum(["uk", "en", "pl"]),
  is_test: z.boolean(),
  selection: z.string().nullable(),
  name: z.string().nullable(),
  amount: z.number().nullable(),
  hold: z.boolean(),
  url: z.string().nullable(),
  reference: z.string().nullable(),
  paid: z.number(),
  refunded: z.number(),
  made_at: z.string().nullable(),
  tries: z.number(),
  /** The stage has taken longer than it may; the provider need not be asked any more. */
  is_late: z.boolean(),
  is_watched: z.boolean(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const PAYMENT = sql`p.id, p.device_id, p.account_id, p.place, p.token, p.order_key, p.language, p.is_test, p.selection, p.name, p.amount, p.hold, p.url,
  p.reference, p.paid, p.refunded, p.made_at, p.tries, coalesce(p.deadline <= clock_timestamp(), false) as is_late, coalesce(p.watched_until > clock_timestamp(), false) as is_watched`;

/** Takes a payment for the rest of the transaction. */
export const lockPayment = (tx: Db, id: number): Promise<PaymentRow> =>
  only(tx, paymentRow, sql`select ${PAYMENT} from payments p where p.id = ${id} for update`);

/** Columns that come with the news: what was chosen, what the provider says. */
export type Learnt = Partial<Record<(typeof LEARNT)[number], string | number | boolean | null>>;
const LEARNT = [
  "selection",
  "name",
  "recipe_id",
  "amount",
  "url",
  "reference",
  "word",
  "card",
  "rrn",
  "approval",
  "paid",
  "hold",
  "sale_id",
  "made_at",
] as const;
export const learns = (learnt: Learnt): SQL[] =>
  LEARNT.flatMap((column) => (learnt[column] === undefined ? [] : [sql`${name(column)} = ${learnt[column]}`]));

export interface Said {
  learnt?: Learnt;
  /** Of the unit or the provider. */
  words?: string | null;
  author?: { id: number; full_name: string };
}

/**
 * What happened to a payment: the table of transitions says what becomes of it, and nothing else does. Writes the step,
 * counts what is counted and does what is to be done, in the caller's transaction. Undefined, and nothing changed, where
 * the table has no row for it.
 */
export async function advance(
  tx: Db,
  id: number,
  news: PaymentNews,
  by: Cause,
  { learnt = {}, words = null, author }: Said = {},
): Promise<Transition | undefined> {
  const before = await lockPayment(tx, id);
  const step = transitionOf(before.place, news, by);
  if (!step) return undefined;
  const { stage } = standing(step.to);
  await run(
    tx,
    sql`update payments p set ${sql.join(
      [
        sql`place = ${step.to}`,
        ...(step.from === step.to ? [] : [sql`since = clock_timestamp(), tries = 0, leased_until = null`]),
        ...(stage ? [sql`deadline = ${timesOf(stage).deadline}, due_at = ${timesOf(stage).due}`] : [ENDED]),
        ...(step.counts ? [sql`counter = ${step.counts}`] : step.to === "vend_success" ? [sql`counter = null`] : []),
        ...learns(learnt),
      ],
      sql`, `,
    )} where p.id = ${id}`,
  );
  await run(
    tx,
    sql`insert into payment_steps (payment_id, number, at, from_place, news, cause, to_place, counter, words, author_id, author)
    select ${id}::integer, coalesce(max(number), 0) + 1, clock_timestamp(), ${step.from}, ${news}, ${by}, ${step.to}, ${step.counts ?? null}, ${words}, ${author?.id ?? null}::integer, ${author?.full_name ?? null}
    from payment_steps where payment_id = ${id}`,
  );
  const failed = standing(step.from).stage;
  if (step.counts && failed) await countError(tx, before.device_id, failed, step.counts);
  const after = await lockPayment(tx, id);
  for (const deed of step.does ?? []) await does[deed](tx, after);
  return step;
}

/** So many seconds a stage may take. */
export const secondsOf = (stage: Stage): SQL =>
  sql`coalesce((select s.${name(stage)} from settings s), ${STAGES[stage].seconds}::integer)`;

/** Stages in which the provider is to be spoken to at once; at all others only their end is waited for. */
const SPOKEN: readonly Stage[] = ["invoice_creation", "payment"];
/** Until when a stage that begins now may take, and when it is looked at next. */
export const timesOf = (stage: Stage): { deadline: SQL; due: SQL } => {
  const deadline = sql`clock_timestamp() + make_interval(secs => ${secondsOf(stage)})`;
  return { deadline, due: SPOKEN.includes(stage) ? sql`clock_timestamp()` : deadline };
};
const ENDED = sql`deadline = null, due_at = case when p.watched_until > clock_timestamp() then p.due_at end, ended_at = coalesce(p.ended_at, clock_timestamp())`;

const countError = (tx: Db, device: number, stage: Stage, counter: string) =>
  run(
    tx,
    sql`insert into payment_errors as e (device_id, day, stage, counter, count) values (${device}, ${TODAY}, ${stage}, ${counter}, 1)
    on conflict (device_id, day, stage, counter) do update set count = e.count + 1`,
  );

/** The payment as it stands, if there is one. */
export const findPayment = (db: Db, where: SQL): Promise<PaymentRow | undefined> =>
  one(db, paymentRow, sql`select ${PAYMENT} from payments p where ${where}`);
