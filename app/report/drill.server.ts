import { entityNamed } from "~server/contract/entities";
import { viewPath } from "~server/contract/entity";
import { titleKey } from "~server/contract/listed";
import { allowed } from "~server/contract/permissions";
import { isOutOfSight, refSchema } from "~server/contract/record";
import type { ReportPage } from "~server/contract/reports/answer";
import { CUTS } from "~server/contract/reports/cuts";
import { reportNamed } from "~server/contract/reports";
import type { Drill, Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";
import { lastOfSpan } from "./spans.server";

type Item = ReportPage["items"][number];

/** Where a row leads, with the period and the filters kept; undefined where there is nothing finer for this person. */
export function drillHref(context: Context, report: Report, item: Item, page: ReportPage): string | undefined {
  const { drill } = report;
  if (!drill) return undefined;
  const { url } = context;
  if ("tab" in drill) return tabHref(context, drill, item, page);
  const target = reportNamed(drill.report);
  if (!target || !allowed(context.me, target.needs)) return undefined;
  const query = new URLSearchParams({ from: page.from, to: page.to });
  for (const name of ["compare", ...target.list.filters])
    for (const value of url.searchParams.getAll(name)) query.append(name, value);
  for (const cut of [...report.rows, ...(report.by?.cuts ?? [])].filter((one) => one in item.cuts)) {
    const value = item.cuts[cut];
    if (cut === "span") {
      const first = String(value);
      const last = lastOfSpan(first, report.step ?? url.searchParams.get("step"));
      query.set("from", first < page.from ? page.from : first);
      query.set("to", last > page.to ? page.to : last);
    } else if (CUTS[cut].kind === "ref" && target.list.filters.includes(cut))
      query.set(cut, String(refSchema.safeParse(value).data?.id ?? "none"));
  }
  query.set("back", url.pathname + url.search);
  return `${target.path}?${query}`;
}

/** A tab of the machine that a row is, or of what else the tab is of. */
function tabHref(
  context: Context,
  { tab, of = "device" }: Extract<Drill, { tab: string }>,
  { cuts }: Item,
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
  const report = from.origin === url.origin ? reportNamed(from.pathname.slice(1)) : undefined;
  if (!report) return [];
  return [...crumbsOf({ t, url: from }), { href: from.pathname + from.search, label: t(titleKey(report)) }];
}
