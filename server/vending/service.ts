import { once } from "node:events";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { createApp } from "./app";
import { useProviders } from "./areas/payments/providers/accounts";
import { keepTotals } from "./areas/sales/totals";
import { openMachinery } from "./areas/payments/machinery";
import { runPayments } from "./areas/payments/worker";
import { createGateway, type Gateway } from "./areas/telemetry/gateway";
import { startUpkeep } from "./upkeep";
import { type FiscalWork, runFiscal } from "./areas/fiscal/background";
import { runHelpDesk } from "./areas/help-desk/background";
import { growSlowly } from "../heap";
import { boot } from "./boot";
import type { Config } from "./config";
import { migrate } from "./database/migrate";
import { openDatabase, type Database } from "./database/open";
import { openDesks } from "./demonstration/desks";
import { playDemonstration } from "./demonstration/player";
import { standInForProviders } from "./demonstration/providers";
import { allowPrivateHosts } from "./outgoing";
import { openSecrets } from "./secrets";
import { type LiveSocket, openSocket } from "./socket";
import { StartError } from "./start-error";

/** What the supervisor hears over the process channel. */
export type Notice =
  /** The embedded database server, which outlives us if we are killed. */
  | { serverPid: number | undefined }
  /** The API answers; the password only when it may be shown. */
  | { ready: true; port: number; signIn: { email: string; password?: string } };

const DRAIN_MS = 5_000;
/** The fiscal service itself. */
const CHECKBOX_URL = "https://api.checkbox.ua/api/v1";

/** Runs the vending API until a signal or the end of the supervisor. Throws when it cannot start or go on. */
export async function runService(config: Config): Promise<void> {
  growSlowly();
  const ended = awaitEnd();
  const database = await openDatabase(config);
  tell({ serverPid: database.serverPid });
  try {
    const started = start(config, database);
    const running = await Promise.race([started, ended, fails(database)]);
    if (!running) return ignore(started);
    await Promise.race([ended, fails(database)]);
    await Promise.all([
      running.player?.stop(),
      running.totals.stop(),
      running.helpDesk.stop(),
      running.fiscal.stop(),
      running.payments.stop(),
    ]);
    await running.socket.close();
    await drain(running.server);
    await running.upkeep.stop();
    await running.providers?.stop();
    await running.gateway.flush();
  } finally {
    await database.close();
  }
}

interface Running {
  server: ServerType;
  socket: LiveSocket;
  gateway: Gateway;
  upkeep: { stop(): Promise<void> };
  /** Plays the machines of the demonstration. */
  player?: { stop(): Promise<void> };
  /** Stand in for payment providers in the demonstration. */
  providers?: { stop(): Promise<void> } | undefined;
  /** Posts messages and opens tickets by rules. */
  helpDesk: { stop(): Promise<void> };
  /** Works on the queues of fiscal desks. */
  fiscal: FiscalWork;
  /** Goes on with online payments. */
  payments: { stop(): Promise<void> };
  /** Keeps what lists sort by as days go by. */
  totals: { stop(): Promise<void> };
}

async function start(config: Config, database: Database): Promise<Running> {
  await migrate(database.pool);
  await openSecrets(database.pool, config);
  allowPrivateHosts(config.privateHosts);
  useProviders(config.paymentProviders ?? {});
  const { signIn } = await boot(database.pool, config);
  const providers = config.demonstration
    ? await standInForProviders(database.pool, config.paymentProviders ?? {})
    : undefined;
  const gateway = createGateway(database.pool);
  const payments = openMachinery(database.pool, { publicUrl: config.publicUrl });
  const app = createApp({ pool: database.pool, config, gateway, payments });
  const server = createAdaptorServer({ fetch: app.fetch });
  const socket = await openSocket(server, database.pool);
  const port = await listen(server, config);
  tell({ ready: true, port, signIn });
  const isHeard = process.send && process.env.NODE_ENV !== "development";
  if (!isHeard) introduce(config.host, port, signIn);
  return {
    server,
    socket,
    gateway,
    upkeep: startUpkeep(database.pool),
    helpDesk: runHelpDesk(database.pool),
    fiscal: await startFiscal(database.pool, config),
    payments: runPayments(payments),
    totals: keepTotals(database.pool),
    player: config.demonstration ? playDemonstration(app, database.pool, providers?.serves) : undefined,
    providers,
  };
}

/** The desks of the demonstration register at a stand-in of its own. */
async function startFiscal(pool: Database["pool"], { checkboxUrl, demonstration }: Config): Promise<FiscalWork> {
  if (!demonstration || checkboxUrl) return runFiscal(pool, checkboxUrl ?? CHECKBOX_URL);
  const standIn = await openDesks(pool);
  const work = runFiscal(pool, standIn.url);
  return { stop: () => work.stop().then(standIn.stop) };
}

async function fails(database: Database): Promise<never> {
  throw await database.failed;
}

/** A start that is broken off fails when the database is closed under it: nobody needs to hear of that. */
function ignore(started: Promise<unknown>): void {
  started.catch(() => undefined);
}

/** SIGTERM, SIGINT, or the supervisor's death, seen as the end of its channel. Repeats change nothing. */
function awaitEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.on(event, () => resolve());
  });
}

async function listen(server: ServerType, { host, port }: Config): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new StartError(`Port ${port} on ${host} is taken: set VENDING_PORT to another one`);
    }
    throw error;
  }
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : port;
}

function tell(notice: Notice): void {
  process.send?.(notice);
}

function introduce(host: string, port: number, { email, password }: { email: string; password?: string }): void {
  console.log(`Vending API on http://${host}:${port}`);
  if (password) console.log(`Sign in as ${email} with the password ${password}`);
}

/** Lets requests under way finish, within `DRAIN_MS`. */
async function drain(server: ServerType): Promise<void> {
  const closed = once(server, "close");
  server.close();
  if (!("closeIdleConnections" in server)) return;
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
