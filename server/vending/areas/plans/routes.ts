import * as calls from "~server/contract/calls/plans";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { listPlans } from "./plans";
import { savePlans } from "./save";
import { copyPlans, spreadPlan } from "./spread";
import { plansOfYear } from "./year";

/** Plans of projects by month. */
export function answerPlans({ read, change }: Answers, { pool }: Deps): void {
  read(calls.plans, ({ viewer, query }) => listPlans(pool, viewer, query));
  read(calls.planYear, ({ viewer, query }) => plansOfYear(pool, viewer, query));
  change(calls.savePlans, ({ viewer, form: { month, plans } }) => savePlans(pool, viewer, month, plans));
  change(calls.copyPlans, ({ viewer, form }) => copyPlans(pool, viewer, form));
  change(calls.spreadPlan, ({ viewer, form }) => spreadPlan(pool, viewer, form));
}
