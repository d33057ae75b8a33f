import { type SQL, sql } from "drizzle-orm";
import { fieldOf, listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { SEARCHED, type Searched, type SearchResults } from "~server/contract/search";
import type { Viewer } from "../../access";
import { allOf, anyOf, type Db, list } from "../../database/query";
import { spellings, wordsOf } from "../../resource/filter";
import { find, pageOf } from "../../resource/find";
import { orderOf } from "../../resource/order";
import { matching, recordsOf } from "../../resource/read";
import { type Resource, resourceNamed, stored } from "../../resource/resource";

/** Records of a kind; its list has the others. */
const MOST = 8;
const t = sql`t`;

type Kind = SearchResults["kinds"][number];

/** What words find of each kind that the viewer may list. */
export async function searchAll(db: Db, viewer: Viewer, q: string): Promise<SearchResults> {
  if (!wordsOf(q).length) return { kinds: [] };
  const found = await Promise.all(
    SEARCHED.filter(({ entity }) => allowed(viewer, listRequirement(entity))).map((kind) =>
      searchKind(db, viewer, kind, q),
    ),
  );
  const kinds = found.filter(({ kind }) => kind.items.length > 0);
  return { kinds: kinds.sort((a, b) => Number(b.isExact) - Number(a.isExact)).map(({ kind }) => kind) };
}

/** The first records of a kind: those that the words name, then the others as their list has them. */
async function searchKind(
  db: Db,
  viewer: Viewer,
  { entity, exact, beside }: Searched,
  q: string,
): Promise<{ kind: Kind; isExact: boolean }> {
  const resource = resourceNamed(entity.name);
  const order = orderOf(resource, viewer, entity.list.sort);
  const first = async (where: SQL) => {
    const found = await find(db, resource, where, "few");
    return { ...found, ids: found.count ? await pageOf(db, order, where, found, MOST, 0) : [] };
  };
  const where = matching(resource, viewer, new URLSearchParams({ q }));
  const all = await first(where);
  const named = all.count ? (await first(allOf([where, isNamed(resource, viewer, exact, q)]))).ids : [];
  const ids = [...new Set([...named, ...all.ids])].slice(0, MOST);
  const items = await recordsOf(db, told(resource, beside), viewer, ids);
  return { kind: { entity: entity.name, items, total: all.count, capped: all.capped }, isExact: named.length > 0 };
}

/** Records one of whose fields is the words, whole, in any spelling of it; the mark of a number aside. */
function isNamed(resource: Resource, viewer: Viewer, exact: readonly string[], q: string): SQL {
  const whole = list([q.trim().toLowerCase(), ...spellings(resource, wordsOf(q).join(" "))], "text");
  return anyOf(
    exact.map((name) => {
      const value = stored(resource, name, fieldOf(resource.entity, name), t, viewer);
      return sql`ltrim(lower(${value}::text), '№# ') = any(${whole})`;
    }),
  );
}

/** The resource with these fields alone, so that no more is read of its records. */
const told = (resource: Resource, names: readonly string[]): Resource => ({
  ...resource,
  entity: {
    ...resource.entity,
    fields: Object.fromEntries(names.map((name) => [name, fieldOf(resource.entity, name)])),
  },
});
