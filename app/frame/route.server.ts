import { entityPaths } from "~server/contract/entities";
import { allowed } from "~server/contract/permissions";
import { FRONT_END_VERSION } from "~server/contract/session";
import { coreVersion } from "~server/web/core-version.server";
import { protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { sitePaths } from "~server/web/site-paths.server";
import { labelMenu, visibleMenu } from "./menu";
import { MENU_TABLE } from "./menu-table";
import { frameLabels } from "./route-labels";

/** The frame of a signed-in person's pages: the menu they may see, their name, and the versions of the footer. */
export const loader = protectedLoader("login", async ({ request, token, me, t }) => {
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
