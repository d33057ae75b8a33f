import { planYear } from "~server/contract/calls/plans";
import { type Pair, PLANS_SEEN } from "~server/contract/plans";
import {
  type PlanYear,
  planYearQuery,
  planYearTable,
  type YearFigures,
  type YearSpans,
} from "~server/contract/plan-years";
import { sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { dayText } from "~/areas/payments/day.server";
import { freshnessOf } from "~/report/report.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import { fileLinks } from "~/resource/table-file.server";
import { barChartData } from "~/ui/bar-chart-data";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { yearLabels } from "./labels";
import { askedOf, monthHref, narrowingOf, sortOf, viewsOf } from "./narrowing.server";
import { salesHref } from "./plans.server";

const KINDS = ["amount", "vends"] as const satisfies readonly (keyof Pair)[];
type Kind = (typeof KINDS)[number];
const QUARTER = 3;

/** What an address asks for; what makes no sense is left out. */
export const yearAsked = ({ url }: Pick<Context, "url">) =>
  askedOf(url, sensible(planYearQuery.pick({ year: true, sort: true, page: true, limit: true }), url.searchParams));
const kindAt = ({ searchParams }: URL): Kind => KINDS.find((kind) => kind === searchParams.get("kind")) ?? "amount";

/** Plans of a year: projects with what was sold in each month, quarter and the year, beside the plan. */
export const planYearLoader = protectedLoader(PLANS_SEEN, async (context) => {
  const { api, t, url } = context;
  const asked = yearAsked(context);
  const [page, narrowing] = await Promise.all([api.read(planYear, {}, asked), narrowingOf(context)]);
  const kind = kindAt(url);
  const shown = shownBy(context, page, kind);
  const year = (by: number) => withParams(url, { year: String(page.year + by), page: null });
  return {
    title: t("plans:of_year", { year: page.year }),
    about: t("plans:about_year"),
    stepper: {
      before: { href: year(-1), label: t("plans:previous_year") },
      after: { href: year(1), label: t("plans:next_year") },
      field: { name: "year" as const, type: "number" as const, label: t("plans:year"), value: String(page.year) },
    },
    views: viewsOf(context, "year", monthNow(page)),
    kinds: KINDS.map((one) => ({
      href: withParams(url, { kind: one, sort: null }),
      label: t(`plans:kinds.${one}`),
      current: one === kind,
    })),
    narrowing,
    unit: t(`plans:units.${shown.unit}`),
    chart: chartOf(context, page, kind),
    columns: columnsOf(context, page, kind, asked.get("sort") ?? "project"),
    rows: page.items.map(
      (item): Row => ({
        id: String(item.project.id),
        href: salesHref(item.project.id, { from: `${page.year}-01-01`, to: `${page.year}-12-31` }),
        cells: [
          { text: item.project.label },
          ...cellsOf(item, shown, (month) => monthHref(url, monthIn(page, month), item.project.id)),
        ],
      }),
    ),
    foot: [
      { text: t("reports:total") },
      ...cellsOf(page.total, shown, (month) => monthHref(url, monthIn(page, month))),
    ],
    exports: fileLinks(context, "/export/plan_project/year", planYearTable, planYearTable.list.columns),
    pagination: paginationOf(context, { ...page, total: page.rows }),
    fresh: freshnessOf(context, page),
    labels: pick(t, yearLabels),
  };
});

/** `2026-03` of the third month. */
const monthIn = ({ year }: Pick<PlanYear, "year">, index: number): string =>
  `${year}-${String(index + 1).padStart(2, "0")}`;
/** Of this year the present month, of others the first. */
function monthNow(page: PlanYear): string {
  const now = dayText(Date.now()).slice(0, 7);
  return now.startsWith(String(page.year)) ? now : monthIn(page, 0);
}

/** Project, months with their quarters, the year and what it may bring. */
function columnsOf(context: Context, page: PlanYear, kind: Kind, sort: string): Column[] {
  const { t, format, url } = context;
  return [
    { key: "project", label: t("reports:fields.project"), sort: sortOf(context, "project", sort) },
    ...inOrder(
      page.total.months.map(
        (_, index): Column => ({
          key: monthIn(page, index),
          label: format.monthName(`${monthIn(page, index)}-01`),
          align: "end",
          href: monthHref(url, monthIn(page, index)),
        }),
      ),
      page.total.quarters.map(
        (_, index): Column => ({
          key: `quarter-${index}`,
          label: t("plans:quarter", { number: index + 1 }),
          align: "end",
        }),
      ),
    ),
    { key: "year", label: t("plans:year"), align: "end", brief: true, sort: sortOf(context, kind, sort) },
    { key: "expected", label: t("plans:expected_year"), align: "end" },
  ];
}

/** After the months of each quarter the quarter. */
const inOrder = <T>(months: readonly T[], quarters: readonly T[]): T[] =>
  quarters.flatMap((quarter, index) => [...months.slice(index * QUARTER, (index + 1) * QUARTER), quarter]);

interface Shown {
  kind: Kind;
  unit: "uah" | "thousands" | "vends";
  number(value: number): string;
  percent(hundredths: number): string;
  of(plan: string): string;
}

const KOPECKS = 100;
const HUNDREDTHS = 10_000;
/** Hryvnias of which more digits would not stand beside each other. */
const MOST_SHOWN = 100_000;
/** How figures of a page are written: money in hryvnias, or in thousands where there is much of it. */
function shownBy({ t, format }: Context, { items, total }: PlanYear, kind: Kind): Shown {
  const sums = [total, ...items].flatMap(({ year }) => [year.actual.amount ?? 0, year.plan.amount ?? 0]);
  const isMuch = Math.max(...sums) >= MOST_SHOWN * KOPECKS;
  const hryvnias = (kopecks: number) =>
    isMuch ? format.number(kopecks / KOPECKS / 1_000, 1) : format.number(kopecks / KOPECKS);
  return {
    kind,
    unit: kind === "vends" ? "vends" : isMuch ? "thousands" : "uah",
    number: kind === "vends" ? format.number : hryvnias,
    percent: (percent) => format.percent(percent / 100),
    of: (plan) => t("plans:of_plan", { plan }),
  };
}

/** Months with their quarters, the year and what it may bring. */
function cellsOf({ months, quarters, year }: YearSpans, shown: Shown, hrefOf: (month: number) => string): Cell[] {
  const cell = (figures: YearFigures) => spanCell(figures, shown);
  const expected = year.expected[shown.kind];
  return [
    ...inOrder(
      months.map((month, index) => ({ ...cell(month), href: hrefOf(index) })),
      quarters.map(cell),
    ),
    cell(year),
    { text: expected === null || (expected === 0 && isUntold(year, shown.kind)) ? "—" : shown.number(expected) },
  ];
}

/** Nothing was sold, and nothing planned. */
const isUntold = ({ actual, plan }: YearFigures, kind: Kind): boolean => !actual[kind] && plan[kind] === null;

/** What was sold, and below it the percent of the plan and the plan; what is behind it is said by its tone. */
function spanCell(figures: YearFigures, { kind, number, percent, of }: Shown): Cell {
  const [sold, planned, share, due] = [
    figures.actual[kind] ?? 0,
    figures.plan[kind],
    figures.done[kind],
    figures.due[kind],
  ];
  // Months without a plan sell, too, so that percents alone can be compared.
  const should = planned && due ? Math.round((due / planned) * HUNDREDTHS) / 100 : 0;
  return {
    text: isUntold(figures, kind) ? "—" : number(sold),
    tone: share === null || should === 0 ? undefined : share < should ? "bad" : "ok",
    hints: [...(share === null ? [] : [percent(share)]), ...(planned === null ? [] : [of(number(planned))])],
  };
}

/** Sales of the months as bars, the plan as a line; null where nothing was sold or planned. */
function chartOf({ t, format }: Context, page: PlanYear, kind: Kind) {
  const { months } = page.total;
  const isPlanned = months.some(({ plan }) => plan[kind] !== null);
  if (!isPlanned && months.every(({ actual }) => !actual[kind])) return null;
  return barChartData({
    inTable: t("resource:in_table"),
    series: [t("plans:figures.actual")],
    bars: months.map(({ actual }, index) => ({
      label: format.monthName(`${monthIn(page, index)}-01`),
      values: [actual[kind] ?? 0],
    })),
    line: isPlanned ? { label: t("plans:figures.plan"), values: months.map(({ plan }) => plan[kind]) } : undefined,
    format: kind === "amount" ? format.money : format.number,
    formatTick: (value) => format.number(kind === "amount" ? value / KOPECKS : value),
  });
}
