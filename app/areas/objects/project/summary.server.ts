import { machinesOf } from "~/areas/statuses/machines.server";
import { summaryLoaderOf } from "~/resource/summary.server";
import { salesTiles } from "../sales-tiles.server";

/** A project: its machines with what is wrong at each, and what they sold. */
export const projectSummaryLoader = summaryLoaderOf(async (context, { id }) => {
  const [{ tiles, tables }, sales] = await Promise.all([
    machinesOf(context, { project: id }),
    salesTiles(context, "project", id),
  ]);
  return { tiles: [...tiles, ...sales], tables };
});
