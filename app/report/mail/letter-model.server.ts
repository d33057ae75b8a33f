import { info } from "~server/contract/calls/session";
import { titleKey } from "~server/contract/listed";
import { reportNamed } from "~server/contract/reports";
import type { Report } from "~server/contract/reports/report";
import type { Due } from "~server/contract/subscriptions";
import { formatter } from "~server/web/format.server";
import type { Context } from "~server/web/guard.server";
import { translatorFor } from "~server/web/i18n.server";
import { vendingFor } from "~server/web/vending.server";
import { askedWords } from "~/resource/filters.server";
import { chartOf } from "../chart.server";
import { drawnTable, notDrawn, unlessTooMuch } from "../drawn.server";
import { periodText } from "../period.server";
import { comparedText, freshnessOf, reportQuery, shownColumns } from "../report.server";

/** Rows that a mail shows; further ones are in the file. */
const MOST_ROWS = 200;
export const SUBSCRIPTIONS = "/subscriptions";
export const unsubscribePath = (token: string): string => `/unsubscribe/${token}`;

/** The address of the report that a mail is about, with its days, below `site`. */
export function addressOf(due: Pick<Due, "report" | "query" | "from" | "to">, site: string): URL {
  const { query, from, to } = due;
  const url = new URL(site + reportOf(due).path);
  url.search = new URLSearchParams([["from", from], ["to", to], ...new URLSearchParams(query)]).toString();
  return url;
}

/** What a loader of the report's page would have, with the session of the mail. */
export async function contextOf(due: Due, url: URL): Promise<Context> {
  const { lang, token } = due;
  const request = new Request(url);
  const api = vendingFor(request, token);
  api.takesLong();
  const [t, format, me] = await Promise.all([translatorFor(lang), formatter(lang), api.read(info, {})]);
  const preferences = { lang, theme: "light", scripts: false } as const;
  return { request, params: {}, url, api, t, lang, format, preferences, me, token };
}

export function reportOf({ report: name }: Pick<Due, "report">): Report {
  const report = reportNamed(name);
  if (!report) throw new Error(`there is no report ${name}`);
  return report;
}

/** What a mail says of a report: the same words and figures as its page. `site`: where the links lead. */
export async function letterModel(context: Context, due: Due, site: string) {
  const { t, url, format } = context;
  const report = reportOf(due);
  const { query, by } = reportQuery(report, context);
  const chosen = url.searchParams.getAll("columns");
  const wanted = report.list.columns.filter((name) => chosen.includes(name));
  const columns = shownColumns(report, by, wanted.length ? wanted : report.list.usual);
  const asked = { query, by, columns, page: 1, limit: MOST_ROWS };
  const drawn = await unlessTooMuch(drawnTable(context, report, asked), undefined);
  // The file, which may take its time, goes along all the same.
  const { page, table } = drawn ?? notDrawn(context, report, asked);
  const { columns: heads, rows, foot } = table;
  const title = t(titleKey(report));
  const days = periodText(context, page);
  const words = await askedWords(context, report, url);
  return {
    lang: due.lang,
    subject: `${title}: ${days}`,
    title,
    about: t(`reports:about.${report.name}`),
    lines: [days, ...words.map(([name, value]) => `${name}: ${value}`), comparedText(context, page)].filter(
      (line) => line !== undefined,
    ),
    chart: rows.length ? await chartOf(context, report, query, by, page) : undefined,
    chartTitle: t("reports:by_time"),
    heads,
    rows: rows.map(({ cells }) => cells),
    foot,
    nothing: drawn ? t("reports:nothing_yet") : t("subscriptions:mail.too_much"),
    more:
      page.rows > page.items.length
        ? t("subscriptions:mail.more", { shown: format.number(page.items.length), rows: format.number(page.rows) })
        : undefined,
    fresh: drawn ? freshnessOf(context, page) : "",
    open: { href: url.href, label: t("subscriptions:mail.open") },
    why: t("subscriptions:mail.why", { email: due.email }),
    manage: { href: site + SUBSCRIPTIONS, label: t("subscriptions:mail.manage") },
    unsubscribe: { href: site + unsubscribePath(due.unsubscribe), label: t("subscriptions:mail.unsubscribe") },
  };
}
export type LetterModel = Awaited<ReturnType<typeof letterModel>>;
