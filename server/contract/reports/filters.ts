import { DEVICE_TYPES, INGREDIENT_TYPES, OWNERSHIP_TYPES, PAYMENT_SOURCES, REGIONS, UNPAID_SOURCES } from "../enums";
import { choice, ref, text } from "../fields";
import { KEY_MOVE_TYPES } from "../key-moves";
import { PAYMENT_PROVIDERS } from "../payment-accounts";
import { PAYMENT_COUNTERS, PAYMENT_STATES, REFUND_STATES, STAGE_NAMES } from "../payments";

const PAID_SOURCES = PAYMENT_SOURCES.filter((source) => !UNPAID_SOURCES.some((unpaid) => unpaid === source));

/** What reports can be narrowed to: several values each, any of which will do. */
export const FILTERS = {
  company: ref("company"),
  project: ref("project"),
  location: ref("location"),
  location_group: ref("location_group"),
  division: ref("division"),
  region: choice("region", REGIONS),
  city: text({ max: 120 }),
  /** With all franchises below it. */
  franchise: ref("franchise"),
  crew: ref("crew"),
  device: ref("device"),
  device_type: choice("device_type", DEVICE_TYPES),
  model: ref("device_model"),
  manufacturer: ref("device_manufacturer"),
  ownership: choice("ownership_type", OWNERSHIP_TYPES),
  recipe: ref("recipe"),
  ingredient: ref("ingredient"),
  ingredient_type: choice("ingredient_type", INGREDIENT_TYPES),
  key: ref("key_wallet"),
  client: ref("key_client"),
  batch: ref("qr_batch"),
  key_move: choice("key_move", KEY_MOVE_TYPES),
  source: choice("source", PAID_SOURCES),
  payment_state: choice("payment_state", PAYMENT_STATES),
  payment_stage: choice("payment_stage", STAGE_NAMES),
  payment_counter: choice("payment_counter", PAYMENT_COUNTERS),
  provider: choice("payment_provider", PAYMENT_PROVIDERS),
  payback_state: choice("payback_state", REFUND_STATES),
};
export type FilterName = keyof typeof FILTERS;
