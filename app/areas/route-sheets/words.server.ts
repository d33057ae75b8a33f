import type { SheetFill, SheetLoad, SheetStop } from "~server/contract/route-sheets";
import type { Context } from "~server/web/guard.server";
import { quantityText } from "~/areas/logistics/place.server";
import { dueText, hoursText } from "~/areas/needs/words.server";
import type { Tone } from "~/ui/tone";

type Words = Pick<Context, "t" | "format">;

export const STOP_TONE: Record<SheetStop["status"], Tone> = { unserved: "neutral", service: "warn", served: "ok" };

/** "12.5 kg"; a dash for what nobody knows. */
export const amountOf = (words: Words, amount: number | null, { unit }: Pick<SheetLoad | SheetFill, "unit">): string =>
  amount === null ? "—" : quantityText(words, { quantity: Math.round(amount * 1_000) / 1_000, unit });

/** "3 packs of 1,000 g and 250 g", or the amount where nobody said what a pack has. */
export function packsOf(words: Words, load: SheetLoad): string {
  const { t, format } = words;
  if (load.pack === null) return "—";
  const whole = Math.floor(load.picked / load.pack + 1e-6);
  const rest = Math.max(0, Math.round((load.picked - whole * load.pack) * 1_000) / 1_000);
  if (whole === 0) return amountOf(words, rest, load);
  const packs = t("needs:packs", { count: whole, shown: format.number(whole) });
  return rest > 0 ? t("route-sheets:packs_and", { packs, rest: amountOf(words, rest, load) }) : packs;
}

/** What a slot is called: its ingredient, or its cell with what lies in it. */
export function slotLabel({ t }: Words, { slot, ingredient }: SheetFill): string {
  const [kind, number = ""] = slot.split(":");
  return kind === "cell"
    ? [t("route-sheets:cell", { number }), ingredient?.label].filter(Boolean).join(", ")
    : (ingredient?.label ?? number);
}

/** Where a machine stands, in a line. */
export const placeOf = ({ location, city, address }: SheetStop): string =>
  [location?.label, city, address].filter(Boolean).join(", ");

/** When a crew is expected, and when the place is open: "09:35 · open 08:00–19:00". */
export const dueOf = (words: Words, stop: SheetStop): string =>
  [dueText(stop), hoursText(words, stop)].filter(Boolean).join(" · ");

/** Opens the map application of a phone; nothing without coordinates. */
export const mapOf = ({ latitude, longitude }: SheetStop): string | undefined =>
  latitude === null || longitude === null ? undefined : `geo:${latitude},${longitude}?q=${latitude},${longitude}`;

export const myStopPath = (id: number): string => `/my_route/stops/${id}`;
export const stepPath = (id: number, step: "load" | "complete"): string => `/my_route/${id}/${step}`;
