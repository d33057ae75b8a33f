import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { VENDING_PORT } from "./product";

/** A web of one's own in front of the product's vending API, which can be cut off from it. */
export interface Elsewhere {
  site: string;
  /** Nobody answers at the vending API's address any more. */
  cut(): Promise<void>;
  /** Calls are taken there, those of one method or all, and nothing is ever said. */
  hang(method?: "POST"): Promise<void>;
  /** Reads of these paths are answered "no", for a reason. */
  refuse(paths: RegExp, error: string): Promise<void>;
  mend(): Promise<void>;
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Starts the built web with a small relay between it and the vending API. */
export async function startElsewhere(): Promise<Elsewhere> {
  let relay = await listen(0);
  const relayPort = portOf(relay);
  const port = await freePort();
  const web = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST,
      PORT: String(port),
      SESSION_SECRET: "a secret of the browser tests alone",
      VENDING_API_URL: `http://${HOST}:${relayPort}`,
      VENDING_SOCKET_URL: "",
      HTTPS_PROXY: "",
      VENDING_TIMEOUT: "4",
      TRUST_PROXY: "",
    },
  });
  const site = `http://${HOST}:${port}`;
  await answers(`${site}/readyz`, web);
  return {
    site,
    cut: () => close(relay),
    async hang(method) {
      await close(relay);
      relay = await listen(relayPort, (from, to) => (!method || from.method === method ? undefined : passOn(from, to)));
    },
    async refuse(paths, error) {
      await close(relay);
      const no = JSON.stringify({ result: false, error, data: null });
      relay = await listen(relayPort, (from, to) => (paths.test(from.url ?? "") ? to.end(no) : passOn(from, to)));
    },
    async mend() {
      await close(relay);
      relay = await listen(relayPort);
    },
    stop: async () => {
      const gone = once(web, "exit");
      web.kill("SIGTERM");
      await gone;
      await close(relay);
    },
  };
}

const passOn: RequestListener = (from, to) => {
  const onward = request(
    { host: HOST, port: VENDING_PORT, path: from.url, method: from.method, headers: from.headers },
    (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    },
  );
  onward.on("error", () => to.destroy());
  from.pipe(onward);
};

function listen(port: number, answer = passOn): Promise<Server> {
  const server = createServer(answer);
  return new Promise((done, failed) => server.once("error", failed).listen(port, HOST, () => done(server)));
}

function close(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

async function freePort(): Promise<number> {
  const server = await listen(0);
  const port = portOf(server);
  await close(server);
  return port;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function answers(address: string, web: ChildProcess): Promise<void> {
  while (web.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the web ended by itself");
}
