import { ENTITIES } from "./entities";
import { type Entity, listRequirement } from "./entity";
import type { Listed } from "./listed";
import type { Requirement } from "./permissions";
import { plansTable } from "./plans";
import { REPORTS } from "./reports";

/** A list of records or a report, with where it stands and what it takes to see it. */
export interface Table extends Listed {
  path: string;
  needs: Exclude<Requirement, "login">;
}

/** The list of an entity as a table. */
export const tableOf = (entity: Entity): Table => ({
  name: entity.name,
  fields: entity.fields,
  list: entity.list,
  path: entity.paths.list,
  needs: listRequirement(entity),
});

/** Every list and report by its name. */
export const TABLES: ReadonlyMap<string, Table> = new Map<string, Table>(
  [...ENTITIES.filter(({ singleton }) => !singleton).map(tableOf), ...REPORTS, plansTable].map((table) => [
    table.name,
    table,
  ]),
);
