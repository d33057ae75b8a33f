/** Permission codes of the company's access model (specification, section 6), in its order. */
export const PERMISSIONS = [
  "DEVICE_STATUS",
  "USER",
  "USER_CREATE",
  "COMPANY",
  "PROJECT",
  "USER_GROUP",
  "USER_GROUP_CREATE",
  "LOCATION",
  "LOCATION_CREATE",
  "LOCATION_DIVISION",
  "LOCATION_GROUP",
  "LOCATION_GROUP_CONFIG",
  "TELEMETRY",
  "TELEMETRY_CREATE",
  "DEVICE",
  "DEVICE_CREATE",
  "PLANOGRAM",
  "RECIPE",
  "INGREDIENT",
  "INGREDIENT_CREATE",
  "FIRMWARE",
  "PAX",
  "CHECKBOX",
  "KEY_CLIENTS",
  "KEY_WALLETS",
  "SPORT_LIFE_EMPLOYEES",
  "SPORT_LIFE_DISCOUNTS",
  "WAREHOUSE",
  "CREW",
  "DEVICE_MANUFACTURER",
  "FRANCHISE",
  "QR_CODES",
  "REPORT",
  "REPORT_CREW",
  "REPORT_QR",
  "REPORT_WITHOUT_CLIENT",
  "REPORT_FRANCHISE",
  "REPORT_FINANCE",
  "REPORT_SPORT_LIFE",
  "REPORT_ONLINE_PAYMENTS",
  "SETTINGS",
  "HELP_DESK",
  "HELP_DESK_CONFIG",
] as const;

export type Permission = (typeof PERMISSIONS)[number];
/** Codes that are held on top of another, see docs/decisions/012. */
export type FurtherPermission = Extract<Permission, `${string}_CREATE` | `${string}_CONFIG`>;

/** The flag of a user that opens the sports-club features; nothing stands in for it, not even `is_can_all`. */
export const SPORT_LIFE = "sport_life";

/** Whoever belongs to a crew has its route, whatever else they may do. */
export const CREW_MEMBER = "crew_member";

/** What a screen or a call needs: nothing but a session, or permissions (and flags) that must all be held. */
export type Requirement = "login" | readonly (Permission | typeof SPORT_LIFE | typeof CREW_MEMBER)[];

/** The part of the signed-in user that decides access. */
export interface Holder {
  is_can_all: boolean;
  permissions: readonly string[];
  sport_life: boolean;
  crew_member?: boolean;
}

/** True when the holder may do what needs `requirement` (section 6: `is_can_all` or the name in the list). */
export function allowed(holder: Holder, requirement: Requirement): boolean {
  if (requirement === "login") return true;
  return requirement.every((code) =>
    code === SPORT_LIFE
      ? holder.sport_life
      : code === CREW_MEMBER
        ? holder.crew_member === true
        : holder.is_can_all || holder.permissions.includes(code),
  );
}

/** Any of these opens sums of sales: machines' own pages, and reports. Who has none is told no money in passing, either. */
export const MONEY_SEEN = ["DEVICE", "REPORT"] as const satisfies readonly Permission[];
export const seesMoney = (holder: Holder): boolean => MONEY_SEEN.some((code) => allowed(holder, [code]));
