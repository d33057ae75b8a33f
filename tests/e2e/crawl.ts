import { expect } from "@playwright/test";
import type { DefineRouteFunction } from "@remix-run/dev/dist/config/routes";
import remixOptions from "../../remix.config.js";
import { markupFaults } from "./markup";
import { generalOf, type PlainBrowser, pressOf } from "./plain-browser";

/** Addresses that are no pages. */
const NO_PAGE = /^\/(export|files|assets|events|pick)\b|\/raw$/;
/** Buttons that draw a form anew: with other choices or rows, or set aside for a record that it lacks. */
const CHANGES_NOTHING = new Set(["find", "add_new", "more_rows", "many_rows", "paste_rows", "__intent__"]);
/** What of a query makes another page of it, and not only other data. */
const TELLING = new Set(["kind", "filters", "copy", "unread"]);

/**
 * Follows every link from `/` on, one page of each kind, and presses what changes nothing. Answers what is wrong with
 * the markup, the buttons that nobody has pressed, and the pages of the site map that nobody has seen.
 */
export async function leftOut(browser: PlainBrowser): Promise<string[]> {
  const left = new Map<string, string>();
  const faults: string[] = [];
  const kinds = new Set<string>();
  const sorts = new Set<string>();
  const routes = pageRoutes();
  // To the search leads the header's form, which is read on no page, and to the parts of the interface nothing; nor to the
  // last ones while nothing refers to such a record.
  const waiting = [
    "/",
    "/search",
    "/ui",
    "/logout",
    "/offline",
    "/nothing/here",
    "/help_desk/tickets/view/1/related",
    "/refunds/view/1/related",
    "/route_sheets/view/1/related",
    "/firmware/view/1/related",
    "/key_wallets/key/view/1/related",
  ];
  for (const path of waiting) {
    const kind = kindOf(path);
    if (kinds.has(kind) || NO_PAGE.test(path)) continue;
    kinds.add(kind);
    const page = await browser.open(path);
    expect(page.status, path).toBeLessThan(500);
    const sort = sortOf(routes, page.path);
    if (!sorts.has(sort)) faults.push(...(await markupFaults(path, page.html)));
    sorts.add(sort);
    for (const button of page.buttons()) {
      const press = pressOf(page, button);
      if (browser.pressed.has(press) || left.has(press)) continue;
      if (press.startsWith("GET ") || CHANGES_NOTHING.has(button.name)) await browser.press(page, button);
      else left.set(press, path);
    }
    for (const [, href = ""] of page.html.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
      waiting.push(href.replaceAll("&amp;", "&"));
  }
  const unseen = routes.filter((pattern) => ![...browser.visited].some((path) => pattern.test(path)));
  return [...faults, ...[...left].map(([press, path]) => `not pressed: ${press} (${path})`), ...unseen.map(String)];
}

/** Pages of one sort have the same markup: those of one route, but for forms, which are each entity's own. */
function sortOf(routes: readonly RegExp[], path: string): string {
  const { pathname } = new URL(path, "http://localhost");
  return pathname.endsWith("/create") ? pathname : String(routes.find((route) => route.test(pathname)));
}

/** Pages of one kind differ in data only. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const telling = [...searchParams].filter(([name]) => TELLING.has(name));
  return generalOf([pathname, ...telling.flat()].join(" "));
}

/** Addresses of the site map that answer with a page. */
function pageRoutes(): RegExp[] {
  const patterns: RegExp[] = [];
  const route: DefineRouteFunction = (path, file, options, children) => {
    if (path !== undefined && file.endsWith(".route.tsx"))
      patterns.push(new RegExp(`^/${path.replace(/:\w+/g, "[^/]+").replace("*", ".+")}$`));
    (typeof options === "function" ? options : children)?.();
  };
  void remixOptions.routes?.((define) => {
    define(route);
    return {};
  });
  return patterns;
}
