import { reportCall } from "~server/contract/calls/reports";
import { ownReport } from "~server/contract/reports/own";
import { refSchema } from "~server/contract/record";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";

/** So many products and planograms are named. */
const NAMED = 20;

/**
 * What the specification says where products were sold whose recipes are not known: above a report of recipes, of all its
 * rows; with the planograms by which they were sold, which lack them.
 */
export async function missingRecipes(context: Context, report: Report, query: URLSearchParams) {
  const { t, api } = context;
  const [first] = report.rows;
  if (first !== "recipe" || !report.aside.length || query.getAll("recipe").some((one) => one !== "none"))
    return undefined;
  const asked = new URLSearchParams([...query, ["limit", String(NAMED)], ["measures", "vends"]]);
  asked.delete("compare");
  asked.set("recipe", "none");
  asked.set("sort", "-vends");
  const { items, rows } = await api.read(reportCall(report), {}, asked);
  const names = items.flatMap(
    ({ cuts }) => report.aside.flatMap((cut) => (typeof cuts[cut] === "string" ? [cuts[cut]] : [])).join(" ") || [],
  );
  if (!names.length) return undefined;
  return {
    text: t("sales:recipes_missing", { products: [...names, ...(rows > NAMED ? ["…"] : [])].join(", ") }),
    label: t("reports:lacking"),
    planograms: await planogramsOf(context, asked),
  };
}

/** Planograms by which something was sold, those that the person may open with where they stand. */
async function planogramsOf(context: Context, query: URLSearchParams) {
  const { items } = await context.api.read(
    reportCall(ownReport),
    {},
    new URLSearchParams([...query, ["by", "planogram"]]),
  );
  return items.flatMap(({ cuts }) => {
    const planogram = refSchema.safeParse(cuts.planogram).data;
    return planogram ? [{ label: planogram.label, href: refHref(context, "planogram", planogram.id) }] : [];
  });
}
