import { reportCall } from "~server/contract/calls/reports";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";

/** So many products are named. */
const NAMED = 20;

/** What the specification says where products were sold whose recipes are not known: above a report of recipes, of all its rows. */
export async function missingRecipes(
  { t, api }: Context,
  report: Report,
  query: URLSearchParams,
): Promise<string | undefined> {
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
  return t("sales:recipes_missing", { products: [...names, ...(rows > NAMED ? ["…"] : [])].join(", ") });
}
