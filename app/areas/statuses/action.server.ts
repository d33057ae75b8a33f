import { createRequirement } from "~server/contract/entity";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { allowed } from "~server/contract/permissions";
import type { StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { sheetAddress } from "~/areas/needs/words.server";
import type { Cell } from "~/ui/data-cell";
import type { Column } from "~/ui/data-table";

/** Somebody is sent to a machine by a route sheet. */
const maySend = ({ me }: Context) => allowed(me, createRequirement(routeSheet));

/** What is done about a machine, for who may. */
export const actionColumn = (context: Context): Column[] =>
  maySend(context) ? [{ key: "action", label: context.t("statuses:column.action") }] : [];

export const actionCell = (context: Context, row: StatusRow, isWrong: boolean): Cell[] =>
  maySend(context)
    ? [isWrong ? { text: context.t("statuses:send"), href: sheetAddress([row.id]) } : { text: "—" }]
    : [];
