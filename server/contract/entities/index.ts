import type { Entity } from "../entity";
import { fiscalCashier } from "./checkbox_cashiers";
import { company } from "./companies";
import { crewVehicle } from "./crew_vehicles";
import { routeSheet } from "./route_sheets";
import { crew } from "./crews";
import { deviceManufacturer } from "./device_manufacturers";
import { deviceModel } from "./device_models";
import { currencyRate } from "./currency_rates";
import { device } from "./devices";
import { division } from "./divisions";
import { firmware } from "./firmwares";
import { franchise } from "./franchises";
import { ingredient } from "./ingredients";
import { keyClient } from "./key_clients";
import { keyWallet } from "./key_wallets";
import { location } from "./locations";
import { locationGroup } from "./locations_groups";
import { pax } from "./pax";
import { planogram } from "./planograms";
import { project } from "./projects";
import { qrBatch } from "./qr_batches";
import { qrCode } from "./qr_codes";
import { recipe } from "./recipes";
import { refund } from "./refunds";
import { settings } from "./settings";
import { sportLifeDiscounts, sportLifeKey } from "./sport_life";
import { telemetry } from "./telemetries";
import { ticketCategory } from "./ticket_categories";
import { alertRule } from "./alert_rules";
import { ticketRule } from "./ticket_rules";
import { ticketSolution } from "./ticket_solutions";
import { ticketState } from "./ticket_states";
import { ticket } from "./tickets";
import { user } from "./users";
import { userGroup } from "./users_groups";
import { warehouse } from "./warehouses";

/** Every declared entity. */
export const ENTITIES: readonly Entity[] = [
  user,
  company,
  project,
  userGroup,
  location,
  telemetry,
  device,
  planogram,
  recipe,
  ingredient,
  deviceManufacturer,
  deviceModel,
  division,
  franchise,
  locationGroup,
  crew,
  crewVehicle,
  routeSheet,
  warehouse,
  currencyRate,
  settings,
  firmware,
  pax,
  fiscalCashier,
  keyClient,
  keyWallet,
  qrCode,
  qrBatch,
  sportLifeKey,
  sportLifeDiscounts,
  ticket,
  refund,
  ticketSolution,
  ticketCategory,
  ticketState,
  ticketRule,
  alertRule,
];

const byName = new Map(ENTITIES.map((entity) => [entity.name, entity]));

export function entityNamed(name: string): Entity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`no entity "${name}"`);
  return entity;
}

for (const entity of ENTITIES)
  for (const field of Object.values(entity.fields))
    if (field.kind === "ref" || field.kind === "refs") entityNamed(field.to);

/** The screens of the entities, as the specification writes them. */
export const entityPaths = (): string[] =>
  ENTITIES.flatMap((entity) => [...Object.values(entity.paths), ...(entity.alsoViewedAt ? [entity.alsoViewedAt] : [])]);

export type Screen = "list" | "create" | "view";

const screens = new Map(
  ENTITIES.flatMap((entity) => {
    const { list, create, view } = entity.paths;
    const all: [string | undefined, Screen][] = [
      [list, "list"],
      [create, "create"],
      [view, "view"],
      [entity.alsoViewedAt, "view"],
    ];
    return all.flatMap(([path, screen]): [string, { entity: Entity; screen: Screen }][] =>
      path ? [[path.replace("/{id}", ""), { entity, screen }]] : [],
    );
  }),
);

/** The entity and screen that a path without its id answers, e.g. `/crew/view` or `/crews`. */
export const screenAt = (path: string) => screens.get(path);
