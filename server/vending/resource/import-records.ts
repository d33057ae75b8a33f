import { sql } from "drizzle-orm";
import { z } from "zod";
import { fieldOf, importedFields } from "~server/contract/entity";
import type { FieldMessages } from "~server/contract/envelope";
import type { Field } from "~server/contract/field-kinds";
import { fieldSchema } from "~server/contract/field-schema";
import { flagCell, type ImportCounts, type ImportRows, MOST_RECORDS } from "~server/contract/imports";
import { parseMessage } from "~server/contract/messages";
import type { Written } from "~server/contract/schema";
import type { Viewer } from "../access";
import { type Db, list, rows as rowsOf, run } from "../database/query";
import { Fault } from "../fault";
import { guarded } from "./guarded";
import { type Importer, refuseFaults, type RowFault } from "./import";
import { nameable, type Resource, resourceNamed } from "./resource";
import { titleOf } from "./select";
import { checked, rewrite } from "./rewrite";
import { createIn } from "./write";

/**
 * An importer of any entity by the checks of its forms, row by row: a record that has the row's title changes by the columns that the
 * file has, another is made. References are said by title, several with semicolons or commas between them.
 */
export const importRecords =
  (resource: Resource): Importer =>
  async (tx, viewer, rows) => {
    if (rows.length > MOST_RECORDS) throw new Fault(422, "too_many_at_once");
    const { title } = resource.entity;
    const titles = rows.map((row) => row[title] ?? "");
    const [known, refs] = [await byTitle(tx, resource, viewer, titles), await referredTo(tx, resource, viewer, rows)];
    const counts: ImportCounts = { made: 0, changed: 0, same: 0 };
    const faults: RowFault[] = [];
    const seen = new Set<string>();
    for (const [index, row] of rows.entries()) {
      const own = key(row[title] ?? "");
      const fault = (column: string, name: string) => faults.push({ index, column, message: { key: name } });
      const [found, other] = known.get(own) ?? [];
      if (own !== "" && seen.has(own)) fault(title, "repeats");
      else if (other !== undefined) fault(title, "several_of_name");
      else
        try {
          counts[
            await apart(tx, () =>
              guarded(resource, () => saveRow(tx, resource, viewer, found, valuesOf(resource, row, refs))),
            )
          ]++;
        } catch (error) {
          faults.push(...faultsOf(resource, index, error));
        }
      seen.add(own);
    }
    refuseFaults("rows", faults);
    return counts;
  };

const key = (title: string): string => title.trim().toLocaleLowerCase("uk");

type Ids = ReadonlyMap<string, readonly number[]>;

/** Records of a kind by title, as far as the viewer may change them. */
const byTitle = (tx: Db, resource: Resource, viewer: Viewer, titles: readonly string[]) =>
  idsBy(tx, resource, titles, resource.visible(viewer, sql`t`));

async function idsBy(
  tx: Db,
  resource: Resource,
  titles: readonly string[],
  seen: ReturnType<Resource["visible"]>,
): Promise<Ids> {
  const wanted = [...new Set(titles.map(key))];
  const found = await rowsOf(
    tx,
    z.object({ id: z.number(), title: z.string() }),
    sql`select t.id, ${titleOf(resource, sql`t`)} as title from ${sql.identifier(resource.table)} t where lower(${titleOf(resource, sql`t`)}) = any(${list(wanted, "text")}) and ${seen} order by t.id`,
  );
  const ids = new Map<string, number[]>();
  for (const { id, title } of found) ids.set(key(title), [...(ids.get(key(title)) ?? []), id]);
  return ids;
}

/** What cells of columns that refer to others may name, by entity. */
async function referredTo(tx: Db, { entity }: Resource, viewer: Viewer, rows: ImportRows): Promise<Map<string, Ids>> {
  const names = new Map<string, Set<string>>();
  for (const column of importedFields(entity)) {
    const field = fieldOf(entity, column);
    if (field.kind !== "ref" && field.kind !== "refs") continue;
    const known = names.get(field.to) ?? new Set();
    names.set(field.to, known);
    for (const row of rows) for (const name of namesIn(row[column] ?? "")) known.add(name);
  }
  const found = new Map<string, Ids>();
  for (const [to, titles] of names) {
    const target = resourceNamed(to);
    found.set(to, await idsBy(tx, target, [...titles], nameable(target)(viewer, sql`t`)));
  }
  return found;
}

/** What a cell may mean: the whole of it, or each part between its signs. */
const namesIn = (text: string): string[] => [text, ...partsOf(text)].map((name) => name.trim()).filter(Boolean);
const partsOf = (text: string): string[] => text.split(text.includes(";") ? ";" : ",");

/** Columns of a row as the wire has them; throws 422 with what is wrong beside each. */
function valuesOf({ entity }: Resource, row: Record<string, string>, refs: ReadonlyMap<string, Ids>): Written {
  const values: Written = {};
  const fields: FieldMessages = {};
  for (const [column, text] of Object.entries(row)) {
    const field = fieldOf(entity, column);
    const said = cellOf(field, text.trim(), refs);
    const read = typeof said === "object" && "fault" in said ? undefined : fieldSchema(field, "form").safeParse(said);
    if (read?.success) values[column] = read.data;
    else
      fields[column] = read
        ? read.error.issues.map(({ message }) => parseMessage(message))
        : [{ key: typeof said === "object" && "fault" in said ? said.fault : "incorrect" }];
  }
  if (Object.keys(fields).length) throw new Fault(422, "invalid", { fields });
  return values;
}

type Said = string | boolean | number | number[] | { fault: string };

/** What a cell says, as a form would send it. */
function cellOf(field: Field, text: string, refs: ReadonlyMap<string, Ids>): Said {
  switch (field.kind) {
    case "flag":
      return flagCell.safeParse(text).data ?? { fault: "incorrect" };
    case "day":
      return text.replace(
        /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/,
        (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
      );
    case "ref":
      return text === "" ? "" : refOf(refs.get(field.to), text);
    case "refs": {
      if (text === "") return [];
      const known = refs.get(field.to);
      const names = known?.has(key(text)) ? [text] : partsOf(text).filter((name) => name.trim() !== "");
      const ids = names.map((name) => refOf(known, name));
      const fault = ids.find((one) => typeof one !== "number");
      return fault ?? ids.filter((one) => typeof one === "number");
    }
    default:
      return text;
  }
}

function refOf(known: Ids | undefined, name: string): number | { fault: string } {
  const [id, other] = known?.get(key(name)) ?? [];
  if (id === undefined) return { fault: "no_such_record" };
  return other === undefined ? id : { fault: "several_of_name" };
}

/** Makes or changes a record of what its row says and, of one that is there, what it says already. */
async function saveRow(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  id: number | undefined,
  values: Written,
): Promise<keyof ImportCounts> {
  if (id === undefined) {
    await createIn(tx, resource, viewer, checked(resource, "create", values));
    return "made";
  }
  return (await rewrite(tx, resource, viewer, id, values)) ? "changed" : "same";
}

/** Does work of which nothing is left when it fails, in a transaction that goes on. */
async function apart<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await run(tx, sql`savepoint one_row`);
  try {
    const result = await work();
    await run(tx, sql`release savepoint one_row`);
    return result;
  } catch (error) {
    await run(tx, sql`rollback to savepoint one_row`);
    throw error;
  }
}

/** What is wrong with a row, beside its columns; what belongs to none of them beside its title. Anything but a refusal is thrown on. */
function faultsOf({ entity }: Resource, index: number, error: unknown): RowFault[] {
  if (!(error instanceof Fault) || error.status >= 500) throw error;
  const columns = importedFields(entity);
  const messages = Object.entries(error.extra.fields ?? {});
  const beside = (path: string) => {
    const [column = ""] = path.split(/[.[]/);
    return columns.includes(column) ? column : entity.title;
  };
  return messages.length
    ? messages.flatMap(([path, told]) => told.map((message) => ({ index, column: beside(path), message })))
    : [{ index, column: entity.title, message: { key: error.key } }];
}
