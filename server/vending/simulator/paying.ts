import type { UnitCommand } from "~server/contract/telemetry";
import type { Moment } from "../demonstration/calendar";
import { chance, type Random } from "../demonstration/random";

/** How often a machine will not take a credit, does not begin, or fails to vend. */
const REFUSES = 0.03;
const FAILS = 0.06;

/**
 * What a unit tells when an online payment wants something of its machine: it takes the credit, hears that it is paid,
 * and on "start" makes the product. A command whose time is over is not obeyed: its money is on the way back.
 */
export function paymentEvents(
  { id, name, payment, expires_at }: UnitCommand,
  clock: (at: Moment) => string,
  now: Moment,
  random: Random,
): { id: string; t: string; at: string }[] {
  const answer = (state: "done" | "failed", message?: string) => ({
    id: `command/${id}/${state}`,
    t: "command_result",
    at: clock(now),
    command: id,
    state,
    ...(message ? { message } : {}),
  });
  if (!payment || Date.parse(expires_at) < now) return [answer("failed", "too late")];
  if (name === "credit_added" && chance(random, REFUSES)) return [answer("failed", "out of order")];
  if (name !== "start") return [answer("done")];
  const about = { payment: payment.id, cell: payment.cell };
  const isMade = !chance(random, FAILS);
  return [
    answer("done"),
    { id: `preparation/${payment.id}`, t: "preparation", at: clock(now), ...about },
    {
      id: `paid/${payment.id}`,
      t: "sale",
      at: clock(now),
      ...about,
      ...{ price: payment.amount, source: "cashless1", result: isMade ? "vend_success" : "vend_fail" },
      ...(isMade ? {} : { code: "EJK" }),
    },
  ];
}
