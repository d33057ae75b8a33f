import { keyClientStatement } from "~server/contract/calls/key-clients";
import { keyClientStatementReport, STATEMENT_PAGE } from "~server/contract/key-clients";
import { allowed } from "~server/contract/permissions";
import { pageQuery, sensible } from "~server/contract/query";
import { refSchema } from "~server/contract/record";
import { LONGEST_PERIOD, type ReportPage } from "~server/contract/reports/answer";
import { keyWalletsReport } from "~server/contract/reports/keys";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { askedPeriod, periodModel, periodText } from "~/report/period.server";
import { tableOf } from "~/report/table.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { paginationOf } from "~/resource/pagination.server";
import { fileLinks } from "~/resource/table-file.server";

/** What stands beside a key in each table of a statement. */
const TABLES = {
  main: [
    "main_opening",
    "balance_sum",
    "refill_sum",
    "manual_deposit_sum",
    "manual_withdraw_sum",
    "sell_withdraw_sum",
    "main_closing",
  ],
  bonus: [
    "bonus_opening",
    "bonus_sum",
    "bonus_withdraw_sum",
    "cashback_sum",
    "cashback_deposit_sum",
    "cashback_withdraw_sum",
    "bonus_closing",
  ],
  vends: ["owner", "vends", "vended_price", "one_time_purchase_count", "unlimited_count"],
} as const;

/** The statement of a key client for some days: by key what was there, what moved and what is there, in each pocket. */
export const statementLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, t, url } = context;
  tabAt(context, "statement");
  const asked = askedPeriod(context, LONGEST_PERIOD);
  const { page: number } = sensible(pageQuery, url.searchParams);
  const page = await api.read(keyClientStatement, { id: params.id }, { ...asked.query, page: String(number) });
  const id = params.id ?? "";
  return {
    title: t("key-clients:statement_of", { period: periodText(context, page) }),
    hint: t("key-clients:statement_hint"),
    period: periodModel(context, asked, page),
    tables: Object.entries(TABLES).map(([name, columns]) => ({
      title: t(`key-clients:table.${name}`),
      ...keyTable(context, id, page, ["key", ...columns]),
    })),
    empty: { title: t("key-clients:no_moves"), text: t("key-clients:no_moves_hint") },
    files: {
      label: t("resource:export.title"),
      exports: fileLinks(
        context,
        `/export/key_client_statement/${id}`,
        keyClientStatementReport,
        keyClientStatementReport.list.columns,
      ),
    },
    pagination: page.rows > STATEMENT_PAGE ? paginationOf(context, { ...page, total: page.rows }) : undefined,
  };
});

/** Some columns of a statement as a table; a key leads to its movements. */
function keyTable(context: Context, client: string, page: ReportPage, columns: readonly string[]) {
  const table = tableOf(context, keyClientStatementReport, page, columns);
  const leads = allowed(context.me, keyWalletsReport.needs);
  return {
    ...table,
    columns: table.columns.map(({ sort: _, ...column }) => ({
      ...column,
      label: shortLabel(context, column.key) ?? column.label,
      brief: /_closing$|^vends$/.test(column.key) || undefined,
    })),
    rows: table.rows.map((row, index) => {
      const key = refSchema.safeParse(page.items[index]?.cuts.key).data;
      const query = new URLSearchParams({ from: page.from, to: page.to, client, key: String(key?.id) });
      return { ...row, href: leads && key ? `${keyWalletsReport.path}?${query}` : undefined };
    }),
  };
}

/** What a column is called in a table of one pocket. */
function shortLabel({ t }: Pick<Context, "t">, column: string): string | undefined {
  const [, type, end] = /^(.+)_(sum|opening|closing)$/.exec(column) ?? [];
  if (!end) return undefined;
  return end === "sum" ? t(`options:key_move.${type}`) : t(`key-clients:end.${end}`);
}
