import type { IconName } from "~/ui/icon-paths";
import type { Permission } from "~server/contract/permissions";

/** A link of the menu. Its label is `frame:menu.{key}`. */
export interface MenuEntry {
  key: string;
  path: string;
  /** All must be held: what the route needs and what the menu asks on top of it. */
  permissions: readonly Permission[];
  /** Beginnings of the paths of this entry's other screens, where they differ from `path`. */
  owns?: readonly string[];
  icon?: IconName;
  /** Part of the sports-club features, which the signed-in user's `sport_life` flag opens. */
  sportLife?: boolean;
}

/** A group of entries and groups. Its label is `frame:menu.{key}`. */
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
  { key: "dashboard", path: "/", permissions: [], icon: "home" },
  { key: "devices_statuses", path: "/devices_statuses", permissions: ["DEVICE_STATUS"], icon: "machine" },
  {
    key: "posts",
    children: [
      {
        key: "users_section",
        icon: "users",
        children: [
          { key: "users", path: "/users", permissions: ["USER"], owns: ["/user/"] },
          { key: "companies", path: "/companies", permissions: ["COMPANY"] },
          { key: "projects", path: "/projects", permissions: ["PROJECT"] },
          { key: "users_groups", path: "/users_groups", permissions: ["USER_GROUP"] },
        ],
      },
      {
        key: "objects",
        icon: "pin",
        children: [
          { key: "locations", path: "/locations", permissions: ["LOCATION"] },
          { key: "divisions", path: "/divisions", permissions: ["LOCATION_DIVISION"] },
          { key: "telemetries", path: "/telemetries", permissions: ["TELEMETRY"], owns: ["/telemetry/"] },
          { key: "devices", path: "/devices", permissions: ["DEVICE"] },
          { key: "planograms", path: "/planograms", permissions: ["PLANOGRAM"], owns: ["/planogram/"] },
          { key: "recipes", path: "/recipes", permissions: ["RECIPE"] },
          { key: "ingredients", path: "/ingredients", permissions: ["INGREDIENT"] },
          { key: "firmwares", path: "/firmwares", permissions: ["FIRMWARE"], owns: ["/firmware/"] },
          { key: "pax", path: "/pax", permissions: ["PAX"] },
        ],
      },
      {
        key: "fiscal",
        icon: "receipt",
        children: [{ key: "checkbox_cashiers", path: "/checkbox_cashiers", permissions: ["CHECKBOX"] }],
      },
      {
        key: "key_wallets_section",
        icon: "key",
        children: [
          { key: "key_clients", path: "/key_clients", permissions: ["KEY_CLIENTS"], owns: ["/key_client/"] },
          { key: "key_wallets", path: "/key_wallets/keys", permissions: ["KEY_WALLETS"], owns: ["/key_wallets/key/"] },
          { key: "key_wallets_report", path: "/key_wallets/report_transactions", permissions: ["KEY_WALLETS"] },
          {
            key: "key_wallets_aggregated_report",
            path: "/key_wallets/report_aggregated_transactions",
            permissions: ["KEY_WALLETS"],
          },
        ],
      },
      {
        key: "sportlife",
        icon: "dumbbell",
        children: [
          {
            key: "sportlife_keys",
            path: "/sportlife/keys",
            permissions: ["SPORT_LIFE_EMPLOYEES"],
            owns: ["/sportlife/key/"],
            sportLife: true,
          },
          {
            key: "sportlife_discounts",
            path: "/sportlife/discounts/general",
            permissions: ["SPORT_LIFE_DISCOUNTS"],
            sportLife: true,
          },
        ],
      },
      {
        key: "logistics",
        icon: "truck",
        children: [
          { key: "warehouses", path: "/warehouses", permissions: ["WAREHOUSE"] },
          { key: "crews", path: "/crews", permissions: ["CREW"], owns: ["/crew/"] },
          { key: "locations_groups", path: "/locations_groups", permissions: ["LOCATION_GROUP"] },
        ],
      },
      {
        key: "device_manufacturers",
        path: "/device_manufacturers",
        permissions: ["DEVICE_MANUFACTURER"],
        owns: ["/device_manufacturer/", "/device_model"],
        icon: "factory",
      },
      { key: "franchises", path: "/franchises", permissions: ["FRANCHISE"], owns: ["/franchise/"], icon: "branch" },
      { key: "qr_codes", path: "/qr_codes", permissions: ["QR_CODES"], icon: "qr" },
    ],
  },
  {
    key: "reports",
    children: [
      {
        key: "by_nomenclature",
        icon: "coffee",
        children: [
          { key: "aggregated_recipes", path: "/aggregated_recipes", permissions: ["REPORT"] },
          { key: "consumption_ingredients", path: "/consumption_ingredients", permissions: ["REPORT"] },
        ],
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
          { key: "plan_project", path: "/plan/project", permissions: ["REPORT"] },
          report("finance_report", "REPORT_FINANCE"),
          { key: "franchise_royalty", path: "/franchise_royalty", permissions: ["REPORT_FRANCHISE"] },
          {
            key: "report_sport_life",
            path: "/report_sport_life",
            permissions: ["REPORT_SPORT_LIFE"],
            sportLife: true,
          },
          { key: "online_payments", path: "/online_payments", permissions: ["REPORT_ONLINE_PAYMENTS"] },
        ],
      },
    ],
  },
  {
    key: "system",
    icon: "settings",
    children: [{ key: "settings", path: "/settings", permissions: ["SETTINGS"] }],
  },
  {
    key: "help_desk",
    icon: "lifebuoy",
    children: [
      {
        key: "tickets",
        path: "/help_desk/tickets",
        permissions: ["HELP_DESK"],
        owns: ["/help_desk/ticket_rule"],
        icon: "lifebuoy",
      },
      {
        key: "solutions",
        path: "/help_desk/solutions",
        permissions: ["HELP_DESK"],
        owns: ["/help_desk/solution/"],
        icon: "bulb",
      },
      {
        key: "categories",
        path: "/help_desk/categories",
        permissions: ["HELP_DESK"],
        owns: ["/help_desk/category/"],
        icon: "tag",
      },
      {
        key: "ticket_states",
        path: "/help_desk/ticket_states",
        permissions: ["HELP_DESK"],
        owns: ["/help_desk/ticket_state/"],
        icon: "flag",
      },
    ],
  },
];

/** A report whose path is its key. The route needs REPORT; some menu entries ask for one permission more. */
function report(key: string, alsoForMenu?: Permission): MenuEntry {
  return { key, path: `/${key}`, permissions: alsoForMenu ? ["REPORT", alsoForMenu] : ["REPORT"] };
}
