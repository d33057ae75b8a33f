import { type SQL, sql } from "drizzle-orm";
import { fieldOf, listRequirement } from "~server/contract/entity";
import type { Field, RowsField } from "~server/contract/field-kinds";
import { allowed } from "~server/contract/permissions";
import { isSet } from "~server/contract/schema";
import type { Viewer } from "../access";
import { always } from "../database/query";
import { DOCUMENT } from "../tables/common";
import { borrowedOrder, columnName, nameable, type Resource, resourceNamed, stored } from "./resource";

/** Ukrainian order of letters, on any server whose PostgreSQL has ICU. */
export const collated = (text: SQL) => sql`${text} collate "uk-x-icu"`;

/** What records are ordered by that refer to the row `r` of another entity: what is shown of it, so that an order tells no more. */
export function orderedBy(viewer: Viewer, target: Resource, r: SQL): SQL {
  const title = sql`${r}.${sql.identifier(target.entity.title)}`;
  const seen = nameable(target)(viewer, r);
  // Only the bare title has an index.
  return collated(seen === always ? title : sql`(case when ${seen} then ${title} else '#' || ${r}.id end)`);
}

/** The text by which people know the row `t`; the one record of a singleton needs none. */
export function titleOf({ entity: { singleton, title, titleWith } }: Resource, t: SQL): SQL {
  if (singleton) return sql`''`;
  const own = sql`${t}.${sql.identifier(title)}::text`;
  return titleWith ? sql`concat_ws(' ', ${own}, ${t}.${sql.identifier(titleWith)})` : own;
}

/** The title of a row `r` to whoever may see it; to others the row is a number, so that a visible record tells nothing of it. */
const labelFor = (viewer: Viewer, target: Resource) =>
  sql`(case when ${nameable(target)(viewer, sql`r`)} then ${titleOf(target, sql`r`)} else '#' || r.id end)`;

/** What else people know the row `r` by, for those who see it in its list; null where there is nothing, undefined where there never is. */
export function aboutFor(viewer: Viewer, target: Resource, r: SQL): SQL | undefined {
  const { about } = target.entity;
  if (!about || !allowed(viewer, listRequirement(target.entity))) return undefined;
  const texts = about.map((name) => sql`nullif(${textOf(target, viewer, name, r)}, '')`);
  return sql`(case when ${target.visible(viewer, r)} then nullif(concat_ws(', ', ${sql.join(texts, sql`, `)}), '') end)`;
}

/** What a related row `r` is told by, for a JSON object of it. */
function refParts(viewer: Viewer, target: Resource, whole: boolean): SQL {
  const about = whole ? aboutFor(viewer, target, sql`r`) : undefined;
  return sql`'id', r.id, 'label', ${labelFor(viewer, target)}${about ? sql`, 'about', ${about}` : sql``}`;
}

/** The row `id` of another entity as a viewer may know it; null when there is none. */
export function refValue(viewer: Viewer, to: string, id: SQL): SQL {
  const target = resourceNamed(to);
  const colour = target.entity.colour ? sql`, 'colour', r.${sql.identifier(target.entity.colour)}` : sql``;
  const unit = target.entity.measure ? sql`, 'unit', r.${sql.identifier(target.entity.measure)}` : sql``;
  return sql`(select json_build_object(${refParts(viewer, target, true)}${colour}${unit}) from ${sql.identifier(target.table)} r where r.id = ${id})`;
}

function rowsValue(viewer: Viewer, field: RowsField, child: { table: string; parent: string }, t: SQL): SQL {
  const cells = Object.entries(field.of).map(([name, cell]) => {
    const column = sql`c.${sql.identifier(columnName(name, cell))}`;
    return sql`${name}::text, ${cell.kind === "ref" ? refValue(viewer, cell.to, column) : column}`;
  });
  if (field.identified) cells.unshift(sql`'id', c.id`);
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(cells, sql`, `)}) order by c.position), '[]')
    from ${sql.identifier(child.table)} c where c.${sql.identifier(child.parent)} = ${t}.id)`;
}

const rowsCount = (child: { table: string; parent: string }, t: SQL) =>
  sql`(select count(*) from ${sql.identifier(child.table)} c where c.${sql.identifier(child.parent)} = ${t}.id)`;

/** A field as it is read. Nested rows are counted in a list and given whole in a record. */
function selected(resource: Resource, viewer: Viewer, name: string, field: Field, t: SQL, whole: boolean): SQL {
  switch (field.kind) {
    case "ref":
      return refValue(viewer, field.to, stored(resource, name, field, t, viewer));
    case "refs": {
      const target = resourceNamed(field.to);
      const title = sql`r.${sql.identifier(target.entity.title)}`;
      // A list names them side by side.
      return sql`(select coalesce(json_agg(json_build_object(${refParts(viewer, target, whole)}) order by ${collated(title)}), '[]')
        from ${sql.identifier(target.table)} r where r.id = any(${stored(resource, name, field, t, viewer)}))`;
    }
    case "rows": {
      const child = childOf(resource, name);
      return whole ? rowsValue(viewer, field, child, t) : rowsCount(child, t);
    }
    case "file":
      return sql`(select ${fileJson} from files f where f.id = ${stored(resource, name, field, t, viewer)})`;
    case "files":
      return whole
        ? filesJson(stored(resource, name, field, t, viewer))
        : sql`cardinality(${stored(resource, name, field, t, viewer)})`;
    default:
      return stored(resource, name, field, t, viewer);
  }
}

const fileJson = sql`json_build_object('id', f.id, 'label', f.name, 'size', f.size, 'type', f.mime, 'sha256', f.sha256)`;

/** The files with these ids, in their order; those that were removed are left out. */
export const filesJson = (ids: SQL): SQL =>
  sql`(select coalesce(json_agg(${fileJson} order by array_position(${ids}, f.id)), '[]') from files f where f.id = any(${ids}))`;

export function childOf(resource: Resource, name: string): { table: string; parent: string } {
  const child = resource.children[name];
  if (!child) throw new Error(`resource ${resource.entity.name}: no table for rows "${name}"`);
  return child;
}

/** What a list is ordered by when it is ordered by this field. */
export function sortable(resource: Resource, viewer: Viewer, name: string, t: SQL): SQL {
  const own = resource.orders[name];
  if (own) return own(t);
  const field = fieldOf(resource.entity, name);
  const borrowed = resource.borrowed[name];
  const value = borrowed ? borrowedOrder(viewer, borrowed, t) : stored(resource, name, field, t, viewer);
  switch (field.kind) {
    case "text":
      return collated(value);
    case "ref":
      return sql`(select ${orderedBy(viewer, resourceNamed(field.to), sql`r`)} from ${sql.identifier(resourceNamed(field.to).table)} r where r.id = ${value})`;
    case "file":
      return collated(sql`(select f.name from files f where f.id = ${value})`);
    case "refs":
    case "choices":
    case "files":
      return sql`cardinality(${value})`;
    case "rows":
      return rowsCount(childOf(resource, name), t);
    default:
      return value;
  }
}

/** What the words of a search are looked for in: the searched fields in lower case. Kept in a column where there are many rows. */
export function documentOf(resource: Resource, viewer: Viewer, t: SQL): SQL {
  if (resource.columns.has(DOCUMENT)) return sql`${t}.${sql.identifier(DOCUMENT)}`;
  return sql`lower(concat_ws(' ', ${sql.join(
    resource.entity.list.search.map((name) => textOf(resource, viewer, name, t)),
    sql`, `,
  )}))`;
}

function textOf(resource: Resource, viewer: Viewer, name: string, t: SQL): SQL {
  const field = fieldOf(resource.entity, name);
  const value = stored(resource, name, field, t, viewer);
  if (field.kind !== "ref") return value;
  const target = resourceNamed(field.to);
  return sql`(select other.${sql.identifier(target.entity.title)} from ${sql.identifier(target.table)} other where other.id = ${value} and ${nameable(target)(viewer, sql`other`)})`;
}

/** The readable columns of a record; of a secret only whether there is one. */
export function columns(resource: Resource, viewer: Viewer, t: SQL, whole: boolean): SQL {
  const fields = Object.entries(resource.entity.fields).map(([name, field]) =>
    field.kind === "secret"
      ? sql`(${stored(resource, name, field, t, viewer)} is not null) as ${sql.identifier(isSet(name))}`
      : sql`${selected(resource, viewer, name, field, t, whole)} as ${sql.identifier(name)}`,
  );
  const title = sql`${titleOf(resource, t)} as title`;
  return sql.join(
    [sql`${t}.id`, sql`${t}.version`, title, sql`${t}.created_at`, sql`${t}.updated_at`, ...fields],
    sql`, `,
  );
}
