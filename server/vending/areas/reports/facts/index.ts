import type { Facts as Named } from "~server/contract/reports/report";
import type { Facts } from "./facts";
import { ADVANCED } from "./advanced";
import { DAYS } from "./days";
import { WITHOUT_CLIENTS } from "./clients";
import { INGREDIENTS } from "./ingredients";
import { FINANCE } from "./finance";
import { KEYS_MOVED } from "./keys";
import { MACHINES } from "./machines";
import { MOVES } from "./moves";
import { PAYMENTS } from "./payments";
import { QR } from "./qr";
import { ROYALTY } from "./royalty";
import { SALES } from "./sales";
import { SPORT_LIFE } from "./sport-life";

/** How each kind of facts is counted. */
export const FACTS: Record<Named, Facts> = {
  sales: SALES,
  ingredients: INGREDIENTS,
  qr: QR,
  without_clients: WITHOUT_CLIENTS,
  machines: MACHINES,
  moves: MOVES,
  days: DAYS,
  advanced: ADVANCED,
  royalty: ROYALTY,
  finance: FINANCE,
  sport_life: SPORT_LIFE,
  keys: KEYS_MOVED,
  payments: PAYMENTS,
};
