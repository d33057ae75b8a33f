import { sql } from "drizzle-orm";
import { z } from "zod";
import { PAYMENT_COMMANDS, type PaymentCommand, type PaymentNews } from "~server/contract/payments";
import type { UnitEvent } from "~server/contract/telemetry-events";
import { type Db, list, only, rows, run } from "../../database/query";
import type { Moment } from "../../time";
import { saleIdOf } from "../sales/book";
import { advance, lockPayment, type PaymentRow, type Said } from "./advance";
import { WITHDRAWABLE } from "./deeds";

/** Something that a unit told, new to us. */
export interface Told {
  device: number;
  unit: number;
  event: { id: string; at: Moment; boxAt: Moment; content: UnitEvent | null };
}
/** A vend for an online payment as it is booked: its price is what was paid, or nothing where that went back. */
export type Booking = { source: "cashless1"; price: number } | { source: "free" };
const GIVEN_AWAY: Booking = { source: "free" };
/** By the vend's sale id. */
export type Bookings = ReadonlyMap<string, Booking>;

const AFTER: Partial<Record<UnitEvent["t"], number>> = { command_result: 0, selection: 1, preparation: 2, sale: 3 };

/**
 * Takes over what units say of online payments: answers to commands, choices, the beginning and the end of making. In
 * whatever order it comes, the table of transitions decides. Answers how the vends among it are booked.
 */
export async function tellPayments(tx: Db, told: readonly Told[]): Promise<Bookings> {
  const news = told.filter(({ event: { content } }) => content && content.t in AFTER);
  const answers = await answersOf(tx, news);
  const about = [...answers, ...news.flatMap(eventOf)];
  const bookings = new Map<string, Booking>();
  if (!about.length) return bookings;
  const known = await lockPayments(tx, about);
  for (const one of about.sort((a, b) => rank(a) - rank(b))) {
    const payment = known.get(one.payment);
    // Nobody paid for what was vended for a payment that is not there.
    const booking = payment?.device_id === one.told.device ? await take(tx, one) : GIVEN_AWAY;
    if (booking) bookings.set(saleIdOf(one.told.unit, one.told.event.id), booking);
  }
  return bookings;
}

interface About {
  payment: number;
  told: Told;
  /** Of a command's answer: which command. */
  command?: PaymentCommand;
}

const rank = ({ told: { event } }: About) => AFTER[event.content?.t ?? "sale"] ?? 0;

const eventOf = (told: Told): About[] => {
  const { content } = told.event;
  const payment = content && "payment" in content ? content.payment : undefined;
  return payment === undefined ? [] : [{ payment, told }];
};

const commandRow = z.object({
  id: z.number(),
  unit: z.number(),
  payment: z.number(),
  name: z.enum(["credit_added", "paid", "start"]),
});

async function answersOf(tx: Db, news: readonly Told[]): Promise<About[]> {
  const results = news.flatMap((told) =>
    told.event.content?.t === "command_result" ? [{ told, command: told.event.content.command }] : [],
  );
  if (!results.length) return [];
  const found = await rows(
    tx,
    commandRow,
    sql`select id, telemetry_id as unit, payment_id as payment, name from device_commands
    where id = any(${list([...new Set(results.map(({ command }) => command))], "integer")}) and payment_id is not null`,
  );
  return results.flatMap(({ told, command }) => {
    const mine = found.find(({ id, unit }) => id === command && unit === told.unit);
    return mine ? [{ payment: mine.payment, told, command: mine.name }] : [];
  });
}

const lockedRow = z.object({ id: z.number(), device_id: z.number() });

/** In the order of their ids, so that two batches never wait for each other in a circle. */
async function lockPayments(tx: Db, about: readonly About[]): Promise<Map<number, z.infer<typeof lockedRow>>> {
  const found = await rows(
    tx,
    lockedRow,
    sql`select id, device_id from payments where id = any(${list([...new Set(about.map(({ payment }) => payment))], "integer")}) order by id for update`,
  );
  return new Map(found.map((one) => [one.id, one]));
}

async function take(tx: Db, { payment, told, command }: About): Promise<Booking | undefined> {
  const { content } = told.event;
  switch (content?.t) {
    case "command_result":
      if (command) await takeAnswer(tx, payment, command, content);
      return undefined;
    case "selection":
      await advance(tx, payment, "chosen", "unit", { learnt: await chosen(tx, payment, content) });
      return undefined;
    case "preparation":
      await advance(tx, payment, "started", "unit");
      return undefined;
    case "sale":
      return takeVend(tx, payment, told, content);
    default:
      return undefined;
  }
}

async function takeAnswer(
  tx: Db,
  id: number,
  command: PaymentCommand,
  { state, message }: { state: string; message?: string | undefined },
): Promise<void> {
  const said: Said = { words: message ?? null };
  if (state === "failed") {
    // A no to what is over long since is no news.
    const { place } = await lockPayment(tx, id);
    if (PAYMENT_COMMANDS[command].some((stage) => stage === place)) await advance(tx, id, "refused", "unit", said);
    return;
  }
  const news: Partial<Record<string, PaymentNews>> = {
    "credit_added delivered": "reached",
    "credit_added done": "credited",
    "paid done": "told",
  };
  const happened = news[`${command} ${state}`];
  if (!happened || !(await advance(tx, id, happened, "unit", said))) return;
  if (happened !== "credited") return;
  // Chosen on the phone before the machine was ready.
  const { selection } = await lockPayment(tx, id);
  if (selection !== null) await advance(tx, id, "chosen", "customer");
}

const productRow = z.object({ recipe: z.number().nullable(), name: z.string().nullable() });

/** What stands in a cell of the payment's machine; its price is what the machine showed. */
async function chosen(tx: Db, id: number, { cell, price }: { cell: string; price: number }) {
  const { recipe, name } = await only(
    tx,
    productRow,
    sql`select c.recipe_id as recipe, r.name from payments p left join devices d on d.id = p.device_id
      left join planogram_cells c on c.planogram_id = d.planogram_id and c.cell = ${cell} left join recipes r on r.id = c.recipe_id where p.id = ${id} limit 1`,
  );
  return { selection: cell, amount: price, recipe_id: recipe, name };
}

/** The end of making. What was vended for money that is on its way back, or twice, is given away. */
async function takeVend(
  tx: Db,
  id: number,
  { unit, event }: Told,
  { result, code }: { result: string; code?: string | undefined },
): Promise<Booking | undefined> {
  if (result === "vend_fail") {
    await advance(tx, id, "not_made", "unit", { words: code ?? null });
    return undefined;
  }
  const before = await lockPayment(tx, id);
  const at = new Date(event.boxAt).toISOString();
  // A unit that was reset tells its vends again under other ids: it is the same vend.
  if (before.place === "vend_success" && before.made_at === at) return sold(before);
  const learnt = { sale_id: saleIdOf(unit, event.id), made_at: at };
  if (before.place !== "vend_fail" || (await canWithdraw(tx, id))) {
    if (await advance(tx, id, "made", "unit", { learnt })) return sold(before);
  }
  await advance(tx, id, "made_too_late", "unit", { learnt });
  return GIVEN_AWAY;
}

const sold = ({ amount, paid }: PaymentRow): Booking => ({ source: "cashless1", price: amount ?? paid });

/** Whether the refund of a payment has not gone out; then it will not before the transaction ends. */
const canWithdraw = async (tx: Db, id: number): Promise<boolean> =>
  (await run(tx, sql`select 1 from payment_settlements where payment_id = ${id} and ${WITHDRAWABLE} for update`)) > 0;
