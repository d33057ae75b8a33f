import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { DeviceCell } from "~server/contract/device-cells";
import type { DeviceForecast } from "~server/contract/needs";
import type { DevicePrices } from "~server/contract/prices";
import type { Context } from "~server/web/guard.server";
import { type FaceCell, MachineFace } from "~/ui/machine-face";
import { levelTone } from "./stocks.server";

type Words = Pick<Context, "t" | "format">;

interface Known {
  cells: readonly DeviceCell[];
  per_shelf: number | null;
  prices: DevicePrices;
  forecast: DeviceForecast;
}

/** How long before it happens a cell says that it runs out. */
const SOON_MS = 48 * 3_600_000;

/** A machine's face with what each cell sells, for how much, how much is left and what is wrong with it: HTML; nothing where there are no cells. */
export function faceOf(words: Words, known: Known): string | undefined {
  const { t } = words;
  if (!known.cells.length) return undefined;
  return renderToStaticMarkup(
    createElement(MachineFace, {
      label: t("resource:face.title"),
      shelf: (number) => t("resource:face.shelf", { number }),
      cells: known.cells.map((cell) => cellOf(words, known, cell)),
      perShelf: known.per_shelf,
    }),
  );
}

function cellOf(words: Words, { prices, forecast }: Known, cell: DeviceCell): FaceCell {
  const { t, format } = words;
  const slot = forecast.slots.find((one) => one.slot === `cell:${cell.cell}`);
  const charged = prices?.cells.find((one) => one.cell === cell.cell)?.known ?? null;
  const out = slot?.runs_out_at ?? null;
  const isSoon = out !== null && cell.level !== 0 && Date.parse(out) < Date.now() + SOON_MS;
  return {
    number: cell.cell,
    product: cell.recipe,
    price: format.money(cell.price),
    level: levelOf(words, cell),
    marks: [
      ...(cell.level === 0 ? [{ text: t("device:forecast.now"), tone: "bad" as const }] : []),
      ...(isSoon ? [{ text: t("device:forecast.out", { at: format.dateTime(out) }), tone: "warn" as const }] : []),
      ...(slot?.drifting ? [{ text: t("device:face.doubtful"), tone: "warn" as const }] : []),
      ...(charged === null
        ? []
        : [{ text: t("device:face.charges", { price: format.money(charged) }), tone: "warn" as const }]),
    ],
  };
}

/** "9 of 12 (75%)"; of what nothing is counted of, nothing. */
function levelOf({ t, format }: Words, { level, capacity }: DeviceCell): FaceCell["level"] {
  if (capacity === null) return undefined;
  if (level === null) return { text: t("device:face.unknown", { capacity: format.number(capacity) }), tone: "neutral" };
  const share = capacity > 0 ? level / capacity : 0;
  const amounts = { level: format.number(level), capacity: format.number(capacity), share: format.percent(share) };
  // That it is empty is said beside it.
  return { text: t("device:level", amounts), share, tone: level > 0 ? levelTone(share) : "neutral" };
}
