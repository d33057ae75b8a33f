import { callsOf } from "~server/contract/calls/entities";
import { company } from "~server/contract/entities/companies";
import { entityNamed } from "~server/contract/entities";
import { listHref } from "~/resource/list-query.server";
import { summaryLoaderOf } from "~/resource/summary.server";
import { salesTiles } from "../sales-tiles.server";

/** Fields by which a record belongs to a company: a user may to several. */
const OWNED_BY = ["company", "companies"];

/** A company: how much of everything belongs to it, and what its machines sold. */
export const companySummaryLoader = summaryLoaderOf(async (context, { id }) => {
  const { api, t, format } = context;
  const [{ items }, sales] = await Promise.all([
    api.readOr({ items: [] }, callsOf(company).related, { id }),
    salesTiles(context, "company", id),
  ]);
  const owned = items
    .filter(({ field, total }) => OWNED_BY.includes(field) && total > 0)
    .map(({ entity, field, total, capped }) => ({
      label: t(`entities:${entity}.many`),
      value: format.number(total) + (capped ? "+" : ""),
      href: listHref(entityNamed(entity), new URLSearchParams({ [field]: String(id) })),
    }));
  return {
    tiles: [...owned, ...sales],
    tables: [],
    // The text of programs is read in their form; what is counted stands above.
    untold: ["tracking_scripts", "projects_count", "locations_count", "users_count"],
  };
});
