import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fieldOf } from "~server/contract/entity";
import { identityOf, importColumns } from "~server/contract/import-columns";
import {
  type ImportCounts,
  type Imported,
  type ImportRows,
  MOST_RECORDS,
  PREVIEW_ROWS,
} from "~server/contract/imports";
import { plain } from "~server/contract/plain";
import type { Written } from "~server/contract/schema";
import type { Viewer } from "../access";
import { type Db, list, rows as rowsOf, run } from "../database/query";
import { Fault } from "../fault";
import { guarded } from "./guarded";
import { historyOf } from "./history";
import { type Importer, refuseFaults, type RowFault } from "./import";
import { type Ids, type IdsOf, keyed, namesIn, readCell } from "./import-cells";
import { faultsOf, nameColumn } from "./import-faults";
import { BETWEEN, type FileRecord, gathered } from "./import-lines";
import { rowList } from "./relations";
import { nameable, type Resource, resourceNamed } from "./resource";
import { titleOf } from "./select";
import { checked, rewrite } from "./rewrite";
import { createIn } from "./write";

/**
 * An importer of any entity by the checks of its forms, record by record: one that is there changes by the columns that
 * the file has, another is made. References are said by title, several with semicolons or commas between them.
 */
export const importRecords =
  (resource: Resource): Importer =>
  async (tx, viewer, rows) => {
    const { records, faults } = gathered(resource.entity, rows);
    if (records.length > MOST_RECORDS) throw new Fault(422, "too_many_at_once");
    const [known, refs] = [
      await byIdentity(tx, resource, viewer, records),
      await referredTo(tx, resource, viewer, rows),
    ];
    const counts: ImportCounts = { made: 0, changed: 0, same: 0 };
    const told: Imported[] = [];
    for (const record of records) {
      const [found, other] = known.get(record.key) ?? [];
      if (other !== undefined)
        faults.push({ index: record.index, column: nameColumn(resource.entity), message: { key: "several_of_name" } });
      else
        try {
          const outcome = await apart(tx, () =>
            guarded(resource, () => saveRecord(tx, resource, viewer, found, valuesOf(resource, record, refs))),
          );
          if (outcome !== "same" && counts[outcome] < PREVIEW_ROWS)
            told.push({
              index: record.index,
              name: identityOf(resource.entity)
                .map((name) => (record.row[name] ?? "").trim())
                .join(" · "),
              outcome,
              changes: found === undefined ? [] : await lastChanges(tx, resource, viewer, found),
            });
          counts[outcome]++;
        } catch (error) {
          faults.push(...faultsOf(resource.entity, record, error));
        }
    }
    refuseFaults("rows", faults);
    return { counts, told };
  };

/** What was written last of a record, as its history tells it to the viewer. */
async function lastChanges(tx: Db, resource: Resource, viewer: Viewer, id: number): Promise<Imported["changes"]> {
  const { items } = await historyOf(tx, resource, viewer, id, 1);
  return items[0]?.changes ?? [];
}

/** Records of a kind by their identity, as far as the viewer may change them. */
function byIdentity(tx: Db, resource: Resource, viewer: Viewer, records: readonly FileRecord[]): Promise<Ids> {
  const parts = identityOf(resource.entity).map((name) => sql`t.${sql.identifier(name)}::text`);
  return idsBy(
    tx,
    resource,
    records.map(({ key }) => key),
    sql`concat_ws(${BETWEEN}::text, ${sql.join(parts, sql`, `)})`,
    resource.visible(viewer, sql`t`),
  );
}

async function idsBy(tx: Db, { table }: Resource, keys: readonly string[], known: SQL, seen: SQL): Promise<Ids> {
  const wanted = [...new Set(keys.map(keyed))];
  const found = await rowsOf(
    tx,
    z.object({ id: z.number(), key: z.string() }),
    sql`select t.id, ${known} as key from ${sql.identifier(table)} t where lower(${known}) = any(${list(wanted, "text")}) and ${seen} order by t.id`,
  );
  const ids = new Map<string, number[]>();
  for (const { id, key } of found) ids.set(keyed(key), [...(ids.get(keyed(key)) ?? []), id]);
  return ids;
}

/** What cells of columns that refer to others may name, by entity; of those in sight. */
async function referredTo(tx: Db, { entity }: Resource, viewer: Viewer, rows: ImportRows): Promise<IdsOf> {
  const names = new Map<string, Set<string>>();
  for (const { name, field } of importColumns(entity)) {
    if (field.kind !== "ref" && field.kind !== "refs") continue;
    const known = names.get(field.to) ?? new Set();
    names.set(field.to, known);
    for (const row of rows) for (const one of namesIn(row[name] ?? "")) known.add(one);
  }
  const found = new Map<string, Ids>();
  for (const [to, titles] of names) {
    const target = resourceNamed(to);
    found.set(to, await idsBy(tx, target, [...titles], titleOf(target, sql`t`), nameable(target)(viewer, sql`t`)));
  }
  return (to) => found.get(to);
}

/** A record as the wire has what the file says of it; throws 422 with what is wrong, by `row[index].column`. */
function valuesOf({ entity }: Resource, { index, row, lists }: FileRecord, ids: IdsOf): Written {
  const values: Written = {};
  const faults: RowFault[] = [];
  const read = (into: Written, place: number, text: string, { name, field, of }: (typeof columns)[number]) => {
    const cell = readCell(field, text, ids);
    if ("value" in cell) into[of?.cell ?? name] = cell.value;
    else faults.push(...cell.faults.map((message) => ({ index: place, column: name, message })));
  };
  const columns = importColumns(entity);
  for (const column of columns) {
    const text = row[column.name];
    if (!column.of && text !== undefined) read(values, index, text, column);
  }
  for (const [name, lines] of lists) {
    const field = fieldOf(entity, name);
    const seen = new Set<unknown>();
    values[name] = lines.map((line) => {
      const made: Written = {};
      for (const column of columns) {
        const text = line.row[column.name];
        if (column.of?.list === name && text !== undefined) read(made, line.index, text, column);
      }
      const unique = field.kind === "rows" && field.unique;
      if (unique && made[unique] !== undefined) {
        const said = plain(made[unique]);
        if (seen.has(said))
          faults.push({ index: line.index, column: `${name}.${unique}`, message: { key: "repeats" } });
        seen.add(said);
      }
      return made;
    });
  }
  refuseFaults("row", faults);
  return values;
}

/** Makes or changes a record of what the file says and, of one that is there, what it says already. */
async function saveRecord(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  id: number | undefined,
  values: Written,
): Promise<keyof ImportCounts> {
  if (id === undefined) {
    await createIn(tx, resource, viewer, checked(resource, "import", values));
    return "made";
  }
  const changed = await rewrite(tx, resource, viewer, id, (was) => ({
    ...values,
    ...Object.fromEntries(nestedIn(resource, values).map((name) => [name, laidOver(resource, name, was, values)])),
  }));
  return changed ? "changed" : "same";
}

const nestedIn = ({ entity }: Resource, values: Written): string[] =>
  Object.keys(values).filter((name) => fieldOf(entity, name).kind === "rows");

/** Nested rows of a file with what its columns do not say from the rows that were there, each known by its unique cell. */
function laidOver({ entity }: Resource, name: string, was: Written, values: Written): Written[] {
  const field = fieldOf(entity, name);
  const unique = (field.kind === "rows" && field.unique) || "";
  const before = new Map(rowList.parse(was[name]).map((row) => [plain(row[unique]), row]));
  return rowList.parse(values[name]).map((row) => ({ ...before.get(plain(row[unique])), ...row }));
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
