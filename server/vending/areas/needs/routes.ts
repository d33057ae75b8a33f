import * as calls from "~server/contract/calls/needs";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { readForecast } from "./device";
import { listNeeds, needsChoices } from "./list";
import { proposeStops } from "./propose";

/** What machines need, and the rounds that are proposed for it. */
export function answerNeeds({ read }: Answers, { pool }: Deps): void {
  read(calls.needs, ({ viewer, query }) => listNeeds(pool, viewer, query));
  read(calls.needsChoices, ({ viewer, query }) => needsChoices(pool, viewer, query));
  read(calls.proposedRound, ({ viewer, query }) => proposeStops(pool, viewer, query));
  read(calls.deviceForecast, ({ param }) => readForecast(pool, param("id")));
}
