import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listRequirement } from "~server/contract/entity";
import { allowed, PERMISSIONS } from "~server/contract/permissions";
import { COUNT_CAP, type Ref, refSchema } from "~server/contract/record";
import type { Sight } from "~server/contract/sight";
import { type Access, everyone, isUnlimited, type Viewer } from "../../access";
import { allOf, type Db, list, one, only } from "../../database/query";
import { notFound } from "../../fault";
import { matching } from "../../resource/read";
import { type Resource, resources } from "../../resource/resource";
import { refValue } from "../../resource/select";
import { viewerColumns, viewerOf, viewerRow } from "../session/viewers";
import { groupStanding } from "./standing";

type Limits = readonly { of: Sight["limits"][number]["of"]; access: Access }[];

/** What a person may do and sees, blocked or not, as far as the asker sees it; 404 when there is no such person. */
export async function sightOfPerson(db: Db, asker: Viewer, id: number): Promise<Sight> {
  const row = await one(
    db,
    viewerRow,
    sql`select ${viewerColumns} from users u left join user_groups g on g.id = u.user_group_id where u.id = ${id}`,
  );
  if (!row) throw notFound();
  return sightOf(db, asker, viewerOf(row), [
    { of: "user", access: row.own },
    ...(row.of_group ? [{ of: "user_group" as const, access: row.of_group }] : []),
  ]);
}

/** The same of whoever is in a group and has no limits besides. */
export async function sightOfGroup(db: Db, asker: Viewer, id: number): Promise<Sight> {
  const standing = await groupStanding(db, asker, id);
  const limits = standing.access.map((access) => ({ of: "user_group" as const, access }));
  return sightOf(db, asker, { ...standing, id: 0, full_name: "" }, limits);
}

/** `limits`: whose each is; which of them count says the holder. */
async function sightOf(db: Db, asker: Viewer, holder: Viewer, limits: Limits): Promise<Sight> {
  const named = (to: string, ids: readonly number[]) => refsOf(db, asker, to, ids);
  return {
    is_can_all: holder.is_can_all,
    permissions: PERMISSIONS.filter((code) => allowed(holder, [code])),
    sport_life: holder.sport_life,
    crew_member: holder.crew_member === true,
    limits: await Promise.all(
      limits
        .filter(({ access }) => holder.access.includes(access))
        .map(async ({ of, access }) => ({
          of,
          mode: access.mode,
          projects: await named("project", access.projects),
          locations: await named("location", access.locations),
          devices: await named("device", access.devices),
        })),
    ),
    franchises: holder.franchises && (await named("franchise", holder.franchises)),
    counted: await countedOf(db, asker, holder),
    within: !isUnlimited(asker),
  };
}

/** Records by their ids as the asker may know them; what is there no more is left out. */
async function refsOf(db: Db, asker: Viewer, to: string, ids: readonly number[]): Promise<Ref[]> {
  if (!ids.length) return [];
  const { refs } = await only(
    db,
    z.object({ refs: z.array(refSchema) }),
    sql`select coalesce(json_agg(found.ref order by found.ref ->> 'label') filter (where found.ref is not null), '[]') as refs
      from (select ${refValue(asker, to, sql`given.id`)} as ref from unnest(${list(ids, "integer")}) as given(id)) found`,
  );
  return refs;
}

/** Records of each kind of which not everybody sees all, as both see them in their lists, counted by one statement. */
async function countedOf(db: Db, asker: Viewer, holder: Viewer): Promise<Sight["counted"]> {
  const kinds = resources().filter(
    ({ entity, visible }) => !entity.singleton && visible !== everyone && allowed(asker, listRequirement(entity)),
  );
  if (!kinds.length) return [];
  const everything = new URLSearchParams();
  const counts = kinds.map((resource) => {
    const all = matching(resource, asker, everything);
    const seen = allOf([all, matching(resource, holder, everything)]);
    const may = allowed(holder, listRequirement(resource.entity));
    return sql`json_build_object('all', ${countOf(resource, all)}, 'seen', ${may ? countOf(resource, seen) : sql`null`})`;
  });
  const { found } = await only(
    db,
    z.object({ found: z.array(z.object({ all: z.number(), seen: z.number().nullable() })) }),
    sql`select json_build_array(${sql.join(counts, sql`, `)}) as found`,
  );
  return kinds.flatMap(({ entity }, index) => {
    const { all = 0, seen = null } = found[index] ?? {};
    return {
      entity: entity.name,
      seen: seen === null ? null : Math.min(seen, COUNT_CAP),
      seen_capped: seen !== null && seen > COUNT_CAP,
      all: Math.min(all, COUNT_CAP),
      all_capped: all > COUNT_CAP,
    };
  });
}

const countOf = ({ table }: Resource, where: SQL): SQL =>
  sql`(select count(*) from (select 1 from ${sql.identifier(table)} t where ${where} limit ${COUNT_CAP + 1}) counted)`;
