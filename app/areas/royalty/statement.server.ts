import { financialReport, royaltyPayments } from "~server/contract/calls/royalty";
import { recordCallsOf } from "~server/contract/calls/entities";
import { franchise } from "~server/contract/entities/franchises";
import { refSchema } from "~server/contract/record";
import { franchiseRoyalty } from "~server/contract/reports/money";
import { PAYMENTS_PAGE, type RoyaltyPayments } from "~server/contract/royalty";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { today } from "~/report/period.server";
import { lastOfSpan } from "~/report/spans.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { paymentsTable, reportPath, royaltyTable } from "./rows.server";

/** The first day of the month that an address names (`?month=2026-10`), else of the present one. */
function monthAt({ url }: Pick<Context, "url">): string {
  const asked = url.searchParams.get("month") ?? "";
  return `${/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : today().slice(0, 7)}-01`;
}

/** The statement of a franchise for a month: what was owed before, royalty of it and of those below it, payments, what is owed at the end. */
export const statementLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, t, format } = context;
  tabAt(context, "financial_report");
  const from = monthAt(context);
  const days = { from, to: lastOfSpan(from, "month") };
  const ids = { id: params.id };
  const [page, payments, record] = await Promise.all([
    api.read(financialReport, ids, days),
    allPayments(context, days),
    api.read(recordCallsOf(franchise).read, ids),
  ]);
  const { royalty = null, paid = null, owed = null } = page.total.figures;
  const money = (kopecks: number | null) => (kopecks === null ? null : format.money(kopecks));
  const before = owed === null ? null : owed - (royalty ?? 0) + (paid ?? 0);
  const columns = franchiseRoyalty.list.columns.filter((name) => name !== "head_franchise" && name !== "span");
  return {
    title: t("royalty:statement_of", { month: format.month(from) }),
    back: { href: reportPath(params.id ?? ""), label: t("resource:tab.financial_report") },
    parties: [
      { label: t("reports:fields.franchise"), value: String(record.name) },
      { label: t("entities:franchise.fields.company"), value: refSchema.safeParse(record.company).data?.label ?? null },
      { label: t("royalty:as_of"), value: format.date(Date.now()) },
    ],
    balance: [
      { label: t("royalty:opening"), value: money(before) },
      { label: t("royalty:royalty"), value: money(royalty) },
      { label: t("royalty:paid"), value: money(paid) },
      { label: t("royalty:closing"), value: money(owed) },
    ],
    royalty: { title: t("royalty:royalty"), ...royaltyTable(context, page, columns) },
    payments: { title: t("royalty:payments"), none: t("royalty:no_payments"), ...paymentsTable(context, payments) },
    hint: t("royalty:print_hint"),
  };
});

/** All payments of some days, page after page. */
async function allPayments({ api, params }: Context, days: { from: string; to: string }): Promise<RoyaltyPayments> {
  const read = (page: number) => api.read(royaltyPayments, { id: params.id }, { ...days, page: String(page) });
  const first = await read(1);
  const items = [...first.items];
  for (let page = 2; (page - 1) * PAYMENTS_PAGE < first.total; page += 1) items.push(...(await read(page)).items);
  return { ...first, items };
}
