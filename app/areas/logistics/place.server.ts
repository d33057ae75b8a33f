import { type Entity, listRequirement, tabPath } from "~server/contract/entity";
import { crew } from "~server/contract/entities/crews";
import { warehouse } from "~server/contract/entities/warehouses";
import { MOVE_KINDS } from "~server/contract/enums";
import type { Context } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";

type Address = Pick<Context, "params" | "url">;

/** Where the stock lies that the address is about: a warehouse or a crew. Nothing else has any. */
export function placeAt({ url, params }: Address): Entity {
  const place = [warehouse, crew].find((entity) => url.pathname.startsWith(tabPath(entity, params.id ?? "", "")));
  if (!place) throw notFound();
  return place;
}

/** What the place's own tabs need. */
export const placeRequirement = (address: Address) => listRequirement(placeAt(address));

/** API path of the place in the address, with what follows it. */
export function placeApi(address: Address, rest: string): string {
  if (!/^\d{1,9}$/.test(address.params.id ?? "")) throw notFound();
  return `${placeAt(address).api}/${address.params.id}${rest}`;
}

/** Address of the warehouse's moves, or of what follows. */
export const movesPath = ({ params }: Pick<Context, "params">, rest = ""): string => tabPath(warehouse, params.id ?? "", "moves") + rest;

/** Links to a new move of each kind; moves are entered at a warehouse. */
export const moveLinks = (context: Pick<Context, "params" | "url" | "t">) =>
  (placeAt(context) === warehouse ? MOVE_KINDS.map((kind) => ({ href: movesPath(context, `/new?kind=${kind}`), label: context.t(`options:move_kind.${kind}`) })) : []);

/** A quantity with its unit: "2.5 kg". */
export const quantityText = ({ format, t }: Pick<Context, "format" | "t">, { quantity, unit }: { quantity: number; unit: string }): string =>
  format.quantity(quantity, t(`options:ingredient_unit.${unit}`));
