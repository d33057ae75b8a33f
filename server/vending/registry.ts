import { ENTITIES } from "~server/contract/entities";
import * as franchises from "./areas/franchises/resources";
import * as helpDesk from "./areas/help-desk/resources";
import * as keys from "./areas/keys/resources";
import * as logistics from "./areas/logistics/resources";
import * as objects from "./areas/objects/resources";
import * as people from "./areas/people/resources";
import * as settings from "./areas/settings/resources";
import * as terminals from "./areas/terminals/resources";
import type { Registry } from "./resource/resource";

const resources = [
  ...Object.values(people),
  ...Object.values(settings),
  ...Object.values(logistics),
  ...Object.values(franchises),
  ...Object.values(objects),
  ...Object.values(keys),
  ...Object.values(terminals),
  ...Object.values(helpDesk),
].filter((one) => typeof one === "object" && "entity" in one);

/** Every declared entity with its table; boot fails when one is missing. */
export const registry: Registry = new Map(
  ENTITIES.map((entity) => {
    const resource = resources.find((one) => one.entity === entity);
    if (!resource) throw new Error(`entity ${entity.name} has no resource`);
    return [entity.name, resource];
  }),
);
