import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Access, accessSchema, type Viewer } from "../../access";
import { type Db, one, rows } from "../../database/query";
import { withDescendants } from "../franchises/tree";

export const viewerRow = z.object({
  id: z.number(),
  full_name: z.string(),
  is_root: z.boolean(),
  is_can_all: z.boolean(),
  permissions: z.array(z.string()).nullable(),
  sport_life: z.boolean(),
  crew_member: z.boolean(),
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

/** What a viewer is read from: the user `u` and their group `g`. */
export const viewerColumns = sql`u.id, u.full_name, u.is_root, u.is_can_all, u.sport_life, exists (select 1 from crews c where c.members @> array[u.id]) as crew_member, g.permissions, ${accessOf("u")} as own,
  case when g.id is not null then ${accessOf("g")} end as of_group,
  case when u.franchise_id is not null then array(${withDescendants(sql`u.franchise_id`)}) end as franchises,
  coalesce(u.last_seen_at < now() - interval '5 minutes', true) as unseen`;

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

export function viewerOf(row: z.infer<typeof viewerRow>): Viewer {
  const access = limitsOf([row.own, ...(row.of_group ? [row.of_group] : [])]);
  const all = row.is_can_all || row.is_root;
  return {
    id: row.id,
    full_name: row.full_name,
    sport_life: row.sport_life,
    crew_member: row.crew_member,
    is_root: row.is_root,
    is_can_all: all,
    permissions: row.permissions ?? [],
    access: row.is_root ? [] : access,
    franchises: row.is_root ? null : row.franchises,
  };
}
