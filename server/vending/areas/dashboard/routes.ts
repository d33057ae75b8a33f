import { dashboard, firstSteps } from "~server/contract/calls/dashboard";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { dashboardOf } from "./dashboard";
import { stepsLeft } from "./first-steps";

/** What everybody sees first. */
export function answerDashboard({ read }: Answers, { pool }: Deps): void {
  read(dashboard, ({ viewer }) => dashboardOf(pool, viewer));
  read(firstSteps, async () => ({ left: await stepsLeft(pool) }));
}
