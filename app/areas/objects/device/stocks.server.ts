import type { StockSlot } from "~server/contract/device-state";
import type { Context } from "~server/web/guard.server";
import type { Tone } from "~/ui/tone";

type Words = Pick<Context, "t" | "format">;
type Held = Pick<StockSlot, "slot" | "label" | "kind" | "unit" | "capacity">;

/** What people call a slot: its ingredient, or the cell with what lies in it. */
export function slotName({ t }: Words, { slot, label, kind }: Held): string {
  const cell = slot.replace("cell:", "");
  return kind === "cell" ? t("device:event.cell", { cell }) + (label === cell ? "" : ` · ${label}`) : label;
}

export const slotUnit = ({ t }: Words, { unit }: Held): string => t(`options:ingredient_unit.${unit}`);

/** "1 200 of 2 500 g (48 %)". */
export const levelText = (words: Words, held: Held, level: number): string =>
  words.t("device:level", {
    level: words.format.number(level, 1),
    capacity: words.format.quantity(held.capacity, slotUnit(words, held)),
    share: words.format.percent(shareOf(held, level)),
  });

const shareOf = ({ capacity }: Held, level: number) => (capacity > 0 ? level / capacity : 0);

/** How a level stands by its share of a full one. */
export const levelTone = (share: number): Tone => (share < 0.15 ? "bad" : share < 0.35 ? "warn" : "ok");

/** A slot as a bar. */
export function stockBar(words: Words, slot: StockSlot) {
  const share = shareOf(slot, slot.level);
  return {
    id: slot.slot,
    share,
    tone: levelTone(share),
    label: slotName(words, slot),
    text: levelText(words, slot, slot.level),
  };
}
