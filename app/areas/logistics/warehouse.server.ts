import { listRequirement, tabPath } from "~server/contract/entity";
import { warehouse } from "~server/contract/entities/warehouses";
import { MOVE_KINDS } from "~server/contract/enums";
import type { Context } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";

/** What the warehouse's own tabs need. */
export const WAREHOUSE = listRequirement(warehouse);

type Place = Pick<Context, "params">;

/** API path of the warehouse in the address, with what follows it. */
export function warehouseApi({ params }: Place, rest: string): string {
  if (!/^\d{1,9}$/.test(params.id ?? "")) throw notFound();
  return `${warehouse.api}/${params.id}${rest}`;
}

/** Address of the warehouse's moves, or of what follows. */
export const movesPath = ({ params }: Place, rest = ""): string => tabPath(warehouse, params.id ?? "", "moves") + rest;

/** Links to a new move of each kind. */
export const moveLinks = (context: Pick<Context, "params" | "t">) =>
  MOVE_KINDS.map((kind) => ({ href: movesPath(context, `/new?kind=${kind}`), label: context.t(`options:move_kind.${kind}`) }));

/** A quantity with its unit: "2.5 kg". */
export const quantityText = ({ format, t }: Pick<Context, "format" | "t">, { quantity, unit }: { quantity: number; unit: string }): string =>
  format.quantity(quantity, t(`options:ingredient_unit.${unit}`));
