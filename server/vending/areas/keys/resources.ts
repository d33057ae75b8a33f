import { randomInt } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { qrCode } from "~server/contract/entities/qr_codes";
import { sportLifeDiscounts, sportLifeKey } from "~server/contract/entities/sport_life";
import { byDevice, companyStaff } from "../../access";
import { type Db, one, only, run } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { TODAY } from "../../time";
import { checkEmpty, checkIssue, issue } from "./issue";

/** Block and unblock of a table with the column `blocked`. */
const blocking = (table: string) => {
  const set = (blocked: boolean) => async (tx: Db, id: number) => {
    await run(tx, sql`update ${sql.identifier(table)} set blocked = ${blocked} where id = ${id}`);
    return {};
  };
  return { block: set(true), unblock: set(false) };
};

export const keyClientResource = defineResource(keyClient, {
  table: tables.keyClients,
  visible: companyStaff,
  children: { programs: { table: tables.keyClientPrograms, parent: "key_client_id" } },
  actions: blocking("key_clients"),
});

export const keyWalletResource = defineResource(keyWallet, {
  table: tables.keyWallets,
  visible: companyStaff,
  uniques: { key_wallets_key_key: { field: "key", key: "taken" } },
  prepare: (_tx, values, { id }) => checkIssue(values, id === undefined),
  async written(tx, id, values, context) {
    if (context.id === undefined) await issue(tx, id, values, context.viewer);
  },
  removing: checkEmpty,
  actions: blocking("key_wallets"),
});

/** Signs of generated codes: none that are easily taken for another (Crockford's base 32). */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 random bits: not to be guessed. */
const CODE_LENGTH = 16;
const newCode = () => Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");

const today = async (db: Db) => (await only(db, z.object({ day: z.string() }), sql`select ${TODAY} as day`)).day;

const codeOf = async (db: Db, id: number) =>
  (await only(db, z.object({ code: z.string() }), sql`select code from qr_codes where id = ${id}`)).code;

const qrState = (t: SQL) => sql`(case when ${t}.used_at is not null then 'USED' when ${t}.blocked then 'BLOCKED'
  when ${t}.expires_on < ${TODAY} then 'EXPIRED' else 'NOT_USED' end)`;

export const qrCodeResource = defineResource(qrCode, {
  table: tables.qrCodes,
  visible: byDevice(),
  place: "device",
  uniques: { qr_codes_code_key: { field: "code", key: "taken" } },
  computed: { state: qrState },
  async prepare(tx, values, { id }) {
    if (id === undefined && values.expires_on !== null && values.expires_on < (await today(tx)))
      throw invalid({ expires_on: [{ key: "in_the_past" }] });
    // Emptied, it stays what it was: somebody may have it in hand.
    if (values.code === null) values.code = id === undefined ? newCode() : await codeOf(tx, id);
  },
  actions: {
    ...blocking("qr_codes"),
    async block(tx, id) {
      const unused = await one(
        tx,
        z.unknown(),
        sql`select 1 as one from qr_codes where id = ${id} and used_at is null`,
      );
      if (!unused) throw new Fault(409, "qr_used");
      return blocking("qr_codes").block(tx, id);
    },
  },
});

export const sportLifeKeyResource = defineResource(sportLifeKey, {
  table: tables.sportLifeKeys,
  visible: companyStaff,
  children: { discounts: { table: tables.sportLifeKeyDiscounts, parent: "key_id" } },
  uniques: { sport_life_keys_number_key: { field: "number", key: "taken" } },
  actions: blocking("sport_life_keys"),
});

export const sportLifeDiscountsResource = defineResource(sportLifeDiscounts, {
  table: tables.sportLifeDiscounts,
  visible: companyStaff,
  children: { discounts: { table: tables.sportLifeDiscountRows, parent: "list_id" } },
  async prepare(_tx, values) {
    const wrong = values.discounts.flatMap(({ valid_from, valid_to }, index) =>
      valid_from && valid_to && valid_to < valid_from ? [`discounts[${index}].valid_to`] : [],
    );
    if (wrong.length) throw invalid(Object.fromEntries(wrong.map((path) => [path, [{ key: "ends_before_start" }]])));
  },
});
