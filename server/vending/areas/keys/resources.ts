import { sql } from "drizzle-orm";
import { z } from "zod";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { qrCode } from "~server/contract/entities/qr_codes";
import { sportLifeDiscounts, sportLifeKey } from "~server/contract/entities/sport_life";
import { byCarriedDevice, byDevice, companyStaff } from "../../access";
import { type Db, one, only, run } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { importEmployees } from "../sport-life/employees";
import { blockWithBatch } from "./batches";
import { checkExpiry, newCode, qrState } from "./codes";
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

const codeOf = async (db: Db, id: number) =>
  (await only(db, z.object({ code: z.string() }), sql`select code from qr_codes where id = ${id}`)).code;

export const qrCodeResource = defineResource(qrCode, {
  table: tables.qrCodes,
  visible: byDevice(),
  place: "device",
  uniques: { qr_codes_code_key: { field: "code", key: "taken" } },
  computed: { state: qrState },
  async prepare(tx, values, { id }) {
    if (id === undefined) await checkExpiry(tx, values.expires_on);
    // Emptied, it stays what it was: somebody may have it in hand.
    if (values.code === null) values.code = id === undefined ? newCode() : await codeOf(tx, id);
  },
  // One that comes back is what its batch has become meanwhile.
  written: (tx, id, _values, { restored }) => (restored ? blockWithBatch(tx, id) : Promise.resolve()),
  actions: {
    async unblock(tx, id) {
      await run(tx, sql`update qr_codes set blocked = false, blocked_with_batch = false where id = ${id}`);
      return {};
    },
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
  importer: importEmployees,
  computed: {
    last_use: (t, viewer) =>
      sql`(select max(s.at) from scans s join placements p on p.id = s.placement_id
        where s.card = 'partner' and s.code = ${t}.number and s.result in ('accepted', 'vended') and ${byCarriedDevice(viewer, sql`p`)})`,
  },
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
