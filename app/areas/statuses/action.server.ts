import { createRequirement, listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { allowed } from "~server/contract/permissions";
import type { StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { todayInKyiv } from "~/areas/needs/filters.server";
import { sheetAddress } from "~/areas/needs/words.server";
import type { Cell } from "~/ui/data-cell";
import type { Column } from "~/ui/data-table";
import { remediesOf } from "./remedies.server";
import type { Trouble } from "./troubles.server";

/** Whoever sees the record of a machine does something about it there. */
const mayAct = ({ me }: Context) => allowed(me, listRequirement(device));
/** Somebody is sent to a machine by a route sheet. */
const maySend = ({ me }: Context) => allowed(me, createRequirement(routeSheet));

/** What is done about a machine, for who may. */
export const actionColumns = (context: Context): Column[] =>
  mayAct(context) || maySend(context) ? [{ key: "action", label: context.t("statuses:column.action") }] : [];

/** Troubles that a restart may end; about others somebody goes there. */
const RESTARTED: readonly Trouble["kind"][] = ["error", "quiet"];

/** Where a crew is sent to a machine: a new sheet of the one that serves it, for today; it fills what runs out, and mends what is wrong. */
export function sendPath({ id, crew, stops_at: stops }: StatusRow): string {
  const asked = { day: todayInKyiv(), task: stops === null ? "repair" : "fill" };
  return sheetAddress([id], crew ? { crew: String(crew.id), ...asked } : asked);
}

/** What is done about its gravest trouble: one thing, for a line has room for no more. The others stand on its page. */
export function actionCells(context: Context, row: StatusRow, [gravest]: readonly Trouble[]): Cell[] {
  if (!mayAct(context) && !maySend(context)) return [];
  if (!gravest) return [{ text: "—" }];
  const { t } = context;
  if (maySend(context) && !(mayAct(context) && RESTARTED.includes(gravest.kind)))
    return [{ text: t("statuses:send"), href: sendPath(row) }];
  const [remedy] = remediesOf(context, row, gravest);
  return [remedy ? { text: t(`statuses:remedy.${gravest.kind}`), href: remedy.href } : { text: "—" }];
}
