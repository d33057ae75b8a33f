import { redirect } from "@remix-run/node";
import { ENTITIES } from "~server/contract/entities";
import { listRequirement } from "~server/contract/entity";
import { allowed, type Requirement } from "~server/contract/permissions";
import { protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { visibleMenu } from "~/frame/menu";
import { MENU_TABLE, type MenuTable } from "~/frame/menu-table";
import { areaAt, HELP_AREAS } from "./areas";
import { helpPage, sourceOf } from "./pages.server";

/** The help about an area; without one that of the page at `?at=`. */
export const helpLoader = protectedLoader("login", ({ me, lang, params, t, url }) => {
  if (params.area === undefined) throw redirect(helpPath(areaAt(url.searchParams.get("at") ?? "/")));
  const area = HELP_AREAS.find((one) => one === params.area);
  if (!area) throw notFound();
  const open = screensOf((needs) => allowed(me, needs));
  const all = screensOf(() => true);
  return {
    ...helpPage(sourceOf(lang, area), t, (path) => open.has(path) || !all.has(path)),
    area,
    areas: HELP_AREAS.map((one) => ({ area: one, href: helpPath(one), title: t(`help:area.${one}`) })),
    labels: { title: t("help:title"), areas: t("help:areas") },
  };
});

const helpPath = (area: string) => `/help/${area}`;

/** Addresses that the menu and lists of records have, of those that may be opened. */
function screensOf(isAllowed: (needs: Requirement) => boolean): Set<string> {
  const lists = ENTITIES.filter((entity) => isAllowed(listRequirement(entity))).map(({ paths }) => paths.list);
  return new Set([...pathsOf(visibleMenu(MENU_TABLE, { allowed: isAllowed, built: () => true })), ...lists]);
}

const pathsOf = (table: MenuTable): string[] =>
  table.flatMap((node) => ("children" in node ? pathsOf(node.children) : [node.path]));
