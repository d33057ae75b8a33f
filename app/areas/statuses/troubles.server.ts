import { createRequirement, viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import type { StatusRow } from "~server/contract/statuses";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import { anyProblemPath, problemPath } from "~/areas/help-desk/report.server";
import type { Cell } from "~/ui/data-cell";

/** Where a machine stands: the city first, for the end of a long name is cut. */
export const placeOf = ({ t }: Pick<Context, "t">, { location, city }: StatusRow): string =>
  [city, location?.label].filter(Boolean).join(", ") || t("dashboard:no_location");

/** What somebody should look after: in words, and since when it has been so, where that is known and not a part of the words. */
export interface Trouble {
  kind: "offline" | "power" | "error" | "alert" | "ticket" | "quiet" | "stop" | "door";
  what: string;
  since: string | null;
  /** The code of an error. */
  error?: string;
  /** The alert that tells of it. */
  alert?: number;
}

/** What of a machine troubles are told by. */
export type Troubled = Omit<StatusRow, "crew">;

/** What somebody should look after at a machine that should work, the gravest first. */
export function troublesOf(context: Context, row: Troubled): Trouble[] {
  if (!row.in_work) return [];
  const { t, format } = context;
  const { status, last_contact_at: last, errors, mains, mains_since, door, door_since, quiet, alerts } = row;
  const stop = stopOf(context, row);
  return [
    ...(status === "OFFLINE"
      ? [{ kind: "offline" as const, what: t("options:device_status.OFFLINE"), since: last }]
      : []),
    ...(mains === false ? [{ kind: "power" as const, what: t("statuses:state.power"), since: mains_since }] : []),
    ...errors.map((error) => ({
      kind: "error" as const,
      what: `${error.raw}: ${errorWords(t, error)}`,
      since: error.since,
      error: error.code ?? error.raw,
    })),
    ...alerts.map(({ id, cause, since }) => ({
      kind: "alert" as const,
      what: t(`options:alert_cause.${cause}`),
      since,
      alert: id,
    })),
    ...lateTicket(context, row),
    ...(quiet
      ? [
          {
            kind: "quiet" as const,
            what: t(`statuses:quiet.${quiet.kind}`, {
              age: format.age(quiet.since),
              count: Math.round(quiet.expected),
            }),
            since: null,
          },
        ]
      : []),
    ...(stop === undefined ? [] : [{ kind: "stop" as const, what: stop, since: null }]),
    ...(door === "opened" ? [{ kind: "door" as const, what: t("statuses:state.door"), since: door_since }] : []),
  ];
}

const lateTicket = ({ t }: Context, { ticket: open }: Troubled): Trouble[] =>
  open?.due_at && Date.parse(open.due_at) < Date.now()
    ? [{ kind: "ticket", what: t("statuses:ticket_late"), since: open.due_at }]
    : [];

/** A trouble and how long it has been so: "Offline · 3 h". */
export const aged = ({ format }: Context, { what, since }: Pick<Trouble, "what" | "since">): string =>
  since ? `${what} · ${format.span((Date.now() - Date.parse(since)) / 1_000)}` : what;

/** All of them in a line. */
export const troublesLine = (context: Context, troubles: readonly Trouble[]): string =>
  troubles.map((trouble) => aged(context, trouble)).join("; ");

/** When it stops for want of something, and what there is least of: "May stop 14:05: milk 3%, cell 12 0%". */
function stopOf({ t, format }: Context, { stops_at: stops, stock }: Troubled): string | undefined {
  if (stops === null) return undefined;
  const what =
    Date.parse(stops) <= Date.now()
      ? t("statuses:has_run_out")
      : t("statuses:runs_out", { at: format.dateTime(stops) });
  const left = stock.map(
    ({ ingredient, cell, percent }) =>
      `${ingredient ?? t("statuses:cell", { cell: cell ?? "" })} ${format.percent(percent / 100)}`,
  );
  return left.length ? `${what}: ${left.join(", ")}` : what;
}

/** Longest text that the address of a new ticket carries. */
const MOST_SAID = 500;

/** Where a ticket is opened about a machine: named by its gravest trouble, with all of them in its text. */
export function reportPath(context: Context, row: Troubled): string {
  const { id, serial_number, location } = row;
  const troubles = troublesOf(context, row);
  const [gravest] = troubles;
  if (!gravest) return anyProblemPath(context.t, id, serial_number, location?.label);
  return problemPath(id, {
    subject: `${gravest.what} · ${serial_number}`,
    description: troublesLine(context, troubles).slice(0, MOST_SAID),
    ...(gravest.error === undefined ? {} : { error_code: gravest.error }),
  });
}

/** Who looks after it: the ticket and its person; where something is wrong and there is none, where it is opened. */
export function ticketCell(context: Context, row: StatusRow, isWrong: boolean): Cell {
  const { t, me } = context;
  if (row.ticket)
    return {
      text: t("statuses:ticket", { number: row.ticket.id }),
      href: viewPath(ticket, row.ticket.id),
      hint: row.ticket.responsible ?? t("statuses:nobody"),
    };
  return isWrong && allowed(me, createRequirement(ticket))
    ? { text: t("statuses:report"), href: reportPath(context, row) }
    : { text: "—" };
}
