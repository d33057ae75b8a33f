import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { profileSchema } from "~server/contract/profile";
import { SESSION_ENDS, type SessionEnd } from "~server/contract/session";
import type { Viewer } from "../../access";
import { type Db, list, one, planned, rows, run } from "../../database/query";
import { newSecret, sha256 } from "../../secrets";
import { sessionIdle } from "../settings/resources";
import { hasSecondFactor, needsSecondFactor } from "./second-factor";
import { viewerColumns, viewerOf, viewerRow } from "./viewers";

/** How long a sign-in lasts at most, however much it is used. */
const LIFETIME = "30 days";
/** `last_used_at` is kept this exactly, for a write with every call would cost more than the call. */
const EXACT = "1 minute";

/** Makes a token with which a mail to a user is drawn, good for so long: it reads what they may see. */
export async function issueMailToken(db: Db, userId: number, minutes: number): Promise<string> {
  const token = newSecret();
  await run(
    db,
    sql`insert into tokens (hash, user_id, expires_at, for_mail)
    values (${sha256(token)}, ${userId}, now() + make_interval(mins => ${minutes}::integer), true)`,
  );
  return token;
}

/** Makes a token for a user; only its hash is kept. `agent` and `address` tell its owner which one it is. */
export async function issueToken(
  db: Db,
  userId: number,
  { agent, address }: { agent?: string; address?: string } = {},
): Promise<string> {
  const token = newSecret();
  await run(
    db,
    sql`insert into tokens (hash, user_id, expires_at, agent, address)
    values (${sha256(token)}, ${userId}, now() + ${LIFETIME}::interval, ${agent?.slice(0, 100) ?? null}, ${address ?? null})`,
  );
  await run(db, sql`delete from tokens where user_id = ${userId} and expires_at < now()`);
  return token;
}

/** Channel on which every API process hears that a token has ended; the payload is its hash. */
export const SESSIONS_CHANNEL = "vending_sessions";

/** Forgets the token of somebody who leaves. */
export const revokeToken = (db: Db, hash: string) =>
  run(
    db,
    sql`with gone as (delete from tokens where hash = ${hash} returning hash) select pg_notify(${SESSIONS_CHANNEL}, hash) from gone`,
  );

/** Ends every sign-in of a user, except the one that asks, and any that is half done; the API says `why` from then on. */
export async function revokeTokens(db: Db, userId: number, why: SessionEnd, exceptHash = ""): Promise<void> {
  await run(db, sql`delete from sign_in_tickets where user_id = ${userId}`);
  await end(db, sql`user_id = ${userId} and hash <> ${exceptHash}`, why);
}

/** Ends one sign-in of a user, if it has not ended yet. */
export const revokeSession = (db: Db, userId: number, id: number) =>
  end(db, sql`user_id = ${userId} and id = ${id}`, "session_ended");

const end = (db: Db, which: SQL, why: SessionEnd) =>
  run(
    db,
    sql`with gone as (update tokens set ended = ${why} where ended is null and ${which} returning hash)
    select pg_notify(${SESSIONS_CHANNEL}, hash) from gone`,
  );

/** Why the token `k` of the user `u` opens the door no more; null while it does. */
const endOf = sql`case when u.blocked then 'session_blocked' when k.ended is not null then k.ended
  when k.expires_at <= now() then 'session_expired' when k.last_used_at <= now() - ${sessionIdle} then 'session_idle' end`;

/** Which of these tokens (by hash) still open the door. */
export async function stillValid(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const valid = await rows(
    db,
    z.object({ hash: z.string() }),
    sql`
    select k.hash from tokens k join users u on u.id = k.user_id where k.hash = any(${list(hashes, "text")}) and ${endOf} is null`,
  );
  return new Set(valid.map(({ hash }) => hash));
}

/** Where a person is signed in, used last first; `current` is the hash of the token that asks. */
export const sessionsOf = (db: Db, userId: number, current: string) =>
  rows(
    db,
    sessionRow,
    sql`select k.id, k.agent, k.address, k.created_at, k.last_used_at, k.hash = ${current} as current
    from tokens k join users u on u.id = k.user_id where k.user_id = ${userId} and not k.for_mail and ${endOf} is null
    order by k.hash = ${current} desc, k.last_used_at desc, k.id desc limit 100`,
  );
const sessionRow = profileSchema.shape.sessions.unwrap().element;

/** What a token stands for. */
export type Session =
  | {
      viewer: Viewer /** The person's group wants two steps, and the person has one. */;
      isBare: boolean /** It reads, for a mail. */;
      isForMail: boolean;
    }
  | { end: SessionEnd };

const sessionViewerRow = viewerRow.extend({
  end: z.enum(SESSION_ENDS).nullable(),
  stale: z.boolean(),
  bare: z.boolean(),
  for_mail: z.boolean(),
});

/** Who a token belongs to, or why it opens the door no more; undefined when it is unknown. Looking is using it. */
export async function sessionByToken(db: Pool, token: string): Promise<Session | undefined> {
  const hash = sha256(token);
  const row = await one(
    // Every call asks this first: half of its time went into planning it.
    planned(db),
    sessionViewerRow,
    sql`
    select ${viewerColumns}, ${endOf} as end, k.last_used_at < now() - ${EXACT}::interval as stale,
      ${needsSecondFactor(sql`u`)} and not ${hasSecondFactor(sql`u`)} as bare, k.for_mail
    from tokens k join users u on u.id = k.user_id left join user_groups g on g.id = u.user_group_id where k.hash = ${hash}`,
  );
  if (!row) return undefined;
  if (row.end) return { end: row.end };
  // A mail that is drawn is no visit.
  if (row.unseen && !row.for_mail) await run(db, sql`update users set last_seen_at = now() where id = ${row.id}`);
  if (row.stale) await run(db, sql`update tokens set last_used_at = now() where hash = ${hash}`);
  return { viewer: viewerOf(row), isBare: row.bare, isForMail: row.for_mail };
}
