import type { Entity } from "../entity";
import { company } from "./companies";
import { deviceManufacturer } from "./device_manufacturers";
import { deviceModel } from "./device_models";
import { device } from "./devices";
import { ingredient } from "./ingredients";
import { location } from "./locations";
import { planogram } from "./planograms";
import { project } from "./projects";
import { recipe } from "./recipes";
import { telemetry } from "./telemetries";
import { user } from "./users";
import { userGroup } from "./users_groups";

/** Every declared entity. */
export const ENTITIES: readonly Entity[] = [
  user, company, project, userGroup, location, telemetry, device, planogram, recipe, ingredient, deviceManufacturer, deviceModel,
];

const byName = new Map(ENTITIES.map((entity) => [entity.name, entity]));

export function entityNamed(name: string): Entity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`no entity "${name}"`);
  return entity;
}

for (const entity of ENTITIES)
  for (const field of Object.values(entity.fields)) if (field.kind === "ref" || field.kind === "refs") entityNamed(field.to);

/** The screens of the entities, as the specification writes them. */
export const entityPaths = (): string[] => ENTITIES.flatMap((entity) => Object.values(entity.paths));

export type Screen = "list" | "create" | "view";

const screens = new Map(
  ENTITIES.flatMap((entity) => (["list", "create", "view"] as const).map((screen): [string, { entity: Entity; screen: Screen }] =>
    [entity.paths[screen].replace("/{id}", ""), { entity, screen }])),
);

/** The entity and screen that a path without its id answers, e.g. `/crew/view` or `/crews`. */
export const screenAt = (path: string) => screens.get(path);
