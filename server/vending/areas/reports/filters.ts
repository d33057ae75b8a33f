import { type SQL, sql } from "drizzle-orm";
import type { Field } from "~server/contract/field-kinds";
import { type FilterName, FILTERS } from "~server/contract/reports/filters";
import type { ReportQuery } from "~server/contract/reports/answer";
import { anyOf, list, name } from "../../database/query";
import { checked, isAmong, NONE } from "../../resource/filter";
import { withDescendants } from "../franchises/tree";

type Values = readonly (string | number)[];
const numbers = (values: Values) => list(values, "integer");
const texts = (values: Values) => list(values, "text");

/** One of some records, or none where that is asked for, too. */
const isOf = (column: SQL) => (values: Values) => isAmong(column, values);
const belongs = (column: string) => isOf(sql`p.${name(column)}`);
const standsIn = (column: string) => (values: Values) =>
  sql`p.location_id in (select l.id from locations l where l.${name(column)} = any(${texts(values)}))`;
const isOneOf = (machines: SQL, condition: SQL) =>
  sql`p.device_id in (select d.id from ${machines} d where ${condition})`;

/** What a line `x` of its placement or territory `p` must be; `source` chooses figures, not lines. */
const CONDITIONS: Record<Exclude<FilterName, "source">, (values: Values, machines: SQL) => SQL> = {
  company: belongs("company_id"),
  project: belongs("project_id"),
  location: belongs("location_id"),
  location_group: belongs("location_group_id"),
  division: belongs("division_id"),
  // One that was deleted has nobody below it.
  franchise: (values) =>
    anyOf(
      values.map((value) =>
        value === NONE
          ? sql`p.franchise_id is null`
          : sql`(p.franchise_id = ${value}::integer or p.franchise_id in (${withDescendants(sql`${value}::integer`)}))`,
      ),
    ),
  crew: belongs("crew_id"),
  region: standsIn("region"),
  city: (values) =>
    sql`p.location_id in (select l.id from locations l where ${anyOf(values.map((value) => sql`strpos(lower(l.city), lower(${value})) > 0`))})`,
  device: (values) => sql`p.device_id = any(${numbers(values)})`,
  device_type: (values, machines) => isOneOf(machines, sql`d.device_type = any(${texts(values)})`),
  ownership: (values, machines) => isOneOf(machines, sql`d.ownership_type = any(${texts(values)})`),
  model: (values, machines) => isOneOf(machines, sql`d.model_id = any(${numbers(values)})`),
  manufacturer: (values, machines) =>
    isOneOf(
      machines,
      sql`d.model_id in (select m.id from device_models m where m.manufacturer_id = any(${numbers(values)}))`,
    ),
  recipe: isOf(sql`x.recipe_id`),
  ingredient: (values) => sql`x.ingredient_id = any(${numbers(values)})`,
  ingredient_type: (values) =>
    sql`x.ingredient_id in (select i.id from ingredients i where i.type = any(${texts(values)}))`,
  key: (values) => sql`x.wallet_id = any(${numbers(values)})`,
  client: isOf(sql`x.client_id`),
  batch: isOf(sql`x.batch_id`),
  key_move: (values) => sql`x.type = any(${texts(values)})`,
  payment_state: (values) => sql`x.state = any(${texts(values)})`,
  payment_stage: (values) => sql`x.stage = any(${texts(values)})`,
  payment_counter: (values) => sql`x.counter = any(${texts(values)})`,
  provider: (values) => sql`x.provider = any(${texts(values)})`,
  payback_state: (values) => sql`x.payback_state = any(${texts(values)})`,
};

/** Filters of what a line says itself; all others ask where it belongs. */
const OF_LINES: ReadonlySet<string> = new Set<FilterName>(["recipe", "ingredient", "ingredient_type", "key", "client"]);

/**
 * What the filters of a query come to: conditions on lines of `machines`, of which some are `ofPlaces` alone and the others
 * `ofLines`, and what it takes to tell. Values that make no sense are refused beside their names.
 */
export function narrowed(
  { filters }: Pick<ReportQuery, "filters">,
  machines = sql`devices`,
): {
  where: SQL[];
  ofPlaces: SQL[];
  ofLines: SQL[];
  needsProducts: boolean;
} {
  const used = Object.entries(filters).filter(([, values]) => values.length > 0);
  const conditions = used.flatMap(([filter, values]) => {
    if (!isFilter(filter)) return [];
    const checked = values.map((value) => valueOf(filter, FILTERS[filter], value));
    return filter === "source" ? [] : [{ filter, condition: CONDITIONS[filter](checked, machines) }];
  });
  const among = (isOfLines: boolean) =>
    conditions.filter(({ filter }) => OF_LINES.has(filter) === isOfLines).map(({ condition }) => condition);
  return {
    where: conditions.map(({ condition }) => condition),
    ofPlaces: among(false),
    ofLines: among(true),
    needsProducts: used.some(([filter]) => filter === "recipe"),
  };
}

const isFilter = (filter: string): filter is FilterName => Object.hasOwn(FILTERS, filter);

/** Without a machine there is no sale, without a key no wallet, each machine is of a model, and nothing is used but ingredients. */
const NEVER_MISSING: ReadonlySet<string> = new Set<FilterName>([
  "device",
  "model",
  "manufacturer",
  "ingredient",
  "key",
]);

function valueOf(filter: FilterName, field: Field, value: string): string | number {
  if (value === NONE && field.kind === "ref" && !NEVER_MISSING.has(filter)) return NONE;
  const parsed = checked({ ...field, required: true }, filter, value);
  return typeof parsed === "number" ? parsed : String(parsed);
}
