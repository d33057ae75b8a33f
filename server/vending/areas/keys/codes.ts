import { randomInt } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, only } from "../../database/query";
import { invalid } from "../../fault";
import { TODAY } from "../../time";

/** Signs of generated codes: none that are easily taken for another (Crockford's base 32). */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 random bits: not to be guessed. */
const CODE_LENGTH = 16;
/** What a new QR code says. */
export const newCode = () => Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");

/** The state of a code `t` (QR_STATES): a used one stays used, whatever came later. */
export const qrState = (t: SQL) => sql`(case when ${t}.used_at is not null then 'USED' when ${t}.blocked then 'BLOCKED'
  when ${t}.expires_on < ${TODAY} then 'EXPIRED' else 'NOT_USED' end)`;

/** Throws 422 for new codes whose last day (Europe/Kyiv) is over. */
export async function checkExpiry(db: Db, expiresOn: string | null): Promise<void> {
  const { day } = await only(db, z.object({ day: z.string() }), sql`select ${TODAY} as day`);
  if (expiresOn !== null && expiresOn < day) throw invalid({ expires_on: [{ key: "in_the_past" }] });
}
