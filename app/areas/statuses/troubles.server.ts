import { createRequirement, viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import type { StatusRow } from "~server/contract/statuses";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import { anyProblemPath } from "~/areas/help-desk/report.server";
import type { Cell } from "~/ui/data-cell";

/** Where a machine stands. */
export const placeOf = ({ t }: Pick<Context, "t">, { location, city }: StatusRow): string =>
  [location?.label, city].filter(Boolean).join(", ") || t("dashboard:no_location");

const spanSince = ({ format }: Context, since: string) => format.span((Date.now() - Date.parse(since)) / 1_000);

/** What somebody should look after, in words, each with how long it has been so where that is known. */
export function troublesOf(context: Context, row: StatusRow): string[] {
  const { t, format } = context;
  const { status, last_contact_at: last, errors, mains, mains_since, door, door_since, quiet } = row;
  const aged = (what: string, since: string | null) => (since ? `${what} · ${spanSince(context, since)}` : what);
  return [
    ...(status === "OFFLINE" ? [aged(t("options:device_status.OFFLINE"), last)] : []),
    ...(mains === false ? [aged(t("statuses:state.power"), mains_since)] : []),
    ...errors.map((error) => aged(`${error.raw}: ${errorWords(t, error)}`, error.since)),
    ...(quiet
      ? [t(`statuses:quiet.${quiet.kind}`, { age: format.age(quiet.since), count: Math.round(quiet.expected) })]
      : []),
    ...stopOf(context, row),
    ...(door === "opened" ? [aged(t("statuses:state.door"), door_since)] : []),
  ];
}

/** When it stops for want of something, and what there is least of: "May stop 14:05: milk 3%, cell 12 0%". */
function stopOf({ t, format }: Context, { stops_at: stops, stock }: StatusRow): string[] {
  if (stops === null) return [];
  const what =
    Date.parse(stops) <= Date.now()
      ? t("statuses:has_run_out")
      : t("statuses:runs_out", { at: format.dateTime(stops) });
  const left = stock.map(
    ({ ingredient, cell, percent }) =>
      `${ingredient ?? t("statuses:cell", { cell: cell ?? "" })} ${format.percent(percent / 100)}`,
  );
  return [left.length ? `${what}: ${left.join(", ")}` : what];
}

/** Who looks after it: the ticket and its person; where something is wrong and there is none, where it is opened. */
export function ticketCell({ t, me }: Context, row: StatusRow, isWrong: boolean): Cell {
  if (row.ticket)
    return {
      text: t("statuses:ticket", { number: row.ticket.id }),
      href: viewPath(ticket, row.ticket.id),
      hint: row.ticket.responsible ?? t("statuses:nobody"),
    };
  return isWrong && allowed(me, createRequirement(ticket))
    ? { text: t("statuses:report"), href: anyProblemPath(t, row.id, row.serial_number, row.location?.label) }
    : { text: "—" };
}
