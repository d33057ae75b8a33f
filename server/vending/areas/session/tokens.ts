import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Access, accessSchema, type Viewer } from "../../access";
import { type Db, list, one, rows, run } from "../../database/query";
import { newSecret, sha256 } from "../../secrets";
import { withDescendants } from "../franchises/tree";

/** How long a sign-in lasts. */
const LIFETIME = "30 days";

/** Makes a token for a user; only its hash is kept. */
export async function issueToken(db: Db, userId: number): Promise<string> {
  const token = newSecret();
  await run(
    db,
    sql`insert into tokens (hash, user_id, expires_at) values (${sha256(token)}, ${userId}, now() + ${LIFETIME}::interval)`,
  );
  await run(db, sql`delete from tokens where user_id = ${userId} and expires_at < now()`);
  return token;
}

/** Channel on which every API process hears that a token has ended; the payload is its hash. */
export const SESSIONS_CHANNEL = "vending_sessions";

export const revokeToken = (db: Db, hash: string) => revoke(db, sql`hash = ${hash}`);

/** Ends every sign-in of a user, except the one that asks. */
export const revokeTokens = (db: Db, userId: number, exceptHash = "") =>
  revoke(db, sql`user_id = ${userId} and hash <> ${exceptHash}`);

const revoke = (db: Db, which: SQL) =>
  run(
    db,
    sql`
  with gone as (delete from tokens where ${which} returning hash) select pg_notify(${SESSIONS_CHANNEL}, hash) from gone`,
  );

/** Which of these tokens (by hash) still open the door. */
export async function stillValid(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const valid = await rows(
    db,
    z.object({ hash: z.string() }),
    sql`
    select k.hash from tokens k join users u on u.id = k.user_id where k.hash = any(${list(hashes, "text")}) and k.expires_at > now() and not u.blocked`,
  );
  return new Set(valid.map(({ hash }) => hash));
}

const viewerRow = z.object({
  id: z.number(),
  full_name: z.string(),
  is_root: z.boolean(),
  is_can_all: z.boolean(),
  permissions: z.array(z.string()).nullable(),
  sport_life: z.boolean(),
  own: accessSchema,
  of_group: accessSchema.nullable(),
  franchises: z.array(z.number()).nullable(),
  unseen: z.boolean(),
});

/** The limits of a user `u` or a group `g`. */
export const accessOf = (alias: "u" | "g") => {
  const t = sql.raw(alias);
  return sql`json_build_object('mode', ${t}.access_mode, 'projects', ${t}.access_projects, 'locations', ${t}.access_locations, 'devices', ${t}.access_devices)`;
};

const viewerColumns = sql`u.id, u.full_name, u.is_root, u.is_can_all, u.sport_life, g.permissions, ${accessOf("u")} as own,
  case when g.id is not null then ${accessOf("g")} end as of_group,
  case when u.franchise_id is not null then array(${withDescendants(sql`u.franchise_id`)}) end as franchises,
  coalesce(u.last_seen_at < now() - interval '5 minutes', true) as unseen`;

/** Who a token belongs to; undefined when it is unknown, expired or its user is blocked. */
export async function viewerByToken(db: Db, token: string): Promise<Viewer | undefined> {
  const row = await one(
    db,
    viewerRow,
    sql`
    select ${viewerColumns} from tokens k join users u on u.id = k.user_id left join user_groups g on g.id = u.user_group_id
    where k.hash = ${sha256(token)} and k.expires_at > now() and not u.blocked`,
  );
  if (!row) return undefined;
  if (row.unseen) await run(db, sql`update users set last_seen_at = now() where id = ${row.id}`);
  return viewerOf(row);
}

/** People who are not blocked, as viewers; `where` speaks of the user `u` and its group `g`. */
export async function viewersWhere(db: Db, where: SQL): Promise<Viewer[]> {
  const found = await rows(
    db,
    viewerRow,
    sql`
    select ${viewerColumns} from users u left join user_groups g on g.id = u.user_group_id where not u.blocked and (${where}) order by u.id`,
  );
  return found.map(viewerOf);
}

/** A person as a viewer, blocked or not. */
export async function holderById(db: Db, id: number): Promise<Viewer | undefined> {
  const row = await one(
    db,
    viewerRow,
    sql`select ${viewerColumns} from users u left join user_groups g on g.id = u.user_group_id where u.id = ${id}`,
  );
  return row && viewerOf(row);
}

/** Those that limit anything. */
export const limitsOf = (access: Access[]): Access[] => access.filter(({ mode }) => mode !== "UNRESTRICTED");

function viewerOf(row: z.infer<typeof viewerRow>): Viewer {
  const access = limitsOf([row.own, ...(row.of_group ? [row.of_group] : [])]);
  const all = row.is_can_all || row.is_root;
  return {
    id: row.id,
    full_name: row.full_name,
    sport_life: row.sport_life,
    is_root: row.is_root,
    is_can_all: all,
    permissions: row.permissions ?? [],
    access: row.is_root ? [] : access,
    franchises: row.is_root ? null : row.franchises,
  };
}
