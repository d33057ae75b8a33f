import { defineEntity } from "../define-entity";
import { KEY_TYPES } from "../enums";
import { LARGEST_MOVE } from "../key-moves";
import { choice, decimal, flag, integer, moment, money, ref, text } from "../fields";

/** Balances are shown from here on, kopecks. */
const LOWEST = 100_000_000_00;
/** What a key is issued with: a copy of it is another card, with none. */
const issued = () => money({ max: LARGEST_MOVE, fixed: true, exclusive: true });

/** A key (card, tag) that pays at machines, and its money: what moves it is its ledger (`key_moves`). */
export const keyWallet = defineEntity({
  name: "key_wallet",
  api: "/key_wallets",
  paths: { list: "/key_wallets/keys", create: "/key_wallets/key/create", view: "/key_wallets/key/view/{id}" },
  permission: "KEY_WALLETS",
  title: "key",
  about: ["owner", "client"],
  tools: [
    { name: "move", path: "/key_wallets/keys/move", chosen: true },
    { name: "import", path: "/key_wallets/keys/import" },
  ],
  tabs: ["moves", "data"],
  tabNames: { moves: "transactions" },
  fields: {
    /** What a reader reads: the card's UID in hexadecimal or its number. */
    key: text({ required: true, max: 40, format: "rfid", exclusive: true }),
    client: ref("key_client"),
    owner: text({ max: 120 }),
    type: choice("key_type", KEY_TYPES, { required: true }),
    /** Of a key of CASHBACK: what it earns of a vend paid with money; empty: what its client gives. */
    cashback_percent: decimal({ scale: 2, min: 0, max: 100, unit: "percent", hint: true }),
    /** Of a key of ONE_TIME_PURCHASE: the dearest product it pays for; empty: any. */
    max_price: money({ min: 1, hint: true }),
    /** Of a key of UNLIMITED: vends a day; empty: as many as it likes. */
    day_limit: integer({ min: 1, max: 1000, hint: true }),
    /** Below zero after a machine sold without asking. */
    balance: money({ readOnly: true, min: -LOWEST }),
    bonus_balance: money({ readOnly: true, min: -LOWEST }),
    original_balance: issued(),
    /** In bonuses or cashback, as its type has them. */
    original_bonus: issued(),
    overdrawn: flag({ readOnly: true }),
    /** Of a key of ONE_TIME_PURCHASE: when it was used up. */
    used_at: moment(),
    blocked: flag({ readOnly: true }),
  },
  imports: false,
  changes: ["client", "cashback_percent", "max_price", "day_limit"],
  consequences: ["client"],
  sections: [
    { name: "main", fields: ["key", "client", "owner", "type"] },
    { name: "issue", fields: ["original_balance", "original_bonus"] },
    { name: "limits", fields: ["cashback_percent", "max_price", "day_limit"] },
  ],
  list: {
    columns: ["key", "owner", "client", "type", "balance", "bonus_balance", "original_balance", "blocked"],
    search: ["key", "owner"],
    sort: "key",
    marks: ["overdrawn"],
    filters: ["client", "type", "balance", "bonus_balance", "overdrawn", "blocked"],
    scopes: [
      { name: "active", where: { blocked: "false" } },
      { name: "blocked", where: { blocked: "true" } },
      { name: "overdrawn", where: { overdrawn: "true" } },
    ],
    brief: ["balance", "bonus_balance"],
  },
  actions: [
    { name: "block", danger: true, when: { field: "blocked", is: false } },
    { name: "unblock", when: { field: "blocked", is: true } },
  ],
});
