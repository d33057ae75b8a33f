import { KEY_TYPES } from "~server/contract/enums";
import type { ImportColumn } from "~/resource/draft-file.server";

/** New keys. */
const NEW_KEYS: readonly ImportColumn[] = [
  { field: "key", heads: ["entities:key_wallet.fields.key"], required: true },
  { field: "owner", heads: ["entities:key_wallet.fields.owner"] },
  {
    field: "type",
    heads: ["entities:key_wallet.fields.type"],
    choices: Object.fromEntries(KEY_TYPES.map((type) => [type, `options:key_type.${type}`])),
    required: true,
  },
  { field: "client", heads: ["entities:key_wallet.fields.client"] },
  {
    field: "original_balance",
    heads: ["entities:key_wallet.fields.original_balance", "entities:key_wallet.fields.balance"],
  },
  {
    field: "original_bonus",
    heads: ["entities:key_wallet.fields.original_bonus", "entities:key_wallet.fields.bonus_balance"],
  },
];

/** A movement of each key. */
const MOVES: readonly ImportColumn[] = [
  { field: "key", heads: ["entities:key_wallet.fields.key"], required: true },
  { field: "amount", heads: ["entities:wallet_move.fields.amount"] },
  { field: "reason", heads: ["entities:wallet_move.fields.reason"] },
];

/** Files about many keys: the columns of each. */
export const FILES = { keys: NEW_KEYS, moves: MOVES } as const;
export type KeysFile = keyof typeof FILES;
