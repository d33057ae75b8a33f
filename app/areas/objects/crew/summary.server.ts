import { routeSheet } from "~server/contract/entities/route_sheets";
import { machinesOf } from "~/areas/statuses/machines.server";
import { recordsOf, summaryLoaderOf } from "~/resource/summary.server";

const COLUMNS = ["number", "day", "status", "stops_count", "served_count", "minutes"];

/** A crew: its latest days on the road, and its machines with what is wrong at each. */
export const crewSummaryLoader = summaryLoaderOf(async (context, { id }) => {
  const [sheets, machines] = await Promise.all([
    recordsOf(context, routeSheet, { crew: String(id), sort: "-day" }, COLUMNS),
    machinesOf(context, { crew: id }),
  ]);
  return { tiles: machines.tiles, tables: [...sheets, ...machines.tables], untold: ["devices"] };
});
