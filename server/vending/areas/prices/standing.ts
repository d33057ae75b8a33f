import type { CommandState } from "~server/contract/commands";
import type { MachinePrices, PriceState } from "~server/contract/prices";

/** A cell of a planogram: what it sells and what that shall cost, kopecks. */
export interface WantedCell {
  cell: string;
  recipe: string;
  price: number;
}

/** What is known of a machine's prices; moments as ISO texts. */
export interface Known {
  /** Of its last audit, null in a cell of which it tells no price. */
  told: readonly { cell: string; price: number | null }[];
  read_at: string | null;
  /** The last word of a person about each cell. */
  confirmed: readonly { cell: string; price: number; at: string; author: string }[];
  /** The last order to its unit. */
  command: {
    state: CommandState;
    prices: readonly { cell: string; price: number }[];
    finished_at: string | null;
  } | null;
}

/** How far the prices have come, the cells that differ, and whose word counts where no audit tells. */
export function standingOf(
  wanted: readonly WantedCell[],
  known: Known,
): Pick<MachinePrices, "state" | "cells" | "by_hand"> {
  const knownOf = priceReader(known);
  const found = wanted.map(({ price, ...cell }) => ({ ...cell, wanted: price, ...knownOf(cell.cell) }));
  const cells = found
    .filter((one) => one.known !== one.wanted)
    .map(({ cell, recipe, wanted: price, known: told }) => ({ cell, recipe, wanted: price, known: told }));
  const byHand = found.flatMap(({ by }) => by ?? []).sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { state: cells.length ? openState(cells, known) : "confirmed", cells, by_hand: byHand[0] ?? null };
}

/** A cell's price by the last who told: its audit, or a person after it. "1" and "01" are one cell unless the audit tells both. */
function priceReader({ told, read_at, confirmed }: Known) {
  const exactly = new Map(told.map(({ cell, price }) => [cell, price]));
  const byNumber = new Map(told.toReversed().map(({ cell, price }) => [withoutZeros(cell), price]));
  const words = new Map(confirmed.map((word) => [word.cell, word]));
  return (cell: string): { known: number | null; by?: { author: string; at: string } } => {
    const audited = exactly.has(cell) ? exactly.get(cell) : byNumber.get(withoutZeros(cell));
    const word = words.get(cell);
    if (word && (audited === undefined || audited === null || isLater(word.at, read_at)))
      return { known: word.price, by: { author: word.author, at: word.at } };
    return { known: audited ?? null };
  };
}

const withoutZeros = (cell: string) => cell.replace(/^0+(?=.)/, "");
const isLater = (at: string, than: string | null) => than === null || Date.parse(at) > Date.parse(than);

/** An order counts as long as it asks for what is wanted and nobody took it back; an audit after it was done shows whether it was. */
function openState(
  cells: readonly { cell: string; wanted: number }[],
  { command, read_at }: Known,
): Exclude<PriceState, "confirmed"> {
  if (!command || command.state === "cancelled") return "wanted";
  const asked = new Map(command.prices.map(({ cell, price }) => [cell, price]));
  if (!cells.every(({ cell, wanted }) => asked.get(cell) === wanted)) return "wanted";
  if (command.state === "failed" || command.state === "expired") return "failed";
  const isInVain =
    command.state === "done" &&
    command.finished_at !== null &&
    read_at !== null &&
    isLater(read_at, command.finished_at);
  return isInVain ? "failed" : "sent";
}
