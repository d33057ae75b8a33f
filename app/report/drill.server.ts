import { entityNamed } from "~server/contract/entities";
import { listRequirement, viewPath } from "~server/contract/entity";
import { titleKey } from "~server/contract/listed";
import { allowed } from "~server/contract/permissions";
import { isOutOfSight, refSchema } from "~server/contract/record";
import type { ReportPage } from "~server/contract/reports/answer";
import { CUTS, type CutName } from "~server/contract/reports/cuts";
import { reportAt, reportNamed } from "~server/contract/reports";
import type { Drill, Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";
import { lastOfSpan, stepOf } from "./spans.server";

type Cuts = ReportPage["items"][number]["cuts"];

/**
 * Where a row leads, with the period and the filters kept; undefined where there is nothing finer for this person. A sum of
 * rows says fewer cuts than they do and leads to what all of them are made of.
 */
export function drillHref(context: Context, report: Report, cuts: Cuts, page: ReportPage): string | undefined {
  const { drill } = report;
  if (!drill) return undefined;
  if ("path" in drill) return pageHref(drill, cuts);
  if ("tab" in drill) return tabHref(context, drill, cuts, page);
  return "list" in drill ? listHref(context, report, drill.list, cuts) : reportHref(context, report, drill, cuts, page);
}

/** What tells a row apart, of what is said of it. */
const rowCuts = ({ rows, by }: Report, cuts: Cuts): CutName[] =>
  [...rows, ...(by?.cuts ?? [])].filter((cut) => Object.hasOwn(cuts, cut));

/** A value of a cut as a filter takes it. */
const filterValue = (cut: CutName, value: unknown): string =>
  CUTS[cut].kind === "ref" ? String(refSchema.safeParse(value).data?.id ?? "none") : String(value);

/** Whether a filter of the same name leaves what a row is of. */
const isNarrowing = (cut: CutName, value: unknown): boolean =>
  CUTS[cut].kind === "ref" || (CUTS[cut].kind === "choice" && value !== null);

function reportHref(
  context: Context,
  report: Report,
  drill: Extract<Drill, { report: string }>,
  cuts: Cuts,
  page: ReportPage,
): string | undefined {
  const { url } = context;
  const target = reportNamed(drill.report);
  if (!target || !allowed(context.me, target.needs)) return undefined;
  const query = new URLSearchParams({ from: page.from, to: page.to });
  for (const name of ["compare", ...target.list.filters])
    for (const value of url.searchParams.getAll(name)) query.append(name, value);
  for (const cut of rowCuts(report, cuts)) {
    if (cut === "span") {
      const first = String(cuts.span);
      const last = lastOfSpan(first, stepOf(report, url));
      query.set("from", first < page.from ? page.from : first);
      query.set("to", last > page.to ? page.to : last);
    } else if (isNarrowing(cut, cuts[cut]) && target.list.filters.includes(cut))
      query.set(cut, filterValue(cut, cuts[cut]));
  }
  if (drill.by) query.set("by", drill.by);
  query.set("back", url.pathname + url.search);
  return `${target.path}?${query}`;
}

/** What the list of machines calls a cut by another name. */
const LISTED: Partial<Record<CutName, string>> = { ownership: "ownership_type" };

/** The list of the records that a row counts, where it can be narrowed to them. */
function listHref(context: Context, report: Report, to: string, cuts: Cuts): string | undefined {
  const target = entityNamed(to);
  const told = rowCuts(report, cuts).map((cut): [string, string] => [LISTED[cut] ?? cut, filterValue(cut, cuts[cut])]);
  const isListed = told.every(([name]) => target.list.filters.includes(name));
  if (!told.length || !isListed || !allowed(context.me, listRequirement(target))) return undefined;
  return `${target.paths.list}?${new URLSearchParams([...told, ["scope", "all"]])}`;
}

/** The page of what a row is; a sum of rows has none. */
const pageHref = ({ path, of }: Extract<Drill, { path: string }>, cuts: Cuts): string | undefined =>
  typeof cuts[of] === "number" ? path.replace("{id}", String(cuts[of])) : undefined;

/** A tab of the machine that a row is, or of what else the tab is of. */
function tabHref(
  context: Context,
  { tab, of = "device" }: Extract<Drill, { tab: string }>,
  cuts: Cuts,
  { from, to }: ReportPage,
): string | undefined {
  const record = refSchema.safeParse(cuts[of]).data;
  if (!record || isOutOfSight(record) || refHref(context, of, record.id) === undefined) return undefined;
  return `${viewPath(entityNamed(of), record.id)}/${tab}?${new URLSearchParams({ from, to })}`;
}

/** The report that this one was opened from (`?back=`), which may have been opened from another. */
export function crumbsOf({ t, url }: Pick<Context, "t" | "url">): { href: string; label: string }[] {
  const back = url.searchParams.get("back") ?? "";
  if (!back.startsWith("/") || !URL.canParse(back, url)) return [];
  const from = new URL(back, url);
  const report = from.origin === url.origin ? reportAt(from.pathname) : undefined;
  if (!report) return [];
  return [...crumbsOf({ t, url: from }), { href: from.pathname + from.search, label: t(titleKey(report)) }];
}
