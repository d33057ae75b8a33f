import { type SQL, sql } from "drizzle-orm";
import type { CardHolder } from "~server/contract/card-holders";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { qrCode } from "~server/contract/entities/qr_codes";
import { sportLifeKey } from "~server/contract/entities/sport_life";
import { type Entity, listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { companyStaff, type Viewer } from "../../access";
import { allOf, anyOf } from "../../database/query";
import { pastRef } from "../../resource/deleted";

const WHOSE: readonly [keyof CardHolder, Entity, SQL][] = [
  ["wallet", keyWallet, sql`k.wallet_id`],
  ["client", keyClient, sql`k.client_id`],
  ["code", qrCode, sql`k.qr_code_id`],
  ["employee", sportLifeKey, sql`k.employee_id`],
];

/**
 * Whose card it was (`CardHolder`), of what the viewer may see: null where that is nothing. `cards`: the card, as columns
 * `wallet_id`, `client_id`, `qr_code_id` and `employee_id`.
 */
export function holderOf(viewer: Viewer, cards: SQL): SQL {
  const seen = WHOSE.filter(([, entity]) => allowed(viewer, listRequirement(entity)));
  if (!seen.length) return sql`null`;
  const told = WHOSE.map((one) => {
    const [name, { name: to }, id] = one;
    return sql`${name}::text, ${seen.includes(one) ? pastRef(viewer, to, id) : sql`null::json`}`;
  });
  const owner = seen.some(([name]) => name === "wallet")
    ? sql`(select w.owner from key_wallets w where w.id = k.wallet_id)`
    : sql`null`;
  return sql`(
    select json_build_object('owner', ${owner}, ${sql.join(told, sql`, `)}) from (${cards}) k
    where ${allOf([companyStaff(viewer, sql`k`), anyOf(seen.map(([, , id]) => sql`${id} is not null`))])} limit 1)`;
}

/** The card that a sale `s` was paid with, where its reader or its unit told. */
export const CARD_OF_SALE: SQL = sql`
  select a.wallet_id, a.client_id, a.qr_code_id, a.employee_id from authorisations a where a.device_id = s.device_id and a.sale_id = s.id`;
