import { tabPath } from "~server/contract/entity";
import { franchise } from "~server/contract/entities/franchises";
import { refSchema } from "~server/contract/record";
import type { ReportPage } from "~server/contract/reports/answer";
import { franchiseRoyalty } from "~server/contract/reports/money";
import type { RoyaltyPayments } from "~server/contract/royalty";
import type { Context } from "~server/web/guard.server";
import { tableOf } from "~/report/table.server";

/** The tab of a franchise's royalty, or what follows in its address. */
export const reportPath = (id: string | number, rest = ""): string => tabPath(franchise, id, "financial_report") + rest;

/** The statement of a franchise for the month of a day. */
export const statementPath = (id: string | number, day: string): string =>
  reportPath(id, `/statement?month=${day.slice(0, 7)}`);

/** Rows of royalty as a table: each leads to the statement of its franchise and month. */
export function royaltyTable(context: Context, page: ReportPage, columns: readonly string[]) {
  const table = tableOf(context, franchiseRoyalty, page, columns);
  return {
    ...table,
    columns: table.columns.map(({ sort: _, ...column }) => column),
    rows: table.rows.map((row, index) => {
      const { franchise: of, span } = page.items[index]?.cuts ?? {};
      const ref = refSchema.safeParse(of).data;
      return { ...row, href: ref && statementPath(ref.id, String(span)) };
    }),
  };
}

/** Payments as a table, with the sum of all of them. */
export const paymentsTable = (
  { t, format }: Context,
  { items, amount }: Pick<RoyaltyPayments, "items" | "amount">,
) => ({
  columns: [
    { key: "day", label: t("entities:royalty_payment.fields.day") },
    { key: "franchise", label: t("reports:fields.franchise") },
    { key: "amount", label: t("entities:royalty_payment.fields.amount"), align: "end" as const, brief: true },
    { key: "note", label: t("entities:royalty_payment.fields.note") },
    { key: "author", label: t("royalty:author") },
  ],
  rows: items.map((one) => ({
    id: String(one.id),
    cells: [
      { text: format.date(`${one.day}T12:00:00Z`) },
      { text: one.franchise.label },
      { text: format.money(one.amount) },
      { text: one.note ?? "—" },
      { text: one.author, hint: one.entered_at === null ? undefined : format.dateTime(one.entered_at) },
    ],
  })),
  foot: [t("reports:total"), "", format.money(amount), "", ""].map((text) => ({ text })),
});
