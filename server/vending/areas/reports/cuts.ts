import { type SQL, sql } from "drizzle-orm";
import { CUTS, type CutName } from "~server/contract/reports/cuts";
import type { Viewer } from "../../access";
import { pastRef } from "../../resource/deleted";
import { nameable, resourceNamed } from "../../resource/resource";
import { collated, orderedBy } from "../../resource/select";
import { isoOf } from "../../time";
import { status } from "../fleet/statuses";

/** What lines are told apart by: columns of a line `x` (products, machines, moves) and of its placement or territory `p`. */
export const KEYS: Partial<Record<CutName, SQL>> = {
  device: sql`p.device_id`,
  location: sql`p.location_id`,
  project: sql`p.project_id`,
  planogram: sql`p.planogram_id`,
  city: sql`(select l.city from locations l where l.id = p.location_id)`,
  region: sql`(select l.region from locations l where l.id = p.location_id)`,
  crew: sql`p.crew_id`,
  franchise: sql`p.franchise_id`,
  company: sql`p.company_id`,
  division: sql`p.division_id`,
  location_group: sql`p.location_group_id`,
  head_franchise: sql`x.head_franchise`,
  device_type: sql`x.device_type`,
  model: sql`x.model_id`,
  manufacturer: sql`(select m.manufacturer_id from device_models m where m.id = x.model_id)`,
  ownership: sql`x.ownership_type`,
  recipe: sql`x.recipe_id`,
  ingredient: sql`x.ingredient_id`,
  unit: sql`x.unit`,
  at: sql`x.at`,
  key: sql`x.wallet_id`,
  client: sql`x.client_id`,
  batch: sql`x.batch_id`,
  move: sql`x.id`,
  key_move: sql`x.type`,
  reason: sql`x.reason`,
  author: sql`x.author`,
  sport_life_key: sql`x.sport_life_key`,
  club: sql`x.club`,
  selection: sql`nullif(x.selection, '')`,
  product: sql`nullif(x.name, '')`,
  payment: sql`x.id`,
  payment_state: sql`x.state`,
  payment_stage: sql`x.stage`,
  payment_counter: sql`x.counter`,
  provider: sql`x.provider`,
  reference: sql`x.reference`,
  payback_state: sql`x.payback_state`,
  ended: sql`x.ended`,
  since: sql`x.since`,
  from_location: sql`x.from_location`,
  to_location: sql`x.to_location`,
  from_project: sql`x.from_project`,
  to_project: sql`x.to_project`,
  from_crew: sql`x.from_crew`,
  to_crew: sql`x.to_crew`,
  from_planogram: sql`x.from_planogram`,
  to_planogram: sql`x.to_planogram`,
  entered_by: sql`x.entered_by`,
};

/** Cuts that territories do not know. */
export const NEEDS_PLACEMENTS: ReadonlySet<string> = new Set<CutName>([
  "device",
  "location",
  "city",
  "region",
  "planogram",
]);

/** Where a machine stood when a period was over. */
const stoodAt = (column: string) => (device: SQL, end: SQL) =>
  sql`(
  select stood.${sql.identifier(column)} from placements stood where stood.device_id = ${device} and stood.from_at < ${end} order by stood.from_at desc limit 1)`;
const ofLocation = (column: string) => (location: SQL) =>
  sql`(select l.${sql.identifier(column)} from locations l where l.id = ${location})`;

/** What is so now of a machine `d` with its state `s`. */
const ofState = (value: SQL) => (device: SQL) =>
  sql`(select ${value} from devices d left join device_states s on s.device_id = d.id where d.id = ${device})`;

/** What is said of a row besides, by one of its cuts: a column of its record, or where it stood at the end of the period. */
const BESIDE: Partial<Record<CutName, Partial<Record<CutName, (key: SQL, end: SQL) => SQL>>>> = {
  device: {
    location: stoodAt("location_id"),
    project: stoodAt("project_id"),
    status: ofState(status),
    last_sale: ofState(sql`d.last_sale_at`),
    last_service: ofState(sql`s.serviced_at`),
  },
  location: { project: ofLocation("project_id"), city: ofLocation("city") },
  ingredient: { ingredient_type: (ingredient) => sql`(select i.type from ingredients i where i.id = ${ingredient})` },
  key: { owner: (key) => sql`(select w.owner from key_wallets w where w.id = ${key})` },
  recipe: { item_number: (recipe) => sql`(select r.item_number from recipes r where r.id = ${recipe})` },
};

/** The stored value of what is said of a row `g` besides; nothing of a record that is out of sight. */
export function beside(viewer: Viewer, rows: readonly CutName[], cut: CutName, end: SQL): SQL {
  const of = rows.find((one) => BESIDE[one]?.[cut]);
  const value = of && BESIDE[of]?.[cut];
  const field = of && CUTS[of];
  if (!value || field?.kind !== "ref") throw new Error(`nothing is known of the ${cut} of ${rows.join()}`);
  const target = resourceNamed(field.to);
  const key = sql`g.${sql.identifier(of)}`;
  const seen = sql`(select seen.id from ${sql.identifier(target.table)} seen where seen.id = ${key} and ${nameable(target)(viewer, sql`seen`)})`;
  return value(seen, end);
}

/** A stored value as it is answered: a record by its name, also one that was deleted since. */
export function told(viewer: Viewer, cut: CutName, value: SQL): SQL {
  const field = CUTS[cut];
  if (field.kind === "moment") return isoOf(value);
  return field.kind === "ref" ? pastRef(viewer, field.to, value) : value;
}

/** What rows are ordered by that are ordered by a cut: of records what is shown of them. */
export function ordered(viewer: Viewer, cut: CutName, value: SQL): SQL {
  const field = CUTS[cut];
  if (field.kind === "text") return collated(value);
  if (field.kind !== "ref") return value;
  const target = resourceNamed(field.to);
  return sql`(select ${orderedBy(viewer, target, sql`r`)} from ${sql.identifier(target.table)} r where r.id = ${value})`;
}
