import { DEVICE_STATUSES, DEVICE_TYPES, INGREDIENT_TYPES, INGREDIENT_UNITS, OWNERSHIP_TYPES, REGIONS } from "../enums";
import { choice, day, integer, moment, ref, text } from "../fields";
import { KEY_MOVE_TYPES } from "../key-moves";
import { PAYMENT_PROVIDERS } from "../payment-accounts";
import { PAYMENT_COUNTERS, PAYMENT_STATES, REFUND_STATES, STAGE_NAMES } from "../payments";

/** What rows of reports can be told apart by, or what is said of them. What it means is said in `areas/reports/cuts.ts`. */
export const CUTS = {
  /** The first day of a day, week or month. */
  span: day({ readOnly: true }),
  device: ref("device"),
  location: ref("location"),
  project: ref("project"),
  crew: ref("crew"),
  /** By which the machine sold then. */
  planogram: ref("planogram"),
  recipe: ref("recipe"),
  city: text({ max: 120 }),
  region: choice("region", REGIONS),
  franchise: ref("franchise"),
  company: ref("company"),
  division: ref("division"),
  location_group: ref("location_group"),
  /** The topmost franchise above it, or itself; among those that a franchise's person sees. */
  head_franchise: ref("franchise"),
  device_type: choice("device_type", DEVICE_TYPES),
  model: ref("device_model"),
  manufacturer: ref("device_manufacturer"),
  ownership: choice("ownership_type", OWNERSHIP_TYPES),
  ingredient: ref("ingredient"),
  ingredient_type: choice("ingredient_type", INGREDIENT_TYPES),
  /** What an ingredient was counted in when it was used. */
  unit: choice("ingredient_unit", INGREDIENT_UNITS),
  /** Of a machine as it is now. */
  status: choice("device_status", DEVICE_STATUSES),
  last_sale: moment(),
  last_service: moment(),
  /** Of a movement of a key: its number, when it was, the key, its client of then, whose it is now, what it was, and who said so. */
  move: integer({ code: true }),
  at: moment(),
  key: ref("key_wallet"),
  client: ref("key_client"),
  /** Of a QR code. */
  batch: ref("qr_batch"),
  owner: text({ max: 120 }),
  key_move: choice("key_move", KEY_MOVE_TYPES),
  reason: text({ max: 1_000 }),
  author: text({ max: 200 }),
  sport_life_key: ref("sport_life_key"),
  /** The partner whose card or application it was, as the reader names it. */
  club: text({ max: 120 }),
  item_number: integer({ code: true }),
  /** Of a product whose recipe is not known: the cell, and the machine's own name for it. */
  selection: text({ max: 20 }),
  product: text({ max: 100 }),
  /** Of an online payment: its number, where it stands or ended and why, whose provider's it is, and what became of its money. */
  payment: integer({ code: true }),
  payment_state: choice("payment_state", PAYMENT_STATES),
  payment_stage: choice("payment_stage", STAGE_NAMES),
  payment_counter: choice("payment_counter", PAYMENT_COUNTERS),
  provider: choice("payment_provider", PAYMENT_PROVIDERS),
  reference: text({ max: 200 }),
  payback_state: choice("payback_state", REFUND_STATES),
  ended: moment(),
  /** Of a move: since when it holds, what was before and what came, and who said so. */
  since: moment(),
  from_location: ref("location"),
  to_location: ref("location"),
  from_project: ref("project"),
  to_project: ref("project"),
  from_crew: ref("crew"),
  to_crew: ref("crew"),
  from_planogram: ref("planogram"),
  to_planogram: ref("planogram"),
  entered_by: text({ max: 200 }),
};
export type CutName = keyof typeof CUTS;
export const isCut = (name: string): name is CutName => Object.hasOwn(CUTS, name);
