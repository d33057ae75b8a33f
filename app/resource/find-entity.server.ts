import { callsOf } from "~server/contract/calls/entities";
import { changeRequirement, createRequirement, type Entity, listRequirement, tabsOf } from "~server/contract/entity";
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

/** The entity whose deleted records an address shows, and the calls about them: `/crews/deleted`, `/crews/deleted/5`. */
export function deletedAt(url: URL) {
  const found = screenAt(url.pathname.replace(/\/deleted(\/[^/]+)?\/?$/, ""));
  const calls = found?.screen === "list" ? callsOf(found.entity).deleted : undefined;
  if (!found || !calls) throw notFound();
  return { entity: found.entity, calls };
}

/** The entity of which an address imports a file, and the calls about that: `/sportlife/keys/import`. */
export function importedAt(url: URL) {
  const found = screenAt(url.pathname.replace(/\/import\/?$/, ""));
  const calls = found?.screen === "list" ? callsOf(found.entity).imports : undefined;
  if (!found || !calls) throw notFound();
  return { entity: found.entity, calls };
}

/** The entity in an address that is one of its own tabs; throws the not-found screen where the entity has no such tab. */
export function tabAt({ url }: Pick<Context, "url">, tab: string): Entity {
  const entity = entityAt(url, "view");
  if (!tabsOf(entity).includes(tab)) throw notFound();
  return entity;
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
