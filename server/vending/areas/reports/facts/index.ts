import type { Facts as Named } from "~server/contract/reports/report";
import type { Facts } from "./facts";
import { WITHOUT_CLIENTS } from "./clients";
import { FINANCE } from "./finance";
import { MACHINES } from "./machines";
import { MOVES } from "./moves";
import { QR } from "./qr";
import { ROYALTY } from "./royalty";
import { SALES } from "./sales";
import { SPORT_LIFE } from "./sport-life";

/** How each kind of facts is counted. */
export const FACTS: Record<Named, Facts> = {
  sales: SALES,
  products: SALES,
  qr: QR,
  without_clients: WITHOUT_CLIENTS,
  machines: MACHINES,
  moves: MOVES,
  royalty: ROYALTY,
  finance: FINANCE,
  sport_life: SPORT_LIFE,
};
