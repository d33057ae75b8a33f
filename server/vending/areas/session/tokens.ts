import { sql } from "drizzle-orm";
import { z } from "zod";
import { accessSchema, type Viewer } from "../../access";
import { type Db, one, run } from "../../database/query";
import { newSecret, sha256 } from "../../secrets";
import { withDescendants } from "../franchises/tree";

/** How long a sign-in lasts. */
const LIFETIME = "30 days";

/** Makes a token for a user; only its hash is kept. */
export async function issueToken(db: Db, userId: number): Promise<string> {
  const token = newSecret();
  await run(db, sql`insert into tokens (hash, user_id, expires_at) values (${sha256(token)}, ${userId}, now() + ${LIFETIME}::interval)`);
  await run(db, sql`delete from tokens where user_id = ${userId} and expires_at < now()`);
  return token;
}

export const revokeToken = (db: Db, hash: string) => run(db, sql`delete from tokens where hash = ${hash}`);

/** Ends every sign-in of a user, except the one that asks. */
export const revokeTokens = (db: Db, userId: number, exceptHash = "") =>
  run(db, sql`delete from tokens where user_id = ${userId} and hash <> ${exceptHash}`);

const viewerRow = z.object({
  id: z.number(), full_name: z.string(), is_root: z.boolean(), is_can_all: z.boolean(),
  permissions: z.array(z.string()).nullable(), sport_life: z.boolean(), own: accessSchema, of_group: accessSchema.nullable(), franchises: z.array(z.number()).nullable(), unseen: z.boolean(),
});

const accessOf = (alias: "u" | "g") => {
  const t = sql.raw(alias);
  return sql`json_build_object('mode', ${t}.access_mode, 'projects', ${t}.access_projects, 'locations', ${t}.access_locations, 'devices', ${t}.access_devices)`;
};

/** Who a token belongs to; undefined when it is unknown, expired or its user is blocked. */
export async function viewerByToken(db: Db, token: string): Promise<Viewer | undefined> {
  const row = await one(db, viewerRow, sql`
    select u.id, u.full_name, u.is_root, u.is_can_all, u.sport_life, g.permissions, ${accessOf("u")} as own,
      case when g.id is not null then ${accessOf("g")} end as of_group,
      case when u.franchise_id is not null then array(${withDescendants(sql`u.franchise_id`)}) end as franchises,
      coalesce(u.last_seen_at < now() - interval '5 minutes', true) as unseen
    from tokens k join users u on u.id = k.user_id left join user_groups g on g.id = u.user_group_id
    where k.hash = ${sha256(token)} and k.expires_at > now() and not u.blocked`);
  if (!row) return undefined;
  if (row.unseen) await run(db, sql`update users set last_seen_at = now() where id = ${row.id}`);
  const access = [row.own, ...(row.of_group ? [row.of_group] : [])].filter((one) => one.mode !== "UNRESTRICTED");
  const all = row.is_can_all || row.is_root;
  return { id: row.id, full_name: row.full_name, sport_life: row.sport_life, is_root: row.is_root, is_can_all: all, permissions: row.permissions ?? [], access: row.is_root ? [] : access, franchises: row.is_root ? null : row.franchises };
}
