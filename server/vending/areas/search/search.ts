import { type SQL, sql } from "drizzle-orm";
import { fieldOf, listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { SEARCHED, type Searched, type SearchResults } from "~server/contract/search";
import type { Viewer } from "../../access";
import { allOf, anyOf, type Db, list } from "../../database/query";
import { spellings, wordsOf } from "../../resource/filter";
import { type Found, find, pageOf } from "../../resource/find";
import { orderOf } from "../../resource/order";
import { matching, recordsOf } from "../../resource/read";
import { type Resource, resourceNamed, stored } from "../../resource/resource";
import { collated } from "../../resource/select";

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
  const where = matching(resource, viewer, new URLSearchParams({ q }));
  const all = await find(db, resource, where, "few");
  const first = (condition: SQL, found: Found) => pageOf(db, order, condition, found, MOST, 0);
  const naming = allOf([
    all.ids ? sql`t.id = any(${list(all.ids, "integer")})` : where,
    isNamed(resource, viewer, exact, q, all.ids !== null),
  ]);
  const named = all.count ? await first(naming, await find(db, resource, naming, "few")) : [];
  const ids = [...new Set([...named, ...(await first(where, all))])].slice(0, MOST);
  const items = await recordsOf(db, told(resource, beside), viewer, ids);
  return { kind: { entity: entity.name, items, total: all.count, capped: all.capped }, isExact: named.length > 0 };
}

/** Records one of whose fields is the words, whole: of few in any letters, of many as the indexes of lists find it. */
function isNamed(resource: Resource, viewer: Viewer, exact: readonly string[], q: string, few: boolean): SQL {
  const names = namesIn(resource, q);
  const numbers = names.filter((name) => /^\d{1,9}$/.test(name)).map(Number);
  return anyOf(
    exact.map((name) => {
      const field = fieldOf(resource.entity, name);
      const value = stored(resource, name, field, t, viewer);
      if (field.kind === "integer") return sql`${value} = any(${list(numbers, "integer")})`;
      return sql`${few ? sql`lower(${value})` : collated(value)} = any(${list(names, "text")})`;
    }),
  );
}

/** The words as a value may be written: as they were typed, in any spelling, in small letters and capitals, with the mark of a number. */
function namesIn(resource: Resource, q: string): string[] {
  const spelt = [q.trim(), ...spellings(resource, wordsOf(q).join(" "))];
  const names = spelt.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]);
  return [...new Set(names.flatMap((name) => [name, `№ ${name}`]))];
}

/** The resource with these fields alone, so that no more is read of its records. */
const told = (resource: Resource, names: readonly string[]): Resource => ({
  ...resource,
  entity: {
    ...resource.entity,
    fields: Object.fromEntries(names.map((name) => [name, fieldOf(resource.entity, name)])),
  },
});
