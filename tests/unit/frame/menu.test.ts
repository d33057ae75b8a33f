import { describe, expect, it } from "vitest";
import { currentEntry, labelMenu, type MenuAccess, visibleMenu } from "~/frame/menu";
import { MENU_TABLE, type MenuEntry, type MenuGroup, type MenuTable } from "~/frame/menu-table";
import { PERMISSIONS, type Permission } from "~server/contract/permissions";
import en from "../../../locales/en/frame.json";
import pl from "../../../locales/pl/frame.json";
import uk from "../../../locales/uk/frame.json";

function access(permissions: readonly Permission[], rest: Partial<MenuAccess> = {}): MenuAccess {
  return { allowed: (permission) => permissions.includes(permission), built: () => true, sport_life: true, ...rest };
}
const everything = access(PERMISSIONS);

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
      "dashboard, posts(users_section(users, companies), crews), help_desk(tickets, solutions, categories, ticket_states)",
    );
  });

  it("collapses a group to its only visible entry, through nested groups as well", () => {
    expect(outline(visibleMenu(MENU_TABLE, access(["CHECKBOX"])))).toBe("dashboard, checkbox_cashiers");
    expect(outline(visibleMenu(MENU_TABLE, access(["RECIPE", "DEVICE"])))).toBe("dashboard, objects(devices, recipes)");
  });

  it("gives the icon of a collapsed group to its entry", () => {
    expect(visibleMenu(MENU_TABLE, access(["CHECKBOX"])).at(-1)?.icon).toBe("receipt");
  });

  it("keeps a required group with one entry, and still drops it without any", () => {
    const only: MenuEntry = { key: "settings", path: "/settings", permissions: ["SETTINGS"] };
    const required: MenuGroup = { key: "system", required: true, children: [only] };
    expect(outline(visibleMenu([required], access(["SETTINGS"])))).toBe("system(settings)");
    expect(outline(visibleMenu([{ ...required, required: false }], access(["SETTINGS"])))).toBe("settings");
    expect(outline(visibleMenu([required], access([])))).toBe("");
  });

  it("shows sports-club entries only with the sport_life flag", () => {
    const holder: Permission[] = ["SPORT_LIFE_EMPLOYEES", "SPORT_LIFE_DISCOUNTS", "REPORT_SPORT_LIFE"];
    expect(outline(visibleMenu(MENU_TABLE, access(holder)))).toBe(
      "dashboard, sportlife(sportlife_keys, sportlife_discounts), report_sport_life",
    );
    expect(outline(visibleMenu(MENU_TABLE, access(holder, { sport_life: false })))).toBe("dashboard");
  });

  it("shows a report that its menu entry restricts only to who can also open its route", () => {
    expect(outline(visibleMenu(MENU_TABLE, access(["REPORT_FINANCE"])))).toBe("dashboard");
    expect(keys(visibleMenu(MENU_TABLE, access(["REPORT", "REPORT_FINANCE"])))).toContain("finance_report");
    expect(keys(visibleMenu(MENU_TABLE, access(["REPORT"])))).not.toContain("finance_report");
  });

  it("leaves out what is not built", () => {
    const built = (path: string) => path === "/" || path === "/devices";
    expect(outline(visibleMenu(MENU_TABLE, { ...everything, built }))).toBe("dashboard, devices");
  });
});

describe("MENU_TABLE", () => {
  it("has no key twice", () => {
    const all = keys(MENU_TABLE);
    expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
  });

  it.each([
    ["uk", uk],
    ["en", en],
    ["pl", pl],
  ])("has a label for every key in %s", (_language, frame) => {
    expect(Object.keys(frame.menu).sort()).toEqual(keys(MENU_TABLE).sort());
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
    ["/profile", undefined],
  ])("%s belongs to %s", (pathname, expected) => {
    expect(currentEntry(items, pathname)).toBe(expected);
  });
});
