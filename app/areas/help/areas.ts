import { currentEntry, labelMenu } from "~/frame/menu";
import { MENU_TABLE, type MenuTable } from "~/frame/menu-table";

/** Areas of the help, in the order of their list; the first one is for whatever belongs to no other. */
export const HELP_AREAS = ["day", "machines", "logistics", "keys", "money", "reports", "help_desk", "people"] as const;
export type HelpArea = (typeof HELP_AREAS)[number];

/** What entries and groups of the menu belong to; of an entry within groups the nearest counts. */
const AREA_OF: Readonly<Record<string, HelpArea>> = {
  users_section: "people",
  franchise: "people",
  system: "people",
  objects: "machines",
  device_manufacturer: "machines",
  devices_collections: "money",
  fiscal: "money",
  refund: "money",
  online_payments: "money",
  online_payments_summary: "money",
  key_wallets_section: "keys",
  sportlife: "keys",
  qr_code: "keys",
  logistics: "logistics",
  reports: "reports",
  help_desk: "help_desk",
};

const ITEMS = labelMenu(MENU_TABLE, (key) => key);

/** The area of the page at an address of the site. */
export function areaAt(address: string): HelpArea {
  const [nearest] = keysOf(MENU_TABLE, currentEntry(ITEMS, address)).flatMap((key) => AREA_OF[key] ?? []);
  return nearest ?? HELP_AREAS[0];
}

/** Keys of the entry of a path and of the groups around it, the nearest first. */
function keysOf(table: MenuTable, path: string | undefined, around: readonly string[] = []): string[] {
  return table.flatMap((node) => {
    const keys = [node.key, ...around];
    if ("children" in node) return keysOf(node.children, path, keys);
    return node.path === path ? keys : [];
  });
}
