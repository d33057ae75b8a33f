import { defineEntity } from "../define-entity";
import { KEY_TYPES } from "../enums";
import { choice, flag, money, ref, text } from "../fields";

/** A key (card, tag) that pays at machines, and its money: a new one starts with none. */
export const keyWallet = defineEntity({
  name: "key_wallet",
  api: "/key_wallets",
  paths: { list: "/key_wallets/keys", create: "/key_wallets/key/create", view: "/key_wallets/key/view/{id}" },
  permission: "KEY_WALLETS",
  title: "key",
  fields: {
    /** What a reader reads: the card's UID in hexadecimal or its number. */
    key: text({ required: true, max: 40, format: "rfid", exclusive: true }),
    client: ref("key_client"),
    owner: text({ max: 120 }),
    type: choice("key_type", KEY_TYPES, { required: true }),
    balance: money({ readOnly: true }),
    bonus_balance: money({ readOnly: true }),
    original_balance: money({ readOnly: true }),
    blocked: flag({ readOnly: true }),
  },
  sections: [{ name: "main", fields: ["key", "client", "owner", "type"] }],
  list: {
    columns: ["key", "owner", "client", "type", "balance", "bonus_balance", "original_balance", "blocked"],
    search: ["key", "owner"],
    sort: "key",
    filters: ["client", "type", "balance", "bonus_balance", "blocked"],
    scopes: [
      { name: "active", where: { blocked: "false" } },
      { name: "blocked", where: { blocked: "true" } },
    ],
  },
  actions: [
    { name: "block", danger: true, when: { field: "blocked", is: false } },
    { name: "unblock", when: { field: "blocked", is: true } },
  ],
});
