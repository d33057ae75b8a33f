import { type Entity, tabPath, tabsOf } from "~server/contract/entity";
import { warehouse } from "~server/contract/entities/warehouses";
import { MOVE_KINDS, type STOCK_KINDS } from "~server/contract/enums";
import type { StockMove } from "~server/contract/stock";
import type { Context } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";
import type { Cell } from "~/ui/data-cell";

/** Address of a warehouse's moves, or of what follows. */
export const movesPath = ({ params }: Pick<Context, "params">, rest = ""): string =>
  tabPath(warehouse, params.id ?? "", "moves") + rest;

/** Where a place's new count is entered. */
export const newCountPath = ({ params }: Pick<Context, "params">, place: Entity): string =>
  `${tabPath(place, params.id ?? "", "moves")}/new?kind=COUNT`;

/** Links to a new move of each kind, which are entered at a warehouse, and to a new count. */
export const moveLinks = (context: Pick<Context, "params" | "t">, place: Entity) => [
  ...(place === warehouse
    ? MOVE_KINDS.map((kind) => ({
        href: movesPath(context, `/new?kind=${kind}`),
        label: context.t(`options:move_kind.${kind}`),
      }))
    : []),
  ...(tabsOf(place).includes("counts")
    ? [{ href: newCountPath(context, place), label: context.t("stock:new_count") }]
    : []),
];

/** A quantity with its unit: "2.5 kg". */
export const quantityText = (
  { format, t }: Pick<Context, "format" | "t">,
  { quantity, unit }: { quantity: number; unit: string },
): string => format.quantity(quantity, t(`options:ingredient_unit.${unit}`));

/** A place as a link; outside of the books by what that is; out of the person's sight without its name. */
export function placeCell(context: Context, place: StockMove["from"], kind: (typeof STOCK_KINDS)[number]): Cell {
  if (!place) return { text: context.t(`stock:outside.${kind}`) };
  if (place.label === null) return { text: context.t("stock:unseen") };
  return { text: place.label, href: refHref(context, place.entity, place.id) };
}

/** A batch in words: its number, and until when it may be used. */
export function batchText(
  { t, format }: Pick<Context, "t" | "format">,
  { batch, expires_on }: { batch: string | null; expires_on: string | null },
): string {
  const until = expires_on === null ? "" : t("stock:until", { day: dayText({ format }, expires_on) });
  return [batch ?? "", until].filter(Boolean).join(", ") || t("stock:no_batch");
}

export const dayText = ({ format }: Pick<Context, "format">, day: string): string => format.date(`${day}T12:00:00Z`);
