/**
 * `npm start`: from a fresh clone to a running product. Needs nothing but Node, for it runs before anything is
 * installed. It installs and builds when needed, then keeps the vending API and the web running together.
 * `--dev` runs both from the sources instead.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild, stopOrphan } from "./lib/children.mjs";
import { freePort, whyNotFree } from "./lib/ports.mjs";
import { checkNode, installIfNeeded, prepare, ROOT } from "./lib/prepare.mjs";
import { keepServices } from "./lib/services.mjs";
import { readSettings } from "./lib/settings.mjs";

const LOOPBACK = "127.0.0.1";
const USUAL_VENDING_PORT = 3001;
const SLOW_START_MS = 15_000;
const DEVELOPMENT = process.argv.includes("--dev");

const services = keepServices(() => stop(1));
/** Process number of the embedded database, told by the vending API. */
let databasePid;
let stopping;
/** Breaks off installing and building. */
const preparation = new AbortController();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));
process.on("exit", services.kill);
await main().catch((error) => {
  if (!stopping) console.error(error.message);
  return stop(1);
});

async function main() {
  checkNode();
  const settings = readSettings(process.env);
  if (DEVELOPMENT) await installIfNeeded(preparation.signal);
  else await prepare(preparation.signal);
  await claimPort(settings.host, settings.port, "PORT");

  // One that both of our processes know, for as long as they run.
  settings.mailSecret ??= randomBytes(32).toString("hex");
  const vending = settings.vendingApiUrl ? { url: settings.vendingApiUrl } : await startVending(settings);
  const address = startWeb(settings, vending.url);
  const slow = setTimeout(() => console.log("Still starting …"), SLOW_START_MS);
  const signIn = await vending.signIn;
  if (!settings.vendingApiUrl) await answers(vending.url);
  await answers(address);
  clearTimeout(slow);
  if (stopping) return;
  services.restartFromNowOn();
  introduce(address, vending.url, signIn);
}

async function startVending({ vendingPort, host, port, mailSecret }) {
  const chosen = vendingPort ?? (await usualOrFreePort());
  if (chosen === port) throw new Error(`PORT and VENDING_PORT must differ: both are ${port}`);
  await claimPort(process.env.VENDING_HOST || LOOPBACK, chosen, "VENDING_PORT");
  if (DEVELOPMENT) {
    const build = ["node_modules/vite/bin/vite.js", "build", "-c", "vite.server.config.ts", "--watch"];
    services.add(() => startChild("The vending build", build, { quiet: true, env: {} }));
  }
  const signIn = new Promise((resolve) => {
    services.add(
      () => {
        const child = startChild("The vending API", [...(DEVELOPMENT ? ["--watch"] : []), "build/vending/main.js"], {
          env: {
            NODE_ENV: DEVELOPMENT ? "development" : "production",
            VENDING_PORT: String(chosen),
            MAIL_SECRET: mailSecret,
            // Whoever tries it out pays at this machine.
            PUBLIC_URL: process.env.PUBLIC_URL || `http://${urlHost(host)}:${port}`,
          },
        });
        child.process.on("message", (message) => {
          databasePid = message.serverPid ?? databasePid;
          if (message.ready) resolve(message.signIn);
        });
        return child;
        // Killed, it leaves its database behind.
      },
      () => stopOrphan(databasePid),
    );
    // Node's watcher stands between us and the API and passes no messages on.
    if (DEVELOPMENT) resolve(undefined);
  });
  return { url: `http://${urlHost(process.env.VENDING_HOST || LOOPBACK)}:${chosen}`, signIn };
}

function startWeb({ host, port, dataDir, sessionSecret, mailSecret }, vendingUrl) {
  const program = DEVELOPMENT
    ? ["node_modules/@remix-run/dev/dist/cli.js", "vite:dev", "--host", host, "--port", String(port)]
    : ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];
  const env = {
    NODE_ENV: DEVELOPMENT ? "development" : "production",
    HOST: host,
    PORT: String(port),
    VENDING_API_URL: vendingUrl,
    SESSION_SECRET: sessionSecret ?? keptSecret(dataDir),
    MAIL_SECRET: mailSecret,
  };
  const args = ["--import", "./scripts/lib/leash.mjs", ...program];
  services.add(() => startChild("The web", args, { quiet: !DEVELOPMENT, env }));
  return `http://${urlHost(host)}:${port}`;
}

/** Without a setting sessions must still outlive a restart, so the demonstration keeps a secret of its own. */
function keptSecret(dataDir) {
  const file = path.join(path.resolve(ROOT, dataDir), "session-secret");
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8");
}

async function claimPort(host, port, setting) {
  const reason = await whyNotFree(host, port);
  if (reason) throw new Error(`Port ${port} on ${host} ${reason}: set ${setting} to another one`);
}

async function usualOrFreePort() {
  return (await whyNotFree(LOOPBACK, USUAL_VENDING_PORT)) ? freePort(LOOPBACK) : USUAL_VENDING_PORT;
}

/** Where a server that listens on `host` is reached from here. */
function urlHost(host) {
  if (host === "0.0.0.0") return LOOPBACK;
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

async function answers(address) {
  while (!stopping) {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
}

function introduce(address, vendingUrl, signIn) {
  const password = signIn?.password ? ` with the password ${signIn.password}` : "";
  console.log(`\nVending back-office\n\n  Open      ${address}`);
  if (signIn) console.log(`  Sign in   as ${signIn.email}${password}`);
  console.log(`  API       ${vendingUrl}\n  Stop      Ctrl-C\n`);
}

function stop(code) {
  preparation.abort();
  stopping ??= services.stop().then(() => process.exit(code));
  return stopping;
}
