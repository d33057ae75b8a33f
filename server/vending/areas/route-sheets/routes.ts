import { sql } from "drizzle-orm";
import * as calls from "~server/contract/calls/route-sheets";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { acceptSheet, completeSheet, loadSheet } from "./load";
import { readSheet, sheetsOfMine } from "./read";
import { beginStop, serveStop } from "./serve";

/** Route sheets as dispatchers look at them and crews work on them; they are written as records. */
export function answerRouteSheets({ read, change }: Answers, { pool }: Deps): void {
  read(calls.sheet, ({ viewer, param }) => readSheet(pool, viewer, sql`s.id = ${param("id")}`));
  read(calls.myRoute, ({ viewer }) => sheetsOfMine(pool, viewer));
  change(calls.acceptSheet, ({ viewer, param }) => acceptSheet(pool, viewer, param("id")));
  change(calls.loadSheet, ({ viewer, param, form }) => loadSheet(pool, viewer, param("id"), form));
  change(calls.completeSheet, ({ viewer, param, form }) => completeSheet(pool, viewer, param("id"), form));
  read(calls.sheetOfStop, ({ viewer, param }) =>
    readSheet(pool, viewer, sql`s.id = (select t.sheet_id from route_sheet_stops t where t.id = ${param("id")})`),
  );
  change(calls.beginStop, ({ viewer, param, form }) => beginStop(pool, viewer, param("id"), form));
  change(calls.serveStop, ({ viewer, param, form }) => serveStop(pool, viewer, param("id"), form));
}
