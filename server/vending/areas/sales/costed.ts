import { type SQL, sql } from "drizzle-orm";
import { knownIn } from "./known";
import type { Step } from "./spans";

/**
 * Lines of products on some days (Europe/Kyiv, both included), as `soldIn` gives them (with a `step` by `from_day`), with
 * what one portion cost then: `cost`, thousandths of a kopeck, null where that is not known.
 */
export const costedIn = (
  rollup: "products_by_placement" | "products_by_territory",
  from: string,
  to: string,
  step?: Step,
): SQL =>
  knownIn(
    rollup,
    from,
    to,
    {
      columns: ["cost"],
      lines: sql`(
        select recipe_id as known_id, from_day as since, coalesce(lead(from_day) over (partition by recipe_id order by from_day), 'infinity') as until, cost from recipe_costs)`,
    },
    step,
  );
