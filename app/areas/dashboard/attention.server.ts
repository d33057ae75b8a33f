import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { ticket } from "~server/contract/entities/tickets";
import { allowed } from "~server/contract/permissions";
import type { Dashboard } from "~server/contract/sales";
import type { StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { ticketCell, troublesOf } from "~/areas/statuses/troubles.server";
import type { Column, Row } from "~/ui/data-table";

/** Less is told as nothing; kopecks. */
const WORTH_SAYING = 100;

/** What needs somebody now: the worst machines, and what waits elsewhere, each with where it is worked off. */
export const attentionOf = (context: Context, dashboard: Dashboard) => ({
  columns: columnsOf(context),
  rows: dashboard.attention.machines.map((row) => rowOf(context, row)),
  waiting: waitingOf(context, dashboard),
});

function columnsOf({ t }: Context): Column[] {
  return [
    { key: "machine", label: t("statuses:column.machine") },
    { key: "trouble", label: t("dashboard:attention_column.trouble"), brief: true },
    { key: "lost", label: t("dashboard:attention_column.lost"), align: "end" },
    { key: "ticket", label: t("statuses:column.ticket") },
  ];
}

function rowOf(context: Context, row: StatusRow): Row {
  const { t, format, me } = context;
  const offline =
    row.status === "OFFLINE" && row.last_contact_at
      ? [`${t("options:device_status.OFFLINE")} · ${format.age(row.last_contact_at)}`]
      : [];
  return {
    id: String(row.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, row.id) : undefined,
    cells: [
      {
        text: row.serial_number,
        hint: [row.location?.label, row.city].filter(Boolean).join(", ") || t("dashboard:no_location"),
      },
      { text: [...offline, ...troublesOf(context, row)].join("; "), tone: "bad" },
      { text: row.lost !== null && row.lost >= WORTH_SAYING ? format.money(row.lost) : "—" },
      ticketCell(context, row, true),
    ],
  };
}

/** What waits besides; what nobody waits for is left out. */
function waitingOf({ t, format }: Context, { attention: { overdue, cash, held }, states }: Dashboard) {
  const stopping = states.find(({ state }) => state === "runs_out")?.count ?? 0;
  return [
    {
      label: t("dashboard:attention_count.overdue"),
      count: overdue,
      href: `${ticket.paths.list}?scope=overdue`,
    },
    { label: t("statuses:state.runs_out"), count: stopping, href: "/devices_statuses?state=runs_out" },
    {
      label: t("dashboard:attention_count.cash"),
      count: cash?.machines,
      text:
        cash &&
        t("dashboard:attention_cash", { machines: format.number(cash.machines), amount: format.money(cash.amount) }),
      href: "/needs",
    },
    { label: t("audits:question.held"), count: held, href: "/devices_audits?question=held" },
  ].flatMap(({ label, count, text, href }) => (count ? [{ label, href, text: text ?? format.number(count) }] : []));
}
