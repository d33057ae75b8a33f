import {
  changeRequirement,
  createRequirement,
  type Entity,
  listRequirement,
  recordApi,
  tabsOf,
} from "~server/contract/entity";
import { ENTITIES, screenAt } from "~server/contract/entities";
import type { Requirement } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";

/** The entity whose view screen, or a part of it, an address is: `/crew/view/5/history`. */
function viewedEntity(pathname: string): Entity | undefined {
  const view = /^(.*\/view)\/[^/]+/.exec(pathname)?.[1];
  const single = ENTITIES.find((entity) => entity.singleton && `${pathname}/`.startsWith(`${entity.paths.view}/`));
  if (single) return single;
  const found = view ? screenAt(view) : undefined;
  return found?.screen === "view" ? found.entity : undefined;
}

/** The entity that answers an address with the given screen; throws the not-found screen for other addresses. */
export function entityAt(url: URL, screen: "list" | "create" | "view"): Entity {
  const pathname = url.pathname.replace(/\/$/, "");
  const found = screenAt(pathname);
  const entity = screen === "view" ? viewedEntity(pathname) : found?.screen === screen ? found.entity : undefined;
  if (!entity) throw notFound();
  return entity;
}

/** The entity whose deleted records an address shows: `/crews/deleted`, `/crews/deleted/5`. */
export function deletedAt(url: URL): Entity {
  const found = screenAt(url.pathname.replace(/\/deleted(\/[^/]+)?\/?$/, ""));
  if (found?.screen !== "list" || found.entity.deletable === false) throw notFound();
  return found.entity;
}

/** The entity in an address that is one of its own tabs, and the API path of the record; throws the not-found screen where the entity has no such tab. */
export function tabAt({ url, params }: Pick<Context, "url" | "params">, tab: string): { entity: Entity; api: string } {
  const entity = entityAt(url, "view");
  if (!tabsOf(entity).includes(tab) || !/^\d{1,9}$/.test(params.id ?? "")) throw notFound();
  return { entity, api: recordApi(entity, params.id ?? "") };
}

/** The requirement of an entity's screen, for the guard; `change`: of changing what the view screen shows. */
export const requirementAt =
  (screen: "list" | "create" | "view" | "change") =>
  ({ url }: { url: URL }): Requirement => {
    const entity = entityAt(url, screen === "change" ? "view" : screen);
    return screen === "create"
      ? createRequirement(entity)
      : screen === "change"
        ? changeRequirement(entity)
        : listRequirement(entity);
  };

/** The entity of that name that has a list; throws the not-found screen for any other. */
export function listedEntity(name: string | undefined): Entity {
  const entity = ENTITIES.find((one) => one.name === name && !one.singleton);
  if (!entity) throw notFound();
  return entity;
}
