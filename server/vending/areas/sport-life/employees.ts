import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ImportCounts } from "~server/contract/imports";
import { type RecordData, refSchema } from "~server/contract/record";
import { type Employee, employeeRow } from "~server/contract/sport-life";
import { type Db, given, list, rows, run } from "../../database/query";
import { Fault } from "../../fault";
import type { Author } from "../../resource/history";
import { type ImportResult, importer, type Numbered, type RowFault } from "../../resource/import";
import { noteChanged, noteMade, wholeRecords } from "../../resource/many";
import { resourceNamed } from "../../resource/resource";

/** Who tells of employees: a partner's system of those of its company, a person of all. */
export interface Teller {
  author: Author;
  /** Whose new employees are; a partner touches no others. */
  company: number | null;
  ofAll: boolean;
}

/** Employees from a file of a person. */
export const importEmployees = importer(employeeRow, (tx, viewer, employees) =>
  saveEmployees(tx, { author: viewer, company: null, ofAll: true }, employees),
);

const NOTHING: ImportCounts = { made: 0, changed: 0, same: 0 };
/** Held while employees are saved, so that who tells of the same at once waits: "sport" in ASCII. */
const LOCK = 0x73_70_6f_72;

/** Makes and changes employees by number, all or none: what is wrong is told by row. Told again they stay as they are. */
export async function saveEmployees(
  tx: Db,
  teller: Teller,
  employees: readonly Numbered<Employee>[],
): Promise<ImportResult> {
  await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);
  const known = await knownKeys(
    tx,
    employees.map(({ row }) => row.number),
  );
  const recipes = await recipesBy(
    tx,
    employees.flatMap(({ row }) => (row.discounts ?? []).map((one) => one.item_number)),
  );
  const faults = faultsOf(teller, employees, known, recipes);
  if (faults.length || !employees.length) return { faults, counts: NOTHING };

  const resource = resourceNamed("sport_life_key");
  const before = await wholeRecords(
    tx,
    resource,
    [...known.values()].map(({ id }) => id),
  );
  const isNew = ({ row }: Numbered<Employee>) => !known.has(row.number);
  const made = await insertKeys(
    tx,
    teller,
    employees.filter(isNew).map(({ row }) => row),
  );
  const ids = new Map([...known].map(([number, { id }]) => [number, id] as const).concat([...made]));
  await updateKeys(
    tx,
    employees.filter((one) => !isNew(one)).map(({ row }) => ({ ...row, id: ids.get(row.number) })),
  );
  await writeDiscounts(
    tx,
    employees.flatMap(({ row: { number, discounts } }) => {
      const id = ids.get(number);
      if (id === undefined || discounts === undefined) return [];
      const lines = discounts.map((one) => ({ recipe: recipes.get(one.item_number) ?? 0, percent: one.percent }));
      return isSameList(before.get(id), lines) ? [] : [{ id, lines }];
    }),
  );
  await noteMade(tx, resource, teller.author, [...made.values()]);
  const changed = await noteChanged(tx, resource, teller.author, "update", before);
  return { faults, counts: { made: made.size, changed, same: before.size - changed } };
}

interface Known {
  id: number;
  company: number | null;
}

/** Employees by number, locked in one order for all. */
async function knownKeys(tx: Db, numbers: readonly string[]): Promise<Map<string, Known>> {
  const found = await rows(
    tx,
    z.object({ id: z.number(), number: z.string(), company: z.number().nullable() }),
    sql`select id, number, company_id as company from sport_life_keys where number = any(${list(numbers, "text")}) order by id for update`,
  );
  return new Map(found.map(({ number, ...one }) => [number, one]));
}

async function recipesBy(tx: Db, itemNumbers: readonly number[]): Promise<Map<number, number>> {
  const found = await rows(
    tx,
    z.object({ id: z.number(), item_number: z.number() }),
    sql`select id, item_number from recipes where item_number = any(${sql.param([...new Set(itemNumbers)])}::bigint[]) order by id for key share`,
  );
  return new Map(found.map(({ id, item_number }) => [item_number, id]));
}

/** What is wrong with employees among themselves, and with whose they are. */
function faultsOf(
  { company, ofAll }: Teller,
  employees: readonly Numbered<Employee>[],
  known: ReadonlyMap<string, Known>,
  recipes: ReadonlyMap<number, number>,
): RowFault[] {
  const seen = new Set<string>();
  return employees.flatMap(({ index, row: { number, discounts = [] } }) => {
    const fault = (column: string, key: string): RowFault => ({ index, column, message: { key } });
    const faults: RowFault[] = [];
    if (seen.has(number)) faults.push(fault("number", "repeats"));
    seen.add(number);
    const there = known.get(number);
    if (there && !ofAll && there.company !== company) faults.push(fault("number", "taken"));
    const items = discounts.map((one) => one.item_number);
    if (items.some((one) => !recipes.has(one))) faults.push(fault("discounts", "no_such_recipe"));
    if (new Set(items).size < items.length) faults.push(fault("discounts", "repeats"));
    return faults;
  });
}

/** New keys; answers ids by number. 409 when somebody entered one of them meanwhile. */
async function insertKeys(tx: Db, { company }: Teller, employees: readonly Employee[]): Promise<Map<string, number>> {
  const made = await rows(
    tx,
    z.object({ id: z.number(), number: z.string() }),
    sql`
    insert into sport_life_keys (number, full_name, blocked, company_id)
    select k.number, k.full_name, coalesce(k.blocked, false), ${company}::integer
    from ${given(employees, "number text, full_name text, blocked boolean")} order by k.number
    on conflict (number) do nothing returning id, number`,
  );
  if (made.length < employees.length) throw new Fault(409, "try_again");
  return new Map(made.map(({ id, number }) => [number, id]));
}

const updateKeys = (tx: Db, employees: readonly (Employee & { id: number | undefined })[]) =>
  run(
    tx,
    sql`update sport_life_keys t set full_name = k.full_name, blocked = coalesce(k.blocked, t.blocked)
    from ${given(employees, "id integer, full_name text, blocked boolean")} where t.id = k.id`,
  );

interface Line {
  recipe: number;
  percent: number;
}

async function writeDiscounts(tx: Db, keys: readonly { id: number; lines: readonly Line[] }[]): Promise<void> {
  await run(
    tx,
    sql`delete from sport_life_key_discounts where key_id = any(${list(
      keys.map(({ id }) => id),
      "integer",
    )})`,
  );
  const lines = keys.flatMap(({ id, lines }) => lines.map((line, position) => ({ id, position, ...line })));
  await run(
    tx,
    sql`insert into sport_life_key_discounts (key_id, position, recipe_id, percent)
    select k.id, k.position, k.recipe, k.percent from ${given(lines, "id integer, position integer, recipe integer, percent integer")}`,
  );
}

const kept = z.array(z.object({ recipe: refSchema, percent: z.number() }));

/** Whether discounts are those that a record has, in whatever order. */
function isSameList(record: RecordData | undefined, lines: readonly Line[]): boolean {
  const now = kept.catch([]).parse(record?.discounts);
  const known = new Map(now.map(({ recipe, percent }) => [recipe.id, percent]));
  return now.length === lines.length && lines.every(({ recipe, percent }) => known.get(recipe) === percent);
}
