import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Pool } from "pg";
import { CALLS } from "~server/contract/calls";
import * as service from "~server/contract/calls/service";
import type { Answer } from "~server/contract/envelope";
import { openapi } from "~server/contract/openapi/document";
import { type Answers, openAnswers } from "./answers";
import { answerAlerts } from "./areas/alerts/routes";
import { answerAudits } from "./areas/audits/routes";
import { createGateway, type Gateway } from "./areas/telemetry/gateway";
import { answerCommands } from "./areas/commands/routes";
import { answerCosts } from "./areas/costs/routes";
import { answerDashboard } from "./areas/dashboard/routes";
import { answerFiscal } from "./areas/fiscal/routes";
import { answerFleet } from "./areas/fleet/routes";
import { answerSavedFilters } from "./areas/filters/routes";
import { answerFiles } from "./areas/files/routes";
import { answerHelpDesk } from "./areas/help-desk/routes";
import { answerKeys } from "./areas/keys/routes";
import { answerWallets } from "./areas/keys/wallet-routes";
import { answerStock } from "./areas/logistics/routes";
import { answerNeeds } from "./areas/needs/routes";
import { answerNotices } from "./areas/notices/routes";
import { type Machinery, openMachinery } from "./areas/payments/machinery";
import { answerPayments } from "./areas/payments/routes";
import { answerPeople } from "./areas/people/routes";
import { answerPlans } from "./areas/plans/routes";
import { answerPrices } from "./areas/prices/routes";
import { answerBooks } from "./areas/books/routes";
import { answerRefunds } from "./areas/refunds/routes";
import { answerReports } from "./areas/reports/routes";
import { answerKeyClients } from "./areas/key-clients/routes";
import { answerRouteSheets } from "./areas/route-sheets/routes";
import { answerRoyalty } from "./areas/royalty/routes";
import { answerSales } from "./areas/sales/routes";
import { answerSearch } from "./areas/search/routes";
import { answerLogin } from "./areas/session/login";
import { answerSession } from "./areas/session/routes";
import { answerSecondFactor } from "./areas/session/second-factor-routes";
import { partnerReader } from "./areas/sport-life/partner";
import { answerPartners } from "./areas/sport-life/routes";
import { answerSubscriptions } from "./areas/subscriptions/routes";
import { openThrottle } from "./areas/session/throttle";
import { answerTerminals } from "./areas/terminals/routes";
import { addressReader } from "./client-address";
import type { Config } from "./config";
import { databaseError } from "./database/query";
import { isDemonstration, type OfferedAccount, offeredAccounts } from "./demonstration/accounts";
import { Fault } from "./fault";
import { type App, type Deps, drain, type Env } from "./http";
import "./all-resources";
import { resources } from "./resource/resource";
import { answerResource } from "./resource/routes";

/** Version of the server's core, shown in the footer. */
export const CORE_VERSION = "1.0.0";
/** The vending API: everything it answers, over one database. */
export function createApp({
  pool,
  config,
  gateway = createGateway(pool),
  payments = openMachinery(pool, { publicUrl: config.publicUrl }),
}: {
  pool: Pool;
  config: Config;
  gateway?: Gateway;
  payments?: Machinery;
}): App {
  const app: App = new Hono();
  const deps = { pool };
  app.onError((error, c) => answer(c, error));
  app.notFound((c) => answer(c, new Fault(404, "not_found")));
  app.use(heads);
  const throttle = openThrottle(pool);
  const addressOf = addressReader(config.trustedProxies);
  const answers = openAnswers(app, deps, {
    unitOf: gateway.unitOf,
    partnerOf: partnerReader(pool, throttle, addressOf),
    mailSecret: config.mailSecret,
  });

  const offered = () => offeredAccounts(pool, config);
  answerService(answers, deps, async () => ((await isDemonstration(pool, config)) ? offered() : undefined));
  gateway.answer(answers);
  answerLogin(answers, pool, { throttle, addressOf, offered });
  answerSession(answers, pool, throttle);
  answerPeople(answers, deps);
  answerSecondFactor(answers, pool, throttle);
  for (const resource of resources()) answerResource(answers, deps, resource);
  answerSearch(answers, deps);
  answerSavedFilters(answers, deps);
  answerAlerts(answers, deps);
  answerAudits(answers, deps);
  answerFleet(answers, deps);
  answerFiscal(answers, deps);
  answerCommands(answers, deps);
  answerCosts(answers, deps);
  answerTerminals(answers, deps);
  answerDashboard(answers, deps);
  answerBooks(answers, deps);
  answerSales(answers, deps);
  answerRefunds(answers, deps);
  answerReports(answers, deps);
  answerPlans(answers, deps);
  answerPrices(answers, deps);
  answerPayments(answers, payments, addressOf);
  answerKeyClients(answers, deps);
  answerRouteSheets(answers, deps);
  answerRoyalty(answers, deps);
  answerNeeds(answers, deps);
  answerNotices(answers, deps);
  answerSubscriptions(answers, deps, throttle, addressOf);
  answerStock(answers, deps);
  answerKeys(answers, deps);
  answerPartners(answers, deps);
  answerWallets(answers, deps);
  answerFiles(answers, deps);
  answerHelpDesk(answers, deps);
  answers.check(CALLS, [heads]);
  return app;
}

const YEAR_SECONDS = 365 * 24 * 3600;

/** Heads of every answer, refusals too: nobody keeps it or guesses what it is, and who came by TLS stays with it. */
const heads: MiddlewareHandler = (c, next) => {
  c.header("x-content-type-options", "nosniff");
  c.header("cache-control", "no-store");
  if (c.req.header("x-forwarded-proto") === "https") c.header("strict-transport-security", `max-age=${YEAR_SECONDS}`);
  return next();
};

/** What is asked of the service itself. */
function answerService(
  { anyone }: Answers,
  { pool }: Deps,
  demonstration: () => Promise<OfferedAccount[] | undefined>,
): void {
  anyone.read(service.alive, () => ({}));
  anyone.read(service.ready, async () => {
    await pool.query("select 1").catch(() => {
      throw new Fault(503, "not_ready");
    });
    return {};
  });
  anyone.read(service.serverInfo, async () => ({
    core_version: CORE_VERSION,
    demonstration: (await demonstration())?.map(({ account }) => account),
  }));
  let document: object | undefined;
  anyone.download(service.openapiDocument, ({ c }) => c.json((document ??= openapi(CALLS, CORE_VERSION))));
  // What asks for the socket as it should never comes here: see socket.ts.
  anyone.download(service.liveSocket, () => {
    throw new Fault(426, "bad_request");
  });
}

/** A NUL, or bytes that are no text: PostgreSQL refuses them wherever they stand in a call. */
const unstorable = (error: Error) =>
  databaseError(error)?.code === "22021" ? new Fault(400, "bad_request") : undefined;

/** Expected refusals keep their words; anything else is logged here and told as nothing but a failure. */
async function answer(c: Context<Env>, error: Error): Promise<Response> {
  await drain(c.req.raw);
  const fault = error instanceof Fault ? error : unstorable(error);
  if (!fault) console.error(error);
  const status = fault?.status ?? 500;
  const body: Answer<never> = {
    result: false,
    error: fault?.key ?? "server_error",
    data: fault?.extra.data ?? null,
    fields: fault?.extra.fields,
  };
  const retryAfter = fault?.extra.retryAfter;
  return c.json(body, status, retryAfter ? { "retry-after": String(retryAfter) } : {});
}
