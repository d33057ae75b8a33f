import { type Entity, tabPath } from "~server/contract/entity";
import { warehouse } from "~server/contract/entities/warehouses";
import { MOVE_KINDS } from "~server/contract/enums";
import type { Context } from "~server/web/guard.server";

/** Address of a warehouse's moves, or of what follows. */
export const movesPath = ({ params }: Pick<Context, "params">, rest = ""): string =>
  tabPath(warehouse, params.id ?? "", "moves") + rest;

/** Links to a new move of each kind; moves are entered at a warehouse. */
export const moveLinks = (context: Pick<Context, "params" | "t">, place: Entity) =>
  place === warehouse
    ? MOVE_KINDS.map((kind) => ({
        href: movesPath(context, `/new?kind=${kind}`),
        label: context.t(`options:move_kind.${kind}`),
      }))
    : [];

/** A quantity with its unit: "2.5 kg". */
export const quantityText = (
  { format, t }: Pick<Context, "format" | "t">,
  { quantity, unit }: { quantity: number; unit: string },
): string => format.quantity(quantity, t(`options:ingredient_unit.${unit}`));
