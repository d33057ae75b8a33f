import { plans } from "~server/contract/calls/plans";
import { fieldOf } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import {
  type Pair,
  PLAN_FIGURES,
  type PlanFigure,
  type PlanFigures,
  PLAN_SPANS,
  PLANS_MADE,
  PLANS_SEEN,
  type PlansPage,
  plansQuery,
  plansTable,
} from "~server/contract/plans";
import { sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { formValue, type Wording } from "~/resource/form-values.server";
import { freshnessOf } from "~/report/report.server";
import { withParams } from "~/resource/list-address";
import { listQuery } from "~/resource/list-query.server";
import { paginationOf } from "~/resource/pagination.server";
import { savedMenu } from "~/resource/saved.server";
import { fileLinks } from "~/resource/table-file.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { plansLabels } from "./labels";
import { askedOf, narrowingOf, sortOf, viewsOf } from "./narrowing.server";

type Item = PlansPage["items"][number];

/** What an address asks for; what makes no sense is left out. */
export const plansAsked = ({ url }: Pick<Context, "url">) =>
  askedOf(url, sensible(plansQuery.pick({ month: true, page: true, limit: true }), url.searchParams));
/** Names of a project's controls: its number stays the same, however the rows stand. */
export const controlOf = (kind: keyof Pair | "amount_before" | "vends_before", project: number): string =>
  `${kind}_${project}`;
/** A plan as a control holds it. */
const written = (words: Wording, kind: keyof Pair, value: number | null): string =>
  plain(formValue(fieldOf(plansTable, `plan_${kind}`), value, words));

/** Plans of a month: projects with what was sold and what is to come; who makes plans changes them in the table. */
export const plansLoader = protectedLoader(PLANS_SEEN, async (context) => {
  const { api, t, format, url, me } = context;
  const asked = plansAsked(context);
  const [page, narrowing, saved] = await Promise.all([
    api.read(plans, {}, asked),
    narrowingOf(context),
    savedMenu(context, plansTable, listQuery(plansTable, url).query),
  ]);
  const sort = asked.get("sort") ?? plansTable.list.sort;
  const mayChange = allowed(me, PLANS_MADE);
  const month = (by: number) => {
    const [year = 0, number = 1] = page.month.split("-").map(Number);
    return withParams(url, { month: new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7), page: null });
  };
  return {
    title: t("plans:of_month", { month: format.month(`${page.month}-01`) }),
    month: page.month,
    about: t("plans:about"),
    stepper: {
      before: { href: month(-1), label: t("plans:previous") },
      after: { href: month(1), label: t("plans:next") },
      field: { name: "month" as const, type: "month" as const, label: t("plans:month"), value: page.month },
    },
    mayChange,
    views: viewsOf(context, "month", page.month),
    narrowing,
    saved,
    fresh: freshnessOf(context, page),
    left: page.days_left ? t("plans:days_left", { count: page.days_left }) : t("plans:over"),
    columns: [
      { key: "project", label: t("reports:fields.project"), sort: sortOf(context, "project", sort) },
      ...PLAN_FIGURES.map((name) => columnOf(context, name, sort, !mayChange)),
    ],
    rows: page.items.map((item) => rowOf(context, page, item, mayChange)),
    foot: [
      { text: t("reports:total") },
      ...PLAN_FIGURES.map((name) => ({ ...figureCell(context, name, page.total), tone: undefined })),
    ],
    kept: mayChange ? page.items.flatMap((item) => hiddenOf(context, item)) : [],
    projects: page.items.map(({ project }) => ({ value: String(project.id), label: project.label })),
    spans: PLAN_SPANS.map((value) => ({ value, label: t(`options:plan_span.${value}`) })),
    exports: fileLinks(context, "/export/plan_project", plansTable, plansTable.list.columns),
    pagination: paginationOf(context, { ...page, total: page.rows }),
    labels: pick(t, plansLabels),
  };
});

/** Whose line it is and what its plan was when the form was drawn. */
const hiddenOf = (words: Wording, { project: { id }, plan }: Item) => [
  { name: "line", value: String(id) },
  { name: controlOf("amount_before", id), value: written(words, "amount", plan.amount) },
  { name: controlOf("vends_before", id), value: written(words, "vends", plan.vends) },
];

function columnOf(context: Context, name: PlanFigure, sort: string, isBrief: boolean): Column {
  const { t } = context;
  return {
    key: name,
    label: t(`plans:figures.${name}`),
    align: "end",
    // Where plans are changed, their controls stand beside the name on small screens, too.
    brief: isBrief && (name === "actual" || name === "done") ? true : undefined,
    sort: sortOf(context, `${name}_amount`, sort),
    below: [{ label: t("plans:vends"), sort: sortOf(context, `${name}_vends`, sort) }],
  };
}

function rowOf(context: Context, { month }: PlansPage, item: Item, mayChange: boolean): Row {
  const { t, format } = context;
  const { project, plan } = item;
  const input = (kind: keyof Pair) => ({
    name: controlOf(kind, project.id),
    value: written(context, kind, plan[kind]),
    label: `${t(`plans:${kind}`)}, ${project.label}`,
    unit: t(`plans:${kind}`),
  });
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
  return {
    id: String(project.id),
    href: salesHref(project.id, days),
    cells: [
      { text: project.label },
      ...PLAN_FIGURES.map(
        (name): Cell =>
          name === "plan" && mayChange
            ? {
                text: plan.amount === null ? "—" : format.money(plan.amount),
                inputs: [input("amount"), input("vends")],
              }
            : figureCell(context, name, item),
      ),
    ],
  };
}

/** What a project sold by location. */
export const salesHref = (project: number, days: { from: string; to: string }): string =>
  `/aggregated_sales_per_location?${new URLSearchParams({ ...days, project: String(project) })}`;

/** Money, and below it vends; what is behind the plan is said by its tone. */
function figureCell({ t, format }: Context, name: keyof PlanFigures, figures: PlanFigures): Cell {
  const { amount, vends } = figures[name];
  const isShare = name === "done";
  const money = (value: number) => (isShare ? format.percent(value / 100, 1) : format.money(value));
  const count = (value: number) =>
    isShare ? format.percent(value / 100, 1) : t("plans:vends_of", { count: value, shown: format.number(value) });
  return {
    text: amount === null ? "—" : money(amount),
    hint: vends === null ? undefined : count(vends),
    tone: toneOf(name, figures),
  };
}

function toneOf(name: keyof PlanFigures, { plan, actual, due, expected }: PlanFigures): Cell["tone"] {
  const [is, should] =
    name === "done" ? [actual.amount, due.amount] : name === "expected" ? [expected.amount, plan.amount] : [null, null];
  if (is === null || should === null) return undefined;
  return is < should ? "bad" : "ok";
}
