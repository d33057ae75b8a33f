import { dashboard } from "~server/contract/calls/dashboard";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { dashboardOf } from "./dashboard";

/** What everybody sees first. */
export function answerDashboard({ read }: Answers, { pool }: Deps): void {
  read(dashboard, ({ viewer }) => dashboardOf(pool, viewer));
}
