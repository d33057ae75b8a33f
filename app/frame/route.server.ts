import { entityPaths, screenAt } from "~server/contract/entities";
import { allowed, type Requirement } from "~server/contract/permissions";
import { FRONT_END_VERSION } from "~server/contract/session";
import { coreVersion } from "~server/web/core-version.server";
import { type PublicContext, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { notFound } from "~server/web/screens.server";
import { sitePaths } from "~server/web/site-paths.server";
import { labelMenu, visibleMenu } from "./menu";
import { MENU_TABLE } from "./menu-table";
import { frameLabels } from "./route-labels";

/** The frame of a signed-in person's pages: the menu they may see, their name, and the versions of the footer. */
export const loader = protectedLoader(requirement, async ({ request, token, me, t }) => {
  const built = new Set([...(await sitePaths()), ...entityPaths()]);
  const menu = visibleMenu(MENU_TABLE, {
    allowed: (permission) => allowed(me, [permission]),
    built: (path) => built.has(path),
    sport_life: me.sport_life,
  });
  return {
    menu: labelMenu(menu, t),
    name: me.full_name,
    year: new Date().getFullYear(),
    coreVersion: await coreVersion(request, token),
    version: FRONT_END_VERSION,
    labels: pick(t, frameLabels),
  };
});

/** Routes with parameters match more than there is; an unknown address is told to anybody, without a session too. */
function requirement({ url, params }: Pick<PublicContext, "url" | "params">): Requirement | Response {
  const isFixed = Object.keys(params).length === 0;
  // Screens of the lists' machinery, which say themselves whether there is such a list.
  const isMachinery = /^\/(bulk|saved_filters)\//.test(url.pathname);
  const screen = url.pathname.replace(/\/view\/.*$/, "/view").replace(/\/$/, "");
  return isFixed || isMachinery || screenAt(screen) ? "login" : notFound();
}
