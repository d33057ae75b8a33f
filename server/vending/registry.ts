import { ENTITIES } from "~server/contract/entities";
import * as objects from "./areas/objects/resources";
import * as people from "./areas/people/resources";
import type { Registry } from "./resource/resource";

const resources = [...Object.values(people), ...Object.values(objects)].filter((one) => typeof one === "object" && "entity" in one);

/** Every declared entity with its table; boot fails when one is missing. */
export const registry: Registry = new Map(ENTITIES.map((entity) => {
  const resource = resources.find((one) => one.entity === entity);
  if (!resource) throw new Error(`entity ${entity.name} has no resource`);
  return [entity.name, resource];
}));
