import { change, read } from "../call";
import { keyWallet } from "../entities/key_wallets";
import { listRequirement } from "../entity";
import { createdAnswer } from "../record";
import {
  walletMoveBody,
  walletMovesExportQuery,
  walletMovesExportSchema,
  walletMovesQuery,
  walletMovesSchema,
  walletStateSchema,
} from "../wallet-moves";

const ofWallet = { needs: listRequirement(keyWallet), about: keyWallet };

export const walletState = read({
  ...ofWallet,
  path: "/key_wallets/{id}/state",
  does: "What a key wallet has, and what machines hold of it",
  answer: walletStateSchema,
});
export const walletMoves = read({
  ...ofWallet,
  path: "/key_wallets/{id}/moves",
  query: walletMovesQuery,
  does: "Movements of a key wallet, the latest first, with what came in and went out of it",
  answer: walletMovesSchema,
});
export const walletMovesExport = read({
  ...ofWallet,
  path: "/key_wallets/{id}/moves/export",
  query: walletMovesExportQuery,
  does: "All movements of a key wallet, page by page: `next` is what the next one is `before`",
  answer: walletMovesExportSchema,
});
export const enterWalletMove = change({
  ...ofWallet,
  path: "/key_wallets/{id}/moves",
  does: "Put money on a key, take it off, or correct its bonuses; the same key again answers the first movement",
  form: walletMoveBody,
  answer: createdAnswer,
  status: 201,
  refuses: [409],
});
