import { change, read, upload } from "../call";
import { keyWallet } from "../entities/key_wallets";
import { listRequirement } from "../entity";
import { IMPORT_BYTES, importSchema, linesSchema } from "../drafts";
import { createdAnswer } from "../record";
import { manyMovesQuery, selectedMovesBody } from "../wallet-imports";
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

const staff = listRequirement(keyWallet);
const mine = { needs: staff, about: "the person's own import" };
const ofLines = { type: "application/json", json: linesSchema, most: IMPORT_BYTES, answer: createdAnswer };

export const importWalletMoves = upload({
  ...ofLines,
  path: "/key_wallets/imports/moves",
  needs: staff,
  query: manyMovesQuery,
  does: "Look through movements of many keys, line by line; nothing moves until they are confirmed",
  refuses: [413, 422],
});
export const selectWalletMoves = change({
  path: "/key_wallets/imports/selected",
  needs: staff,
  does: "Look through a movement of all keys that were chosen; nothing moves until it is confirmed",
  form: selectedMovesBody,
  answer: createdAnswer,
  status: 201,
  refuses: [409],
});
export const importWallets = upload({
  ...ofLines,
  path: "/key_wallets/imports/keys",
  needs: staff,
  does: "Look through new keys, line by line; none is made until they are confirmed",
  refuses: [413, 422],
});
export const walletImport = read({
  ...mine,
  path: "/key_wallets/imports/{id}",
  does: "What an import would do now, and what is wrong with its lines; or that it is done",
  answer: importSchema,
});
export const confirmWalletImport = change({
  ...mine,
  path: "/key_wallets/imports/{id}/confirm",
  does: "Do an import, all of it or nothing; once, however often it is confirmed",
  answer: importSchema,
  refuses: [409],
});
