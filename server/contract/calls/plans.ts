import { z } from "zod";
import { change, read } from "../call";
import { planYearQuery, planYearSchema } from "../plan-years";
import { copyBody, PLANS_MADE, PLANS_SEEN, plansBody, plansQuery, plansSchema, spreadBody } from "../plans";

const made = z.object({ changed: z.number().int() });

export const plans = read({
  path: "/plans",
  needs: PLANS_SEEN,
  query: plansQuery,
  does: "Plans of projects for a month (2026-11), what was sold so far, what may be expected and what is needed",
  answer: plansSchema,
});
export const planYear = read({
  path: "/plans/year",
  needs: PLANS_SEEN,
  query: planYearQuery,
  does: "Plans of projects for the months of a year, its quarters and the whole of it, beside what was sold and what may be expected",
  answer: planYearSchema,
});
export const savePlans = change({
  path: "/plans",
  needs: PLANS_MADE,
  does: "Change plans of a month; a plan that somebody else changed meanwhile is refused beside its field, and then none is saved",
  form: plansBody,
  answer: made,
  refuses: [409],
});
export const copyPlans = change({
  path: "/plans/copy",
  needs: PLANS_MADE,
  does: "Take over plans of the month before, or of the same month a year before (of=year), for projects that have none in this one",
  form: copyBody,
  answer: made,
});
export const spreadPlan = change({
  path: "/plans/spread",
  needs: PLANS_MADE,
  does: "Spread a project's plan of the quarter or year of a month over its months, by what each weekday brought in the last eight weeks",
  form: spreadBody,
  answer: made,
  refuses: [409],
});
