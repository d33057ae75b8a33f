import { Hono } from "hono";
import type { Pool } from "pg";
import type { Answer } from "~server/contract/envelope";
import { openapi } from "~server/contract/openapi";
import { mountAudits } from "./areas/audits/routes";
import { createGateway, type Gateway } from "./areas/telemetry/gateway";
import { mountFleet } from "./areas/fleet/routes";
import { mountSavedFilters } from "./areas/filters/routes";
import { mountFiles } from "./areas/files/routes";
import { mountHelpDesk } from "./areas/help-desk/routes";
import { mountStock } from "./areas/logistics/routes";
import { mountNotices } from "./areas/notices/routes";
import { mountSales } from "./areas/sales/routes";
import { mountLogin } from "./areas/session/login";
import { mountSession } from "./areas/session/routes";
import { mountSecondFactor } from "./areas/session/second-factor-routes";
import { openThrottle } from "./areas/session/throttle";
import { sessionByToken } from "./areas/session/tokens";
import { mountWatch } from "./areas/terminals/routes";
import { addressReader } from "./client-address";
import type { Config } from "./config";
import { databaseError } from "./database/query";
import { Fault } from "./fault";
import { type App, atMost, type Call, type Env } from "./http";
import "./all-resources";
import { resources } from "./resource/resource";
import { mountOptions, mountResource } from "./resource/routes";
import { sha256 } from "./secrets";

/** Version of the server's core, shown in the footer. */
export const CORE_VERSION = "1.0.0";
/** Largest body of an ordinary call; what is uploaded has limits of its own. */
const MOST_BYTES = 1024 * 1024;

/** The vending API: everything it answers, over one database. */
export function createApp({
  pool,
  config,
  gateway = createGateway(pool),
}: {
  pool: Pool;
  config: Config;
  gateway?: Gateway;
}): App {
  const app: App = new Hono<Env>();
  const deps = { pool };
  app.onError((error, c: Call) => answer(c, error));
  app.notFound((c: Call) => answer(c, new Fault(404, "not_found")));

  app.get("/healthz", (c) => c.json({ result: true, error: null, data: {} }));
  app.get("/readyz", async (c) => {
    await pool.query("select 1").catch(() => {
      throw new Fault(503, "not_ready");
    });
    return c.json({ result: true, error: null, data: {} });
  });
  app.get("/server", (c) => c.json({ result: true, error: null, data: { core_version: CORE_VERSION } }));
  app.get("/openapi.json", (c) => c.json(openapi(CORE_VERSION)));

  gateway.mount(app);
  const small = atMost(MOST_BYTES);
  app.use((c, next) => (c.req.path.endsWith("/audits") || c.req.path === "/files" ? next() : small(c, next)));
  const addressOf = addressReader(config.trustedProxies);
  app.use(async (c, next) => {
    c.set("address", addressOf(c));
    await next();
  });
  const throttle = openThrottle(pool);
  mountLogin(app, pool, throttle);
  app.use(async (c, next) => {
    const token = (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
    const session = token ? await sessionByToken(pool, token) : undefined;
    if (!session) throw new Fault(401, "unauthorized");
    if ("end" in session) throw new Fault(401, session.end);
    if (session.isBare && !isOpenToBare(c.req.path)) throw new Fault(403, "second_factor_missing");
    c.set("viewer", session.viewer);
    c.set("tokenHash", sha256(token));
    await next();
  });
  mountSession(app, pool, throttle);
  mountSecondFactor(app, pool, throttle);
  for (const resource of resources()) mountResource(app, deps, resource);
  mountOptions(app, deps);
  mountSavedFilters(app, deps);
  mountAudits(app, deps);
  mountFleet(app, deps);
  mountWatch(app, deps);
  mountSales(app, deps);
  mountNotices(app, deps);
  mountStock(app, deps);
  mountFiles(app, deps);
  mountHelpDesk(app, deps);
  return app;
}

/** Who must set up the second step first may do that, ask who they are and leave. */
const isOpenToBare = (path: string) => /^\/(info|logout|profile\/second_factor(\/\w+)?)$/.test(path);

/** A NUL, or bytes that are no text: PostgreSQL refuses them wherever they stand in a call. */
const unstorable = (error: Error) =>
  databaseError(error)?.code === "22021" ? new Fault(400, "bad_request") : undefined;

/** Expected refusals keep their words; anything else is logged here and told as nothing but a failure. */
function answer(c: Call, error: Error): Response {
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
