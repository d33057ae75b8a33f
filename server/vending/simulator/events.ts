import type { Happening } from "../demonstration/happening";
import type { Machine } from "../demonstration/machines";
import { CLUB_KEYS, type Scan } from "../demonstration/scans";
import { terminalOf } from "./ping";

/** A bill that people put in, kopecks. */
const BILL = 2_000;
/** From the card or code to the chosen drink, ms. */
const CHOOSING = 15_000;

/** The number on the bag of a collection. */
export const bagOf = (at: number): string => `B${at.toString(36).slice(-6).toUpperCase()}`;

/** What a unit tells of something that happened; `clock` writes a moment as the unit's own clock has it. Money in kopecks. */
export function eventsOf(
  machine: Machine,
  happening: Happening,
  clock: (at: number) => string,
): { id: string; t: string; at: string }[] {
  const { id, at } = happening;
  const event = (t: string, data: object = {}, part = "", earlier = 0) => ({
    id: `${id}${part}`,
    t,
    at: clock(at - earlier),
    ...data,
  });
  const scanned = ({ card, code, partner }: Scan, price: number) => [
    event(card, { code, partner, result: "accepted" }, "/accepted", CHOOSING),
    event(card, { code, partner, result: "vended", cell: cell?.selection, price }, "/vended"),
  ];
  // A unit asks for the cards that we know; what another partner's application pays for it settles with the partner.
  const paidWith = ({ card, code }: Scan) =>
    card === "partner" && !CLUB_KEYS.includes(code) ? {} : { paid: { card, code } };
  const cell = "cell" in happening ? machine.cells[happening.cell] : undefined;
  switch (happening.what) {
    case "vend":
      return [
        ...(happening.source === "cash" && cell
          ? cashFor(cell.price, happening.change).map(([t, value, count], index) =>
              event(t, { value, count }, `/${index}`),
            )
          : []),
        ...(happening.scan ? scanned(happening.scan, cell?.price ?? 0) : []),
        event("sale", {
          cell: cell?.selection,
          price: cell?.price ?? 0,
          source: happening.source,
          result: "vend_success",
          ...(happening.scan ? paidWith(happening.scan) : {}),
        }),
      ];
    case "failed":
      return [
        event("sale", {
          cell: cell?.selection,
          price: cell?.price ?? 0,
          source: happening.source,
          result: "vend_fail",
          ...(happening.why ? { code: happening.why } : {}),
        }),
      ];
    case "free":
      return [
        ...(happening.scan ? scanned(happening.scan, 0) : []),
        event("sale", {
          cell: cell?.selection,
          price: cell?.price ?? 0,
          source: "free",
          result: "vend_success",
          ...(happening.scan ? paidWith(happening.scan) : {}),
        }),
      ];
    case "test":
      return [
        event("sale", { cell: cell?.selection, price: cell?.price ?? 0, source: "test", result: "vend_success" }),
      ];
    case "fault":
    case "repair":
      return [event("error", { code: happening.event, active: happening.what === "fault" })];
    case "outage":
    case "power":
      return [event("power", { mains: happening.what === "power", mv: happening.what === "power" ? 24_100 : 11_800 })];
    case "opened":
    case "closed":
      return [event("door", { state: happening.what })];
    case "filled":
      return [event("maintenance", { filled: true, cleaned: true })];
    case "collected":
      return [event("collection", { bag: bagOf(at) })];
    case "warmth":
      return [event("temperature", { value: happening.celsius })];
    case "scan":
      return [event(happening.scan.card, { code: happening.scan.code, result: happening.outcome })];
    case "terminal":
      return [event("terminal", terminalOf(machine, happening.answers, at))];
    case "restarted":
      return [event("restart", { reason: happening.reason })];
  }
}

/** What went in and out for a price: the next full bill with coins back, or exactly. */
function cashFor(
  price: number,
  withChange: boolean,
): [kind: "bill_in" | "coin_in" | "coin_out", value: number, count: number][] {
  const bills = withChange ? Math.ceil(price / BILL) : Math.floor(price / BILL);
  const rest = price - bills * BILL;
  const moved: ReturnType<typeof cashFor> = [
    ["bill_in", BILL, bills],
    ["coin_in", rest, 1],
    ["coin_out", -rest, 1],
  ];
  return moved.filter(([, value, times]) => value > 0 && times > 0);
}
