import { changeRequirement, createRequirement, type Entity, listRequirement } from "~server/contract/entity";
import { ENTITIES, screenAt } from "~server/contract/entities";
import type { Requirement } from "~server/contract/permissions";
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

/** The requirement of an entity's screen, for the guard; `change`: of changing what the view screen shows. */
export const requirementAt = (screen: "list" | "create" | "view" | "change") => ({ url }: { url: URL }): Requirement => {
  const entity = entityAt(url, screen === "change" ? "view" : screen);
  return screen === "create" ? createRequirement(entity) : screen === "change" ? changeRequirement(entity) : listRequirement(entity);
};

/** The entity of that name that has a list; throws the not-found screen for any other. */
export function listedEntity(name: string | undefined): Entity {
  const entity = ENTITIES.find((one) => one.name === name && !one.singleton);
  if (!entity) throw notFound();
  return entity;
}
