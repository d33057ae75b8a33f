import { defineRoutes } from "@remix-run/dev/dist/config/routes.js";
import { matchRoutes } from "@remix-run/react";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { MENU_TABLE, type MenuEntry, type MenuTable } from "~/frame/menu-table";
import { ENTITIES, entityNamed, screenAt } from "~server/contract/entities";
import {
  actionsOf,
  createRequirement,
  type Entity,
  listRequirement,
  tabPath,
  tabsOf,
  viewPath,
} from "~server/contract/entity";
import { SPORT_LIFE } from "~server/contract/permissions";
import { REPORTS } from "~server/contract/reports";
import remix from "../../../remix.config.js";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** The specification's list of addresses. */
const specified = z
  .array(
    z.looseObject({
      path: z.string(),
      permission: z.string().nullable(),
      also: z.string().optional(),
      menuPermission: z.string().optional(),
      area: z.string(),
      screen: z.string().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync("tests/fixtures/routes.json", "utf8")));

/** The site map as Remix gets it; a route's module stands in its `file`. */
const manifest = Object.values((await remix.routes?.(defineRoutes)) ?? {});
const below = (parent: string): RouteObject[] =>
  manifest
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) => ({ id, path, ...(index ? { index } : { children: below(id) }) }));
const SITE = below("root");

/** The module that answers an address, with its id. */
function answering(address: string): { id: string; file: string } {
  const id = matchRoutes(SITE, address)?.at(-1)?.route.id;
  return manifest.find((route) => route.id === id) ?? { id: "", file: "" };
}
const moduleAt = (address: string): string => answering(address).file;

/** Screens that the specification does not have: its menu entry and what it needs. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  "/alerts": ["DEVICE_STATUS"],
  "/devices_audits": ["DEVICE"],
  "/devices_collections": ["DEVICE"],
  "/needs": ["CREW"],
  "/route_sheets": ["CREW"],
  "/my_route": ["crew_member"],
  "/closed_months": ["REPORT", "REPORT_FINANCE"],
  "/currency_rates": ["REPORT_FINANCE"],
  "/stock/moves": ["WAREHOUSE"],
  "/own_report": ["REPORT"],
  "/advanced_aggregated_sales_per_location": ["REPORT"],
  "/refunds": ["HELP_DESK"],
  "/online_payments/summary": ["REPORT_ONLINE_PAYMENTS"],
};

const entries = (table: MenuTable): MenuEntry[] =>
  table.flatMap((node) => ("children" in node ? entries(node.children) : [node]));
const MENU = entries(MENU_TABLE);

describe("the specification's addresses", () => {
  it("are declared with the permissions it names", () => {
    const ofEntities = specified.filter(({ screen, area }) => area !== "reports" && screen && screen !== "report");
    expect(ofEntities.length).toBeGreaterThan(80);
    for (const { path, permission, also } of ofEntities) {
      if (path === "/devices_statuses") continue;
      const found = screenAt(path.replace("/{id}", ""));
      const needs = found && (found.screen === "create" ? createRequirement : listRequirement)(found.entity);
      const expected = [permission, also].filter((code) => code !== undefined);
      expect([path, needs?.filter((code) => code !== SPORT_LIFE)]).toEqual([path, expected]);
    }
  });

  it("stand in the menu with what it asks besides", () => {
    for (const { path, needs } of MENU) {
      const one = specified.find((route) => route.path === path);
      const expected = OURS[path] ?? [one?.permission, one?.menuPermission].filter((code) => typeof code === "string");
      expect([path, needs === "login" ? [] : needs.filter((code) => code !== SPORT_LIFE)]).toEqual([path, expected]);
    }
  });

  it("are all the addresses that entities have", () => {
    const known = new Set(specified.map(({ path }) => path));
    const further = ENTITIES.flatMap(({ paths }) => Object.values(paths)).filter((path) => !known.has(path));
    // Rates, batches, refunds and rules are ours: the specification has no machine that counts in another currency, and no screens of the others.
    const ours = ["route_sheet", "currency_rate", "qr_batch", "refund", "ticket_rule", "alert_rule"].flatMap((name) =>
      Object.values(entityNamed(name).paths),
    );
    expect(further).toEqual(ours);
  });
});

describe("reports", () => {
  it("are answered at the specification's addresses with its permissions", () => {
    for (const { path, needs } of REPORTS) {
      expect([path, moduleAt(path)]).toEqual([path, "report/report.route.tsx"]);
      const expected = OURS[path] ?? [specified.find((route) => route.path === path)?.permission];
      expect([path, needs.filter((code) => code !== SPORT_LIFE)]).toEqual([path, expected]);
    }
    const inSiteMap = manifest.filter(({ file }) => file === "report/report.route.tsx").map(({ path }) => `/${path}`);
    expect(inSiteMap.sort()).toEqual(REPORTS.map(({ path }) => path).sort());
  });
});

describe("the menu", () => {
  it("leads to the list of every entity, or to one that it is reached from", () => {
    const inMenu = new Set(MENU.map(({ path }) => path));
    const isReached = ({ name }: Entity) =>
      ENTITIES.some((one) => inMenu.has(one.paths.list) && one.related?.includes(name));
    expect(ENTITIES.filter((one) => !inMenu.has(one.paths.list) && !isReached(one)).map(({ name }) => name)).toEqual(
      [],
    );
  });
});

describe("the screens of an entity", () => {
  it.each(ENTITIES.map((entity): [string, Entity] => [entity.name, entity]))(
    "of %s are answered as declared",
    (_, entity) => {
      const view = viewPath(entity, 5);
      if (entity.singleton) return expect(moduleAt(view)).toBe("resource/edit.route.tsx");
      expect(moduleAt(entity.paths.list)).toBe("resource/list.route.tsx");
      expect(moduleAt(entity.paths.create)).toMatch(/\/create\.route\.tsx$/);
      for (const tab of tabsOf(entity)) {
        const { id, file } = answering(tabPath(entity, 5, tab));
        expect([tab, file]).toEqual([tab, expect.stringMatching(tab === "data" ? /^resource\/edit\./ : /^areas\//)]);
        // The first tab stands at the view's own address.
        if (tab !== tabsOf(entity)[0]) expect(id.endsWith(`/${tab}`)).toBe(true);
      }
      for (const { name } of actionsOf(entity))
        expect([name, moduleAt(`${view}/${name}`)]).toEqual([name, "resource/action.route.tsx"]);
      for (const { name, path } of entity.shortcuts ?? [])
        expect([name, moduleAt(`${view}/${path.replace(/#.*/, "")}`)]).toEqual([
          name,
          expect.stringMatching(/^areas\/|^resource\/edit\./),
        ]);
    },
  );

  it("have no further tab in the site map", () => {
    const declared = new Set([
      ...ENTITIES.flatMap(tabsOf),
      ...ENTITIES.flatMap(({ shortcuts = [] }) => shortcuts.map(({ path }) => path.replace(/[/#].*/, ""))),
    ]);
    // "moves/new" is a page of the tab "moves", "audits/:file" one of "audits".
    const tabs = manifest
      .filter(({ path, file }) => file.startsWith("areas/") && path?.includes("/view/:id/"))
      .map(({ path = "" }) => path.replace(/^.*\/view\/:id\//, "").replace(/\/.*/, ""));
    expect(tabs.length).toBeGreaterThan(10);
    expect(tabs.filter((tab) => !declared.has(tab))).toEqual([]);
  });
});
