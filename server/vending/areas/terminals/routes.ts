import { paxState } from "~server/contract/calls/terminals";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { paxState as stateOf } from "./state";

/** How a bank terminal fares. */
export function answerTerminals({ read }: Answers, { pool }: Deps): void {
  read(paxState, ({ param }) => stateOf(pool, param("id")));
}
