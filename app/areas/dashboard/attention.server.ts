import { listRequirement, viewPath } from "~server/contract/entity";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { device } from "~server/contract/entities/devices";
import { ticket } from "~server/contract/entities/tickets";
import { DESK_ALARMS } from "~server/contract/fiscal";
import { NEEDS_SEEN } from "~server/contract/needs";
import { allowed, seesMoney } from "~server/contract/permissions";
import { onlinePayments } from "~server/contract/reports/payments";
import type { Dashboard } from "~server/contract/sales";
import type { StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { actionCells, actionColumns } from "~/areas/statuses/action.server";
import { placeOf, ticketCell, troublesLine, troublesOf } from "~/areas/statuses/troubles.server";
import type { Column, Row } from "~/ui/data-table";
import type { Today } from "./payments.server";

/** Less is told as nothing; kopecks. */
const WORTH_SAYING = 100;

/** What needs somebody now: the worst machines, and what waits elsewhere, each with where it is worked off. */
export const attentionOf = (context: Context, dashboard: Dashboard, today: Today | undefined) => ({
  columns: columnsOf(context),
  rows: dashboard.attention.machines.map((row) => rowOf(context, row)),
  all: allOf(context, dashboard),
  waiting: waitingOf(context, dashboard, today),
});

/** Where the others stand, which the card has no room for. */
const allOf = ({ t, format }: Context, { attention: { machines, troubled } }: Dashboard) =>
  troubled > machines.length ? t("dashboard:attention_all", { count: troubled, shown: format.number(troubled) }) : "";

/** Who sees no money has no column of it. */
const seesLost = ({ me }: Context) => seesMoney(me) || allowed(me, NEEDS_SEEN);

function columnsOf(context: Context): Column[] {
  const { t } = context;
  return [
    { key: "machine", label: t("statuses:column.machine") },
    { key: "trouble", label: t("dashboard:attention_column.trouble"), brief: true },
    ...(seesLost(context)
      ? [{ key: "lost", label: t("dashboard:attention_column.lost"), align: "end" as const, brief: true }]
      : []),
    { key: "ticket", label: t("statuses:column.ticket") },
    ...actionColumns(context),
  ];
}

function rowOf(context: Context, row: StatusRow): Row {
  const { format, me } = context;
  return {
    id: String(row.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, row.id) : undefined,
    cells: [
      { text: row.serial_number, hint: placeOf(context, row) },
      { text: troublesLine(context, troublesOf(context, row)), tone: "bad" },
      ...(seesLost(context)
        ? [{ text: row.lost !== null && row.lost >= WORTH_SAYING ? format.money(row.lost) : "—" }]
        : []),
      ticketCell(context, row, true),
      ...actionCells(context, row, troublesOf(context, row)),
    ],
  };
}

interface Waiting {
  label: string;
  href: string;
  count: number | null | undefined;
  /** Instead of the count. */
  text?: string | undefined;
}

/** What waits besides; what nobody waits for, and what the person may not see, is left out. */
export function waitingOf(
  context: Pick<Context, "t" | "format">,
  dashboard: Pick<Dashboard, "attention" | "states" | "desks">,
  today: Today | undefined,
) {
  const { t, format } = context;
  const { overdue, cash, held } = dashboard.attention;
  const count = (name: string) => t(`dashboard:attention_count.${name}`);
  const all: Waiting[] = [
    { label: count("overdue"), count: overdue, href: `${ticket.paths.list}?open=true&overdue=true` },
    {
      label: t("statuses:state.runs_out"),
      count: dashboard.states.find(({ state }) => state === "runs_out")?.count,
      href: "/devices_statuses?state=runs_out",
    },
    {
      label: count("cash"),
      count: cash?.machines,
      text: cash
        ? t("dashboard:attention_cash", { machines: format.number(cash.machines), amount: format.money(cash.amount) })
        : undefined,
      href: "/needs?cash=1",
    },
    ...desksOf(context, dashboard),
    {
      label: count("failing"),
      count: today?.failing.length,
      text: today?.failing.map((provider) => t(`options:payment_provider.${provider}`)).join(", "),
      href: onlinePayments.path,
    },
    { label: count("refunds"), count: today?.failed_refunds, href: `${onlinePayments.path}?payback_state=failed` },
    { label: count("differences"), count: today?.differences, href: onlinePayments.path },
    { label: t("audits:question.held"), count: held, href: "/devices_audits?question=held" },
  ];
  return all.flatMap(({ label, count: of, text, href }) =>
    of ? [{ label, href, text: text ?? format.number(of) }] : [],
  );
}

/** Fiscal desks by what is wrong with them: one by its name, more by their number. */
const desksOf = ({ t }: Pick<Context, "t">, { desks }: Pick<Dashboard, "desks">): Waiting[] =>
  DESK_ALARMS.map((alarm) => {
    const [first, ...others] = desks.filter((one) => one.alarm === alarm).map(({ desk }) => desk);
    return {
      label: t(`options:desk_alarm.${alarm}`),
      count: first && 1 + others.length,
      ...(first && !others.length
        ? { text: first.label, href: viewPath(fiscalCashier, first.id) }
        : { href: `${fiscalCashier.paths.list}?alarm=${alarm}` }),
    };
  });
