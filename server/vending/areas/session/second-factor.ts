import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, list, one, only, run } from "../../database/query";
import { Fault } from "../../fault";
import { open, seal, sha256 } from "../../secrets";

/** As it is called in an authenticator app. */
const ISSUER = "Vending";
/** Seconds of a code; one period before and after is accepted too, for clocks differ (RFC 6238, 5.2). */
const PERIOD = 30;
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** How long a secret waits on its owner's screen for the first code. */
const PENDING = "15 minutes";

/** Whether the user `u` signs in with two steps. */
export const hasSecondFactor = (u: SQL): SQL =>
  sql`exists (select 1 from second_factors sf where sf.user_id = ${u}.id and sf.secret is not null)`;

/** Whether the group of the user `u` wants the second step. */
export const needsSecondFactor = (u: SQL): SQL =>
  sql`exists (select 1 from user_groups ng where ng.id = ${u}.user_group_id and ng.second_factor_required)`;

/** SHA-1, six digits, 30 seconds: what every authenticator app understands. */
const totp = (secret: string, label = "") =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD });

/** Makes a secret that counts from the first right code on; until then an older one does. */
export async function beginSecondFactor(db: Db, userId: number): Promise<void> {
  const sealed = await seal(db, new Secret({ size: 20 }).base32);
  await run(
    db,
    sql`insert into second_factors (user_id, pending, pending_at) values (${userId}, ${sealed}, now())
    on conflict (user_id) do update set pending = excluded.pending, pending_at = excluded.pending_at`,
  );
}

const pendingRow = z.object({ pending: z.string(), email: z.string() });
const pendingOf = (db: Db, userId: number) =>
  one(
    db,
    pendingRow,
    sql`select f.pending, u.email from second_factors f join users u on u.id = f.user_id
    where f.user_id = ${userId} and f.pending is not null and f.pending_at > now() - ${PENDING}::interval`,
  );

/** The secret that waits for its first code, and the address by which an app takes it over. */
export async function pendingSecret(db: Db, userId: number): Promise<{ secret: string; uri: string } | null> {
  const found = await pendingOf(db, userId);
  if (!found) return null;
  const secret = open(found.pending);
  return { secret, uri: totp(secret, found.email).toString() };
}

/** The waiting secret is taken over when the code is its own; 409 when none waits (any more). */
export async function confirmSecondFactor(tx: Db, userId: number, code: string): Promise<boolean> {
  const found = await pendingOf(tx, userId);
  if (!found) throw new Fault(409, "set_up_expired");
  const step = stepOf(open(found.pending), code);
  if (step === undefined) return false;
  await run(
    tx,
    sql`update second_factors set secret = pending, last_step = ${step}, pending = null, pending_at = null where user_id = ${userId}`,
  );
  return true;
}

/** Whether a code of the app or a recovery code opens the door; either does once. */
export async function takeCode(db: Db, userId: number, typed: string): Promise<boolean> {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (!/^\d{6}$/.test(code))
    return (await run(db, sql`delete from recovery_codes where user_id = ${userId} and hash = ${sha256(code)}`)) === 1;
  const row = z.object({ secret: z.string().nullable() });
  const found = await one(db, row, sql`select secret from second_factors where user_id = ${userId}`);
  const step = found?.secret ? stepOf(open(found.secret), code) : undefined;
  if (step === undefined) return false;
  // Of two who send the same code at once, one finds it used.
  return (
    (await run(
      db,
      sql`update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`,
    )) === 1
  );
}

/** The period that a code belongs to. */
function stepOf(secret: string, code: string): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totp(secret).validate({ token, window: WINDOW });
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / PERIOD) + delta;
}

// 80 random bits each: enough for a plain hash. Letters and digits that nobody mistakes for each other.
const SIGNS = "abcdefghjkmnpqrstuvwxyz023456789";

const newCode = () => [...randomBytes(16)].map((byte) => SIGNS[byte % SIGNS.length]).join("");

/** New recovery codes in place of all older ones, written in groups of four; only their hashes are kept. */
export async function newRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await run(tx, sql`delete from recovery_codes where user_id = ${userId}`);
  await run(
    tx,
    sql`insert into recovery_codes (user_id, hash) select ${userId}, unnest(${list(codes.map(sha256), "text")})`,
  );
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/** The person signs in with the password alone from now on. */
export async function removeSecondFactor(tx: Db, userId: number): Promise<void> {
  await run(tx, sql`delete from second_factors where user_id = ${userId}`);
  await run(tx, sql`delete from recovery_codes where user_id = ${userId}`);
}

const standing = z.object({ enabled: z.boolean(), required: z.boolean(), recovery_codes: z.number() });

/** Whether the person signs in with two steps, whether the group wants it, and how many recovery codes are left. */
export const secondFactorOf = (db: Db, userId: number) =>
  only(
    db,
    standing,
    sql`select ${hasSecondFactor(sql`u`)} as enabled, ${needsSecondFactor(sql`u`)} as required,
      (select count(*) from recovery_codes r where r.user_id = u.id) as recovery_codes
    from users u where u.id = ${userId}`,
  );
