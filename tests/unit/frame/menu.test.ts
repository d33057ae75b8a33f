import { describe, expect, it } from "vitest";
import { currentEntry, labelMenu, type MenuAccess, packMenu, unpackMenu, visibleMenu } from "~/frame/menu";
import { MENU_TABLE, type MenuEntry, type MenuGroup, type MenuTable } from "~/frame/menu-table";
import { allowed, PERMISSIONS, type Permission } from "~server/contract/permissions";

const access = (permissions: readonly Permission[], sport_life = true, crew_member = false): MenuAccess => ({
  allowed: (needs) => allowed({ is_can_all: false, permissions, sport_life, crew_member }, needs),
  built: () => true,
});
const everything = access(PERMISSIONS, true, true);

/** `a, group(b, c)`: what is visible, in a line. */
function outline(table: MenuTable): string {
  return table.map((node) => ("children" in node ? `${node.key}(${outline(node.children)})` : node.key)).join(", ");
}

function entries(table: MenuTable): MenuEntry[] {
  return table.flatMap((node) => ("children" in node ? entries(node.children) : [node]));
}

function keys(table: MenuTable): string[] {
  return table.flatMap((node) => [node.key, ...("children" in node ? keys(node.children) : [])]);
}

describe("visibleMenu", () => {
  it("shows the whole table, in the order of the specification, to who may do everything", () => {
    expect(visibleMenu(MENU_TABLE, everything).map(({ key }) => key)).toEqual([
      "dashboard",
      "devices_statuses",
      "alerts",
      "posts",
      "reports",
      "settings",
      "help_desk",
    ]);
    expect(entries(visibleMenu(MENU_TABLE, everything))).toHaveLength(entries(MENU_TABLE).length);
  });

  it("shows only what needs no permission to who holds none", () => {
    expect(outline(visibleMenu(MENU_TABLE, access([])))).toBe("dashboard");
  });

  it("drops groups without visible entries and keeps groups with two", () => {
    expect(outline(visibleMenu(MENU_TABLE, access(["HELP_DESK", "USER", "COMPANY", "CREW"])))).toBe(
      "dashboard, posts(users_section(user, company), logistics(crew, needs, route_sheet)), help_desk(ticket, refund, ticket_solution, ticket_category, ticket_state)",
    );
  });

  it("collapses a group to its only visible entry, through nested groups as well", () => {
    expect(outline(visibleMenu(MENU_TABLE, access(["CHECKBOX"])))).toBe("dashboard, fiscal_cashier");
    expect(outline(visibleMenu(MENU_TABLE, access(["RECIPE", "DEVICE"])))).toBe(
      "dashboard, objects(device, devices_audits, devices_collections, recipe)",
    );
  });

  it("gives the icon of a collapsed group to its entry", () => {
    expect(visibleMenu(MENU_TABLE, access(["CHECKBOX"])).at(-1)?.icon).toBe("receipt");
  });

  it("keeps a required group with one entry, and still drops it without any", () => {
    const only: MenuEntry = { key: "settings", path: "/settings", needs: ["SETTINGS"] };
    const required: MenuGroup = { key: "system", required: true, children: [only] };
    expect(outline(visibleMenu([required], access(["SETTINGS"])))).toBe("system(settings)");
    expect(outline(visibleMenu([{ ...required, required: false }], access(["SETTINGS"])))).toBe("settings");
    expect(outline(visibleMenu([required], access([])))).toBe("");
  });

  it("shows sports-club entries only with the sport_life flag", () => {
    const holder: Permission[] = ["SPORT_LIFE_EMPLOYEES", "SPORT_LIFE_DISCOUNTS", "REPORT_SPORT_LIFE"];
    expect(outline(visibleMenu(MENU_TABLE, access(holder)))).toBe(
      "dashboard, sportlife(sport_life_key, sport_life_discounts), report_sport_life",
    );
    expect(outline(visibleMenu(MENU_TABLE, access(holder, false)))).toBe("dashboard");
  });

  it("shows a report that its menu entry restricts only to who can also open its route", () => {
    expect(keys(visibleMenu(MENU_TABLE, access(["REPORT_FINANCE"])))).not.toContain("finance_report");
    expect(keys(visibleMenu(MENU_TABLE, access(["REPORT", "REPORT_FINANCE"])))).toContain("finance_report");
    expect(keys(visibleMenu(MENU_TABLE, access(["REPORT"])))).not.toContain("finance_report");
  });

  it("leaves out what is not built", () => {
    const built = (path: string) => path === "/" || path === "/devices";
    expect(outline(visibleMenu(MENU_TABLE, { ...everything, built }))).toBe("dashboard, device");
  });
});

describe("MENU_TABLE", () => {
  it("has no key twice", () => {
    const all = keys(MENU_TABLE);
    expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
  });
});

describe("currentEntry", () => {
  const items = labelMenu(MENU_TABLE, (key) => key);

  it.each([
    ["/", "/"],
    ["/devices", "/devices"],
    ["/devices/view/7", "/devices"],
    ["/devices_status", "/devices_status"],
    ["/user/view/3", "/users"],
    ["/users_groups/create", "/users_groups"],
    ["/crew/vehicles", "/crews"],
    ["/key_wallets/key/view/1", "/key_wallets/keys"],
    ["/key_wallets/report_transactions", "/key_wallets/report_transactions"],
    ["/device_model/view/2", "/device_manufacturers"],
    ["/franchise/sub_franchise/view/2", "/franchises"],
    ["/help_desk/solution/view/2", "/help_desk/solutions"],
    ["/device_models", "/device_manufacturers"],
    ["/help_desk/ticket_rules/create", "/help_desk/tickets"],
    ["/alert_rules/view/2", "/alerts"],
    ["/alerts/view/2", "/alerts"],
    ["/profile", undefined],
  ])("%s belongs to %s", (pathname, expected) => {
    expect(currentEntry(items, pathname)).toBe(expected);
  });
});

it("comes out of its text as it went in", () => {
  const items = labelMenu(MENU_TABLE, (key) => key);
  expect(unpackMenu(packMenu(items))).toEqual(JSON.parse(JSON.stringify(items)));
});
