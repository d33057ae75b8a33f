import * as calls from "~server/contract/calls/commands";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { candidates } from "./candidates";
import { cancelCommand, giveCommand, listCommands } from "./commands";
import { cancelRollout, listRollouts, readRollout, retryRollout, rollOut } from "./rollouts";

/** What staff tell machines to do, and firmware on its way to many of them. */
export function answerCommands({ read, change }: Answers, { pool }: Deps): void {
  read(calls.deviceCommands, ({ param, query }) => listCommands(pool, param("id"), query.page));
  change(calls.giveCommand, ({ viewer, param, form }) => giveCommand(pool, viewer, param("id"), form));
  change(calls.cancelCommand, ({ param }) => cancelCommand(pool, param("id"), param("command")));
  read(calls.rollouts, ({ viewer, param }) => listRollouts(pool, viewer, param("id")));
  change(calls.rollOut, ({ viewer, param, form }) => rollOut(pool, viewer, param("id"), form));
  read(calls.rolloutCandidates, ({ viewer, query: { page, devices, ...filter } }) =>
    candidates(pool, viewer, filter, page, devices),
  );
  read(calls.rollout, ({ viewer, param }) => readRollout(pool, viewer, param("id"), param("rollout")));
  change(calls.cancelRollout, async ({ viewer, param }) => {
    await cancelRollout(pool, viewer, param("id"), param("rollout"));
    return {};
  });
  change(calls.retryRollout, ({ viewer, param, form }) =>
    retryRollout(pool, viewer, param("id"), param("rollout"), form.key),
  );
}
