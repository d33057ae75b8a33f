import * as calls from "~server/contract/calls/wallets";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { enterMove, stateOf } from "./enter";
import { movesExported, movesOf } from "./moves";

/** What a key wallet has, and its movements. */
export function answerWallets({ read, change }: Answers, { pool }: Deps): void {
  read(calls.walletState, ({ param }) => stateOf(pool, param("id")));
  read(calls.walletMoves, ({ viewer, param, query }) => movesOf(pool, viewer, param("id"), query));
  read(calls.walletMovesExport, ({ viewer, param, query }) => movesExported(pool, viewer, param("id"), query));
  change(calls.enterWalletMove, ({ viewer, param, form }) => enterMove(pool, viewer, param("id"), form));
}
