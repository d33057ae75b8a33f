import { data, redirect } from "@remix-run/node";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { STEPS } from "~server/contract/enums";
import { titleKey } from "~server/contract/listed";
import { LONGEST_PERIOD, type ReportPage } from "~server/contract/reports/answer";
import { reportAt as declaredAt } from "~server/contract/reports";
import type { CutName } from "~server/contract/reports/cuts";
import { isHour, STRIP } from "~server/contract/reports/hours";
import { COMPARISONS, hasSpans, type Report, rowsBy, sortsBy, VIEWS } from "~server/contract/reports/report";
import { pageQuery, sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { notFound } from "~server/web/screens.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { filterChips, filterControls } from "~/resource/filters.server";
import { cleanAddress, isFindParam, withParams } from "~/resource/list-address";
import { listMemory } from "~/resource/list-memory.server";
import { listQuery } from "~/resource/list-query.server";
import { paginationOf, pageSizes } from "~/resource/pagination.server";
import { savedMenu } from "~/resource/saved.server";
import { fileLinks } from "~/resource/table-file.server";
import { chartOf } from "./chart.server";
import { crumbsOf } from "./drill.server";
import { reportLabels } from "./labels";
import { drawnTable, notDrawn, TOO_MUCH, unlessTooMuch } from "./drawn.server";
import type { MatrixAsked } from "./matrix.server";
import { missingRecipes } from "./missing.server";
import { paymentsSummary } from "./payments.server";
import { askedPeriod, periodModel, periodText } from "./period.server";
import { ReportScreen } from "./report";
import { columnHead } from "./spans.server";

/** The report at an address; the not-found screen for any other. */
export function reportAt({ pathname }: URL): Report {
  const report = declaredAt(pathname.replace(/\/$/, ""));
  if (!report) throw notFound();
  return report;
}

/** What an address asks of a report, in the API's notation, and the filters that made no sense. */
export function reportQuery(report: Report, { url }: Pick<Context, "url">) {
  const { query, wrong } = listQuery(report, url);
  const period = askedPeriod({ url }, LONGEST_PERIOD);
  for (const [name, value] of Object.entries(period.query)) if (value) query.set(name, value);
  // Reports have no words to search.
  query.delete("q");
  const by = cutsAt(report, url);
  for (const name of ["by", "view", "measure", "columns"]) query.delete(name);
  for (const cut of by) query.append("by", cut);
  if (report.subtotals && report.rows[0]) query.append("subtotals", report.rows[0]);
  const sort = url.searchParams.get("sort") ?? "";
  if (sortsBy(report, by).includes(sort)) query.set("sort", sort);
  return { query, wrong, period, by };
}

/** The cuts by choice that an address asks for, in its order; the usual ones when it names none. */
function cutsAt({ by }: Report, { searchParams }: URL): readonly CutName[] {
  if (!by) return [];
  const asked = [...new Set(searchParams.getAll("by"))].flatMap((name) => by.cuts.find((cut) => cut === name) ?? []);
  return asked.length ? asked.slice(0, by.most) : by.usual;
}

/** The measures among some columns, as they are asked for. */
export const measuresIn = ({ measures }: Report, columns: readonly string[]): [string, string][] =>
  measures
    .filter((measure) => columns.includes(isHour(measure) ? STRIP : measure))
    .map((measure) => ["measures", measure]);

/** Columns to be shown: what tells rows apart, the cuts that were chosen among it, and of the others those that a person wants. */
export function shownColumns(report: Report, by: readonly CutName[], wanted: readonly string[]): string[] {
  const { cuts = [] }: { cuts?: readonly string[] } = report.by ?? {};
  const { rows }: { rows: readonly string[] } = report;
  const others = wanted.filter((name) => !cuts.includes(name));
  return [...others.filter((name) => rows.includes(name)), ...by, ...others.filter((name) => !rows.includes(name))];
}

/** Loader of every report. */
export const reportLoader = protectedLoader(
  ({ url }) => reportAt(url).needs,
  async (context) => {
    const report = reportAt(context.url);
    const clean = cleanAddress(context.url);
    const memory = await listMemory(context, report);
    const headers = memory.setCookie ? { "Set-Cookie": memory.setCookie } : undefined;
    if (clean) throw redirect(clean, { headers });
    const screen = await reportModel(context, report, memory);
    const html = renderToStaticMarkup(createElement(ReportScreen, { model: screen }));
    const status = screen.isTooMuch ? 422 : 200;
    return data(drawnOnServer(context.request, { title: screen.title, html }, "html"), { status, headers });
  },
);

async function reportModel(context: Context, report: Report, memory: { limit: number; columns: string[] }) {
  const { t, url } = context;
  const { query, wrong, period, by } = reportQuery(report, context);
  const { limit } = memory;
  const columns = shownColumns(report, by, memory.columns);
  const { page: number } = sensible(pageQuery, url.searchParams);
  const kept = report.keepsColumns ? withColumns(context, report, columns) : context;
  const [drawn, missing, payments, chips, saved] = await Promise.all([
    unlessTooMuch(drawnTable(context, report, { query, by, columns, page: number, limit }), undefined),
    unlessTooMuch(missingRecipes(context, report, query), undefined),
    unlessTooMuch(paymentsSummary(context, report, query), undefined),
    filterChips(context, report, url, {}),
    savedMenu(kept, report, listQuery(report, kept.url).query),
  ]);
  const isTooMuch = drawn === undefined;
  const { page, table, asked, isTooWide } = drawn ?? notDrawn(context, report, { query, columns, limit });
  const further = furtherOf(context, report, by, asked);
  const name = report.keepsColumns && saved.links.find(({ current }) => current)?.label;
  const last = Math.ceil(page.rows / page.limit);
  if (!page.items.length && last > 0 && last < page.page) throw redirect(withParams(url, { page: String(last) }));
  const isFiltered = chips.length > 0;
  return {
    title: name || t(titleKey(report)),
    keepHref: report.keepsColumns && saved.save?.href,
    about: t(`reports:about.${report.name}`),
    crumbs: crumbsOf(context),
    period: periodModel(context, period, page, { further: FURTHER, byMonth: report.step === "month" }),
    further,
    asked: askedText(context, page, further),
    keep: [...url.searchParams]
      .filter(
        ([name]) => !["page", "filters"].includes(name) && !isFindParam(name) && !report.list.filters.includes(name),
      )
      .map(([name, value]) => ({ name, value })),
    panel:
      url.searchParams.has("filters") || wrong.size || [...url.searchParams.keys()].some(isFindParam)
        ? await filterControls(context, report, url, wrong)
        : undefined,
    panelHref: withParams(url, { filters: "1" }),
    chips,
    clearHref: withParams(url, Object.fromEntries(report.list.filters.map((name) => [name, null]))),
    missing,
    payments,
    chart: isTooMuch ? undefined : await chartOf(context, report, query, by, page),
    table,
    tooWide: isTooWide ? t("reports:too_wide") : undefined,
    // A matrix has one measure, and its columns are what stands across.
    chooser:
      asked && !isTooWide
        ? undefined
        : {
            all: shownColumns(report, by, report.list.columns).map((name) => ({
              value: name,
              label: columnHead(context, report, name),
            })),
            chosen: columns,
            keep: [...url.searchParams]
              .filter(([name]) => name !== "columns")
              .map(([name, value]) => ({ name, value })),
          },
    pagination: {
      ...paginationOf(context, { ...page, total: page.rows }),
      sizes: pageSizes(context, page.limit),
    },
    saved,
    subscribe: { href: subscribeHref(context, report, memory.columns), label: t("subscriptions:subscribe") },
    exports: fileLinks(
      context,
      `/export/report/${report.name}`,
      report,
      asked && !isTooWide ? report.list.columns : columns,
    ),
    freshness: isTooMuch ? undefined : freshnessOf(context, page),
    compared: comparedText(context, page),
    isTooMuch,
    empty: isTooMuch
      ? { title: t("reports:not_summed"), text: errorText(t, TOO_MUCH) }
      : isFiltered
        ? { title: t("resource:nothing_found"), text: t("resource:nothing_found_hint") }
        : { title: t("reports:nothing_yet"), text: t("reports:nothing_yet_hint") },
    isFiltered: isFiltered && !isTooMuch,
    isEmpty: page.items.length === 0,
    labels: pick(t, reportLabels),
  };
}
export type ReportModel = Awaited<ReturnType<typeof reportModel>>;

/** The same screen with its columns in its address. */
function withColumns(context: Context, { measures }: Report, columns: readonly string[]): Context {
  const url = new URL(context.url);
  url.searchParams.delete("columns");
  for (const name of measures) if (columns.includes(name)) url.searchParams.append("columns", name);
  return { ...context, url };
}

/** The form of a subscription, with what is in sight: columns, too, where they are not the usual ones. */
const subscribeHref = ({ url }: Context, { name, list }: Report, columns: readonly string[]): string => {
  const kept = [...url.searchParams].filter(
    ([param]) => !["page", "limit", "filters", "columns", "back"].includes(param) && !isFindParam(param),
  );
  const chosen = columns.join() === list.usual.join() ? [] : columns.map((column) => ["columns", column]);
  const query = new URLSearchParams([...kept, ...chosen]).toString();
  return `/subscriptions/new/${name}${query && `?${query}`}`;
};

/** What the form of the period asks for besides its days. */
const FURTHER = ["compare", "step", "by", "view", "measure"];

function furtherOf({ t, url }: Context, report: Report, by: readonly CutName[], matrix: MatrixAsked | undefined) {
  const asked = (name: string) => ({ id: name, name, value: url.searchParams.get(name) ?? "", placeholder: "" });
  const cuts = Array.from({ length: report.by?.most ?? 0 }, (_, index) => ({
    id: `by-${index}`,
    name: "by",
    value: by[index] ?? "",
    placeholder: index >= (report.by?.usual.length ?? 0) ? "—" : "",
    label: t(index > 0 ? "reports:and_by" : "reports:by"),
    options: (report.by?.cuts ?? []).map((value) => ({ value, label: t(`reports:fields.${value}`) })),
  }));
  const step = {
    ...asked("step"),
    label: t("reports:step"),
    options: STEPS.map((value) => ({ value, label: t(`reports:step_with.${value}`) })),
  };
  const compare = {
    ...asked("compare"),
    label: t("reports:compare"),
    placeholder: t("reports:compare_with.nothing"),
    options: COMPARISONS.map((value) => ({ value, label: t(`reports:compare_with.${value}`) })),
  };
  const view = {
    ...asked("view"),
    value: matrix ? "matrix" : "rows",
    label: t("reports:view"),
    options: VIEWS.map((value) => ({ value, label: t(`reports:view_with.${value}`) })),
  };
  // The hours of a strip have no names; a report that has one has no matrix.
  const measureOf = (chosen: MatrixAsked) => ({
    ...asked("measure"),
    value: chosen.measure,
    label: t("reports:measure"),
    options: report.measures.map((value) => ({ value, label: t(`reports:fields.${value}`) })),
  });
  return [
    ...cuts,
    ...(hasSpans(report) && rowsBy(report, by).includes("span") ? [step] : []),
    ...(report.compares === false ? [] : [compare]),
    ...(rowsBy(report, by).length === 2 && report.list.ways.view ? [view] : []),
    ...(matrix ? [measureOf(matrix)] : []),
  ];
}

/** What the form of the period asks for, in a line. */
function askedText(
  context: Context,
  days: Pick<ReportPage, "from" | "to">,
  further: ReturnType<typeof furtherOf>,
): string {
  const said = further.flatMap(({ id, label, value, placeholder, options }) => {
    // Whether rows or a matrix is seen.
    if (id === "view") return [];
    const chosen = options.find((one) => one.value === value) ?? (placeholder ? undefined : options[0]);
    return chosen ? [`${label}: ${chosen.label}`] : [];
  });
  return [periodText(context, days), ...said].join(" · ");
}

/** Until when machines have reported, how many are silent, that late sales may still come in, and what is not summed up yet. */
export function freshnessOf({ t, format }: Context, { fresh }: Pick<ReportPage, "fresh">): string {
  if (fresh.heard_at === null) return t("reports:never_heard");
  const reported = t("reports:fresh", {
    at: format.dateTime(fresh.heard_at),
    count: fresh.silent,
    silent: format.number(fresh.silent),
    machines: format.number(fresh.machines),
  });
  if (!fresh.unsummed) return reported;
  return `${reported} ${t("reports:unsummed", { count: fresh.unsummed, machines: format.number(fresh.unsummed) })}`;
}

export const comparedText = ({ t, format }: Context, { compared }: ReportPage): string | undefined =>
  compared
    ? t("reports:compared", {
        from: format.date(`${compared.from}T12:00:00Z`),
        to: format.date(`${compared.to}T12:00:00Z`),
      })
    : undefined;
