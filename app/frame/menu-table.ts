import { ALERTS, ALERTS_SEEN } from "~server/contract/alerts";
import { entityNamed } from "~server/contract/entities";
import { type Entity, listRequirement } from "~server/contract/entity";
import { type Permission, type Requirement, CREW_MEMBER, SPORT_LIFE } from "~server/contract/permissions";
import type { IconName } from "~/ui/icon-paths";

/** A link of the menu. */
export interface MenuEntry {
  key: string;
  /** Key of its text, when that is not `frame:menu.{key}`. */
  label?: string;
  path: string;
  /** What the route needs, and what the menu asks on top of it. */
  needs: Requirement;
  /** Beginnings of the paths of this entry's other screens, where they differ from `path`. */
  owns?: readonly string[];
  icon?: IconName;
}

/** A group of entries and groups. Its text is `frame:menu.{key}`. */
export interface MenuGroup {
  key: string;
  icon?: IconName;
  children: readonly (MenuEntry | MenuGroup)[];
  /** Stays a group even with a single visible entry. */
  required?: boolean;
}

export type MenuTable = readonly (MenuEntry | MenuGroup)[];

/** The whole menu in the order of the specification, section 2. */
export const MENU_TABLE: MenuTable = [
  { key: "dashboard", path: "/", needs: "login", icon: "home" },
  { key: "devices_statuses", path: "/devices_statuses", needs: ["DEVICE_STATUS"], icon: "machine" },
  { key: "alerts", path: ALERTS, needs: ALERTS_SEEN, owns: ["/alert_rules"], icon: "alert" },
  {
    key: "posts",
    children: [
      {
        key: "users_section",
        icon: "users",
        children: [records("user"), records("company"), records("project"), records("user_group")],
      },
      {
        key: "objects",
        icon: "pin",
        children: [
          records("location"),
          records("division"),
          records("telemetry"),
          records("device"),
          { key: "devices_audits", path: "/devices_audits", needs: ["DEVICE"] },
          { key: "devices_collections", path: "/devices_collections", needs: ["DEVICE"] },
          records("planogram"),
          records("recipe"),
          records("ingredient"),
          records("firmware"),
          records("pax"),
        ],
      },
      {
        key: "fiscal",
        icon: "receipt",
        children: [records("fiscal_cashier")],
      },
      {
        key: "key_wallets_section",
        icon: "key",
        children: [
          records("key_client"),
          records("key_wallet"),
          { key: "key_wallets_report", path: "/key_wallets/report_transactions", needs: ["KEY_WALLETS"] },
          {
            key: "key_wallets_aggregated_report",
            path: "/key_wallets/report_aggregated_transactions",
            needs: ["KEY_WALLETS"],
          },
        ],
      },
      {
        key: "sportlife",
        icon: "dumbbell",
        children: [records("sport_life_key"), records("sport_life_discounts")],
      },
      {
        key: "logistics",
        icon: "truck",
        children: [
          records("warehouse"),
          { key: "stock_moves", path: "/stock/moves", needs: ["WAREHOUSE"], owns: ["/stock/"] },
          records("crew"),
          records("location_group"),
          { key: "needs", path: "/needs", needs: ["CREW"] },
          records("route_sheet"),
          { key: "my_route", path: "/my_route", needs: [CREW_MEMBER] },
        ],
      },
      records("device_manufacturer", "factory"),
      records("franchise", "branch"),
      records("qr_code", "qr"),
    ],
  },
  {
    key: "reports",
    children: [
      {
        key: "by_nomenclature",
        icon: "coffee",
        children: [report("aggregated_recipes"), report("consumption_ingredients")],
      },
      {
        key: "by_crews",
        icon: "users",
        children: [
          report("aggregated_sales_per_crew", "REPORT_CREW"),
          report("advanced_aggregated_sales_per_crew", "REPORT_CREW"),
          report("advanced_aggregated_sales_per_crew_devices", "REPORT_CREW"),
          report("crews_services", "REPORT_CREW"),
        ],
      },
      {
        key: "aggregated_reports",
        icon: "chart",
        children: [
          report("aggregated_sales"),
          report("aggregated_location_sales"),
          report("advanced_aggregated_sales_per_device"),
          report("advanced_aggregated_sales_per_location"),
          report("advanced_aggregated_sales_per_day"),
          report("aggregated_sales_per_device"),
          report("aggregated_sales_per_location"),
          report("aggregated_sales_per_device_by_qr", "REPORT_QR"),
          report("aggregated_sales_per_location_by_qr", "REPORT_QR"),
          report("advanced_aggregated_sales_per_device_by_qr", "REPORT_QR"),
          report("aggregated_sales_per_device_without_client", "REPORT_WITHOUT_CLIENT"),
        ],
      },
      {
        key: "other_reports",
        icon: "box",
        children: [
          report("devices_by_count"),
          report("devices_status"),
          report("devices_migrate"),
          { key: "plan_project", path: "/plan/project", needs: ["REPORT"] },
          report("finance_report", "REPORT_FINANCE"),
          report("closed_months", "REPORT_FINANCE"),
          records("currency_rate"),
          { key: "franchise_royalty", path: "/franchise_royalty", needs: ["REPORT_FRANCHISE"] },
          {
            key: "report_sport_life",
            path: "/report_sport_life",
            needs: ["REPORT_SPORT_LIFE", SPORT_LIFE],
          },
          { key: "online_payments", path: "/online_payments", needs: ["REPORT_ONLINE_PAYMENTS"] },
          { key: "online_payments_summary", path: "/online_payments/summary", needs: ["REPORT_ONLINE_PAYMENTS"] },
        ],
      },
      { ...report("own_report"), icon: "plus" },
    ],
  },
  {
    key: "system",
    icon: "settings",
    children: [records("settings")],
  },
  {
    key: "help_desk",
    icon: "lifebuoy",
    children: [
      records("ticket", "lifebuoy"),
      records("refund", "receipt"),
      records("ticket_solution", "bulb"),
      records("ticket_category", "tag"),
      records("ticket_state", "flag"),
    ],
  },
];

/** The records of an entity, as it is declared. */
function records(name: string, icon?: IconName): MenuEntry {
  const entity = entityNamed(name);
  const owns = ownedBy(entity);
  return {
    key: name,
    label: `entities:${name}.many`,
    path: entity.paths.list,
    needs: listRequirement(entity),
    ...(owns.length > 0 && { owns }),
    icon,
  };
}

/** Where the screens of an entity and of those that are reached from it begin, other than below its list. */
function ownedBy(entity: Entity): string[] {
  const related = (entity.related ?? []).map(entityNamed);
  const screens = [entity, ...related].flatMap(({ paths, alsoViewedAt = paths.view }) =>
    [paths.create, paths.view, alsoViewedAt].map((path) => path.replace(/(create|view\/\{id\})$/, "")),
  );
  const all = [...screens, ...related.map(({ paths }) => paths.list)];
  const isCovered = (path: string) =>
    `${path}/`.startsWith(`${entity.paths.list}/`) || all.some((one) => one !== path && path.startsWith(one));
  return [...new Set(all)].filter((path) => !isCovered(path));
}

/** A report whose path is its key. The route needs REPORT; some menu entries ask for one permission more. */
function report(key: string, ...alsoForMenu: Permission[]): MenuEntry {
  return { key, path: `/${key}`, needs: ["REPORT", ...alsoForMenu] };
}
