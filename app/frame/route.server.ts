import { ALERTS_SEEN } from "~server/contract/alerts";
import { savedFilters } from "~server/contract/calls/filters";
import { readNotices } from "~server/contract/calls/notices";
import { entityPaths, screenAt } from "~server/contract/entities";
import { ticket } from "~server/contract/entities/tickets";
import { listRequirement } from "~server/contract/entity";
import type { Notice, Notices } from "~server/contract/notices";
import { allowed, type Requirement } from "~server/contract/permissions";
import { ownReport } from "~server/contract/reports/own";
import { FRONT_END_VERSION } from "~server/contract/session";
import { type Context, protectedLoader, type PublicContext } from "~server/web/guard.server";
import { pick, type TFunction } from "~server/web/i18n.server";
import { bellOf, forgetBell } from "~server/web/live/bell.server";
import { noticeHref } from "~server/web/live/event.server";
import { relays } from "~server/web/live/relays.server";
import { notFound } from "~server/web/screens.server";
import { knownInfo } from "~server/web/server-info.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { sitePaths } from "~server/web/site-paths.server";
import { ALERT, TICKET } from "~/live/paths";
import type { BellData, News } from "./bell";
import { labelMenu, type MenuItem, packMenu, visibleMenu, withOwnEntries } from "./menu";
import { MENU_TABLE } from "./menu-table";
import { frameLabels } from "./route-labels";

/** The frame of a signed-in person's pages: the menu they may see, their name, their bell, and the versions of the footer. */
export const loader = protectedLoader(requirement, async (context) => {
  const { request, me, t } = context;
  const built = new Set([...(await sitePaths()), ...entityPaths()]);
  const menu = visibleMenu(MENU_TABLE, {
    allowed: (needs) => allowed(me, needs),
    built: (path) => built.has(path),
  });
  const [bell, server, own] = await Promise.all([bellFor(context), knownInfo(request), ownReports(context)]);
  const model = {
    bell,
    menu: packMenu(withOwnEntries(labelMenu(menu, t), ownReport.path, own)),
    name: me.full_name,
    year: new Date().getFullYear(),
    coreVersion: server?.core_version ?? null,
    version: FRONT_END_VERSION,
    labels: pick(t, frameLabels),
  };
  // The menu is drawn with itself beside it (`data-menu`), where it is packed with what it repeats.
  return drawnOnServer(request, model, "menu");
});

/** Reports that a person keeps under a name or is shown by others, as entries of the menu. */
async function ownReports(context: Context): Promise<MenuItem[]> {
  if (!allowed(context.me, ownReport.needs)) return [];
  const { items } = await context.api.read(savedFilters, {}, { entity: ownReport.name });
  // A line of the menu is one line.
  return items.map(({ name, query }) => ({ label: name.replace(/\s+/g, " "), path: `${ownReport.path}?${query}` }));
}

/** Signs of a text that the bell has room for; every page carries them. */
const LONGEST = 100;

/** Nobody else is ever told of tickets or alerts. */
async function bellFor(context: Context): Promise<BellData | null> {
  const { request, token, me, t } = context;
  if (![listRequirement(ticket), ALERTS_SEEN].some((needs) => allowed(me, needs))) return null;
  const notices = await readWithPage(context, await bellOf(request, token, relays().hears));
  return (
    notices && { unread: notices.unread, last: notices.last, items: notices.items.map((notice) => newsOf(t, notice)) }
  );
}

/** Who opens a ticket or an alert has read what they were told of it. A page fetched in advance may never be seen. */
async function readWithPage({ request, url, token, api }: Context, notices: Notices | null): Promise<Notices | null> {
  const open = openAt(url.pathname);
  const isAhead = /prefetch/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "");
  if (!open || !notices || isAhead) return notices;
  const [about, id] = open;
  const isUnread =
    notices.items.some((notice) => String(notice[about]) === id) || notices.unread > notices.items.length;
  if (!isUnread) return notices;
  await api.change(readNotices, {}, { [about]: id });
  forgetBell(token);
  return bellOf(request, token, relays().hears);
}

/** The ticket or the alert whose page stands at a path. */
function openAt(path: string): ["ticket" | "alert", string] | undefined {
  for (const [about, begin] of [
    ["ticket", TICKET],
    ["alert", ALERT],
  ] as const) {
    const id = path.startsWith(begin) ? /^\d{1,9}/.exec(path.slice(begin.length))?.[0] : undefined;
    if (id !== undefined) return [about, id];
  }
  return undefined;
}

const newsOf = (t: TFunction, { id, type, ticket: number, alert, title, body }: Notice): News => ({
  id: String(id),
  href: noticeHref({ ticket: number, alert }),
  title,
  text: [t(`frame:bell.${type}`), body.slice(0, LONGEST)].filter(Boolean).join(" · "),
});

/** Routes with parameters match more than there is; an unknown address is told to anybody, without a session too. */
function requirement({ url, params }: Pick<PublicContext, "url" | "params">): Requirement | Response {
  const isFixed = Object.keys(params).length === 0;
  // Screens of alerts, of the lists' machinery, of imports, of months, of subscriptions, of receipts, of payments, of a crew's route and of the help, which say themselves whether there is such a one.
  const saysItself =
    /^\/(alerts|bulk|saved_filters|closed_months|subscriptions|checkbox_cashiers\/receipts|online_payments|my_route|help)\/|\/imports\/\d+$/.test(
      url.pathname,
    );
  const screen = url.pathname
    .replace(/\/view\/.*$/, "/view")
    .replace(/\/(deleted(\/[^/]*)?|import)$/, "")
    .replace(/\/$/, "");
  return isFixed || saysItself || screenAt(screen) ? "login" : notFound();
}
