import { z } from "zod";
import type { Entity, EntityOf } from "./entity";
import { crew } from "./entities/crews";
import { company } from "./entities/companies";
import { device } from "./entities/devices";
import { ingredient } from "./entities/ingredients";
import { keyClient } from "./entities/key_clients";
import { keyWallet } from "./entities/key_wallets";
import { location } from "./entities/locations";
import { pax } from "./entities/pax";
import { routeSheet } from "./entities/route_sheets";
import { telemetry } from "./entities/telemetries";
import { ticket } from "./entities/tickets";
import { user } from "./entities/users";
import { wordsAsked } from "./query";
import { pageSchema } from "./record";
import type { Fields } from "./values";

/**
 * An entity whose records the search in the header finds, by what its own list is searched by. `exact`: fields whose
 * whole value names one record, which then comes first; `beside`: what tells a record apart besides its title, of a flag
 * that it is set; `shortcut`: of the entity's, what a record is often searched for.
 */
export interface Searched {
  entity: Entity;
  exact: readonly string[];
  beside: readonly string[];
  shortcut?: string;
}

const searched = <const F extends Fields>(
  entity: EntityOf<F>,
  fields: Record<"exact" | "beside", readonly (keyof F & string)[]> & Pick<Searched, "shortcut">,
): Searched => ({ entity, ...fields });

/** In the order of the answer. */
export const SEARCHED: readonly Searched[] = [
  searched(device, {
    exact: ["serial_number"],
    beside: ["location", "city", "model", "hidden"],
    shortcut: "maintenance",
  }),
  searched(location, { exact: ["name", "external_id"], beside: ["city", "address"] }),
  searched(ticket, { exact: ["number"], beside: ["number", "status", "device", "client_phone"] }),
  searched(keyClient, { exact: ["name", "phone", "email"], beside: ["phone", "email", "blocked"] }),
  searched(keyWallet, { exact: ["key", "owner"], beside: ["owner", "client", "type", "blocked"] }),
  searched(user, { exact: ["full_name", "phone", "email"], beside: ["email", "phone", "role", "blocked"] }),
  searched(routeSheet, { exact: ["number"], beside: ["day", "crew", "status"] }),
  searched(crew, { exact: ["name"], beside: ["type", "warehouse"] }),
  searched(telemetry, { exact: ["serial"], beside: ["device", "type"] }),
  searched(pax, { exact: ["serial", "terminal_id"], beside: ["device", "terminal_id"] }),
  searched(company, { exact: ["name", "phone", "email"], beside: ["phone", "email"] }),
  searched(ingredient, { exact: ["name"], beside: ["type"] }),
];

export const searchQuery = z.object({ q: wordsAsked });

/**
 * What was found of each kind that the viewer may list and of which anything was: the first records with the fields that
 * tell them apart, and how many there are, as a list counts them. Kinds with an exact hit come first.
 */
export const searchSchema = z.object({
  kinds: z.array(pageSchema.pick({ items: true, total: true, capped: true }).extend({ entity: z.string() })),
});
export type SearchResults = z.infer<typeof searchSchema>;
