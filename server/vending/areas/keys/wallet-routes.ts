import * as calls from "~server/contract/calls/wallets";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { confirmImport, linesIn, readImport } from "../../resource/drafts";
import { enterMove, stateOf } from "./enter";
import { importKeys, KEYS } from "./import";
import { importMoves, MANY, selectMoves } from "./many-moves";
import { movesExported, movesOf } from "./moves";

/** What a key wallet has, and its movements. */
export function answerWallets({ read, change, upload }: Answers, { pool }: Deps): void {
  read(calls.walletState, ({ param }) => stateOf(pool, param("id")));
  read(calls.walletMoves, ({ viewer, param, query }) => movesOf(pool, viewer, param("id"), query));
  read(calls.walletMovesExport, ({ viewer, param, query }) => movesExported(pool, viewer, param("id"), query));
  change(calls.enterWalletMove, ({ viewer, param, form }) => enterMove(pool, viewer, param("id"), form));
  upload(calls.importWalletMoves, async ({ viewer, query, bytes }) =>
    importMoves(pool, viewer, query, linesIn(await bytes())),
  );
  change(calls.selectWalletMoves, ({ viewer, form }) => selectMoves(pool, viewer, form));
  upload(calls.importWallets, async ({ viewer, bytes }) => importKeys(pool, viewer, linesIn(await bytes())));
  read(calls.walletImport, ({ viewer, param }) => readImport(pool, KINDS, viewer, param("id")));
  change(calls.confirmWalletImport, ({ viewer, param }) => confirmImport(pool, KINDS, viewer, param("id")));
}

const KINDS = [MANY, KEYS];
