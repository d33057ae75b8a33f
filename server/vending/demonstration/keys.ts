import type { KEY_TYPES } from "~server/contract/enums";
import { pick, type Random, randomOf } from "./random";

/** A key of a client's people. */
export interface InventedKey {
  key: string;
  /** Its place among the clients. */
  client: number;
  type: (typeof KEY_TYPES)[number];
}

/** People of each client who have a key. */
export const KEYS_OF_CLIENTS = [90, 60, 30] as const;
const TYPES = ["BALANCE", "BALANCE", "BONUS", "CASHBACK", "UNLIMITED"] as const;

/** Keys of the invented network, always the same. */
export const KEYS: readonly InventedKey[] = KEYS_OF_CLIENTS.flatMap((count, client) => {
  const random = randomOf("key types", client);
  return Array.from({ length: count }, (_, index) => ({
    key: `04${(0xa1000000 + client * 0x10000 + index * 7).toString(16).toUpperCase()}5A80`,
    client,
    type: pick(random, TYPES),
  }));
});

const FREE = KEYS.filter(({ type }) => type === "UNLIMITED");
const PAYING = KEYS.filter(({ type }) => type !== "UNLIMITED");

/** A key that somebody holds before a reader; of what costs nothing, one that pays for anything. */
export const keyHeld = (random: Random, isFree: boolean): string => pick(random, isFree ? FREE : PAYING).key;
