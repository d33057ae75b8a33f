import type { Call } from "../call";
import { ENTITIES } from "../entities";
import * as alerts from "./alerts";
import * as audits from "./audits";
import * as books from "./books";
import * as commands from "./commands";
import * as costs from "./costs";
import * as dashboard from "./dashboard";
import { entityCalls } from "./entities";
import * as files from "./files";
import * as filters from "./filters";
import * as fiscal from "./fiscal";
import * as fleet from "./fleet";
import * as helpDesk from "./help-desk";
import * as keyClients from "./key-clients";
import * as logistics from "./logistics";
import * as needs from "./needs";
import * as notices from "./notices";
import * as pay from "./pay";
import * as payments from "./payments";
import * as people from "./people";
import * as plans from "./plans";
import * as prices from "./prices";
import * as qrBatches from "./qr-batches";
import * as refunds from "./refunds";
import { reportCalls } from "./reports";
import * as routeSheets from "./route-sheets";
import * as royalty from "./royalty";
import * as sales from "./sales";
import * as search from "./search";
import * as service from "./service";
import * as session from "./session";
import * as sportLife from "./sport-life";
import * as subscriptions from "./subscriptions";
import * as telemetry from "./telemetry";
import * as terminals from "./terminals";
import * as wallets from "./wallets";

const AREAS: readonly Record<string, Call>[] = [
  service,
  session,
  dashboard,
  sales,
  search,
  fiscal,
  fleet,
  alerts,
  audits,
  books,
  commands,
  costs,
  helpDesk,
  keyClients,
  logistics,
  needs,
  notices,
  pay,
  payments,
  people,
  plans,
  prices,
  qrBatches,
  refunds,
  routeSheets,
  royalty,
  filters,
  files,
  sportLife,
  subscriptions,
  telemetry,
  terminals,
  wallets,
];

/** Every call of the vending API by its name, which is unique. */
export const CALLS: ReadonlyMap<string, Call> = named([
  ...AREAS.flatMap((area) => Object.entries(area)),
  ...ENTITIES.flatMap(entityCalls),
  ...reportCalls,
]);

function named(calls: [string, Call][]): Map<string, Call> {
  const byName = new Map<string, Call>();
  for (const [name, call] of calls) {
    if (byName.has(name)) throw new Error(`two calls are named ${name}`);
    byName.set(name, call);
  }
  return byName;
}
