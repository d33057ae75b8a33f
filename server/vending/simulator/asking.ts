import { z } from "zod";
import { type AskAnswer, askAnswerSchema } from "~server/contract/authorise";
import { MINUTE, type Moment } from "../demonstration/calendar";

/** Of a longer ago a unit does not ask any more: it sold without. */
const ASKED_WITHIN = 2 * MINUTE;

const envelope = z.object({ data: askAnswerSchema });
/** What an answer to an ask says. */
export const askAnswerOf = async (answer: Response): Promise<AskAnswer> => envelope.parse(await answer.json()).data;

const sale = z.looseObject({
  id: z.string(),
  t: z.literal("sale"),
  at: z.string(),
  cell: z.string(),
  price: z.number(),
  result: z.literal("vend_success"),
  paid: z.looseObject({ card: z.string(), code: z.string(), hold: z.undefined() }),
});
/** A vend that asks. */
export type AskedSale = z.infer<typeof sale>;

/**
 * Asks for what was chosen with a key or a code just now, by the unit's clock, and answers the events as they are then:
 * a vend names its ask, and its scan what was taken with a discount; who was refused paid another way. Without an answer
 * it was vended without asking.
 */
export async function asked(
  events: readonly object[],
  now: Moment,
  ask: (sale: AskedSale) => Promise<AskAnswer | undefined>,
): Promise<object[]> {
  const answers = new Map<string, { sale: AskedSale; answer: AskAnswer }>();
  for (const one of recentSales(events, now)) {
    const answer = await ask(one);
    if (answer) answers.set(one.id, { sale: one, answer });
  }
  return events.flatMap((event) => {
    const [id = "", part] = "id" in event ? String(event.id).split(/\/(?=[a-z]+$)/) : [];
    const known = answers.get(id);
    if (!known) return [event];
    const { sale, answer } = known;
    const { paid, ...rest } = sale;
    if (part === undefined) return [answer.result === "accepted" ? { ...rest, paid: { ...paid, hold: id } } : rest];
    if (answer.result === "accepted")
      return [part === "vended" && answer.discount ? { ...event, price: answer.price } : event];
    return part === "vended" ? [] : part === "accepted" ? [{ ...event, result: answer.result }] : [event];
  });
}

const recentSales = (events: readonly object[], now: Moment): AskedSale[] =>
  events.flatMap((event) => {
    if (!("paid" in event) || !("at" in event) || Date.parse(String(event.at)) < now - ASKED_WITHIN) return [];
    const read = sale.safeParse(event);
    return read.success ? [read.data] : [];
  });
