import { createRequirement, viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import type { StatusRow } from "~server/contract/statuses";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import { anyProblemPath } from "~/areas/help-desk/report.server";
import type { Cell } from "~/ui/data-cell";

/** What somebody should look after, in words, each with its age where that is known. */
export function troublesOf({ t, format }: Context, row: StatusRow): string[] {
  const { errors, mains, door, quiet, stops_at: stops } = row;
  const aged = (what: string, since: string | null) => (since ? `${what} · ${format.age(since)}` : what);
  return [
    ...errors.map((error) => aged(`${error.raw}: ${errorWords(t, error)}`, error.since)),
    ...(mains === false ? [aged(t("statuses:state.power"), row.mains_since)] : []),
    ...(door === "opened" ? [aged(t("statuses:state.door"), row.door_since)] : []),
    ...(quiet
      ? [t(`statuses:quiet.${quiet.kind}`, { age: format.age(quiet.since), count: Math.round(quiet.expected) })]
      : []),
    ...(stops === null
      ? []
      : [
          Date.parse(stops) <= Date.now()
            ? t("statuses:has_run_out")
            : t("statuses:runs_out", { at: format.dateTime(stops) }),
        ]),
  ];
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
