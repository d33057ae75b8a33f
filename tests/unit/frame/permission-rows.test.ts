import { expect, it } from "vitest";
import { MENU_TABLE, type MenuTable } from "~/frame/menu-table";
import { permissionRows, POWERS } from "~/frame/permission-rows";
import { ENTITIES } from "~server/contract/entities";
import { changeRequirement, createRequirement, listRequirement } from "~server/contract/entity";
import { PERMISSIONS } from "~server/contract/permissions";

const rows = permissionRows();
const codesIn = (table: MenuTable) => permissionRows(table).flatMap(({ codes }) => codes);
const rowOf = (code: string) => rows.find(({ codes }) => codes.some((one) => one === code));

it("has every code of the contract once, whatever the menu has", () => {
  const all = [...PERMISSIONS].sort();
  expect(codesIn(MENU_TABLE).sort()).toEqual(all);
  expect(codesIn([]).sort()).toEqual(all);
  for (let left = 0; left < MENU_TABLE.length; left++)
    expect(codesIn(MENU_TABLE.filter((_, index) => index !== left)).sort()).toEqual(all);
});

it("keeps the order and the groups of the menu, and leaves nothing for the end", () => {
  const order = rows.map(({ codes }) => codes[0]);
  expect(order.slice(0, 6)).toEqual(["DEVICE_STATUS", "USER", "COMPANY", "PROJECT", "USER_GROUP", "LOCATION"]);
  expect(order.slice(-3)).toEqual(["SETTINGS", "HELP_DESK", "HELP_DESK_CONFIG"]);
  expect(rowOf("DEVICE")?.group).toBe("frame:menu.objects");
  expect(rowOf("REPORT")?.group).toBe("frame:menu.reports");
  expect(rowOf("REPORT_CREW")?.group).toBe("frame:menu.by_crews");
  expect(rows.filter(({ group }) => group === "access:others")).toEqual([]);
  expect(permissionRows([]).every(({ group }) => group === "access:others")).toBe(true);
});

it("says of each code what it is about", () => {
  const told = (code: string) => POWERS.map((power) => rowOf(code)?.powers[power]);
  expect(told("DEVICE")).toEqual(["DEVICE", "DEVICE_CREATE", "DEVICE"]);
  expect(told("LOCATION_GROUP")).toEqual(["LOCATION_GROUP", "LOCATION_GROUP_CONFIG", "LOCATION_GROUP_CONFIG"]);
  expect(told("COMPANY")).toEqual(["COMPANY", "COMPANY", "COMPANY"]);
  expect(told("SETTINGS")).toEqual(["SETTINGS", undefined, "SETTINGS"]);
  expect(told("HELP_DESK_CONFIG")).toEqual(["HELP_DESK", "HELP_DESK_CONFIG", "HELP_DESK_CONFIG"]);
  expect(told("REPORT")).toEqual(["REPORT", undefined, undefined]);
});

it("says the same of every entity as its declaration", () => {
  for (const entity of ENTITIES) {
    const row = rowOf(entity.furtherPermission ?? entity.permission);
    const needs = {
      see: listRequirement(entity),
      create: createRequirement(entity),
      change: changeRequirement(entity),
    };
    for (const power of POWERS.filter((one) => one !== "create" || !entity.singleton))
      expect(needs[power], `${entity.name}: ${power}`).toContain(row?.powers[power]);
  }
});

it("knows which codes open nothing without another one", () => {
  expect(Object.fromEntries(rows.flatMap(({ idle }) => idle.map(({ code, without }) => [code, without])))).toEqual({
    USER_CREATE: "USER",
    USER_GROUP_CREATE: "USER_GROUP",
    LOCATION_CREATE: "LOCATION",
    TELEMETRY_CREATE: "TELEMETRY",
    DEVICE_CREATE: "DEVICE",
    INGREDIENT_CREATE: "INGREDIENT",
    LOCATION_GROUP_CONFIG: "LOCATION_GROUP",
    REPORT_CREW: "REPORT",
    REPORT_QR: "REPORT",
    REPORT_WITHOUT_CLIENT: "REPORT",
    HELP_DESK_CONFIG: "HELP_DESK",
  });
});
