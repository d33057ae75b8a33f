import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Info } from "~server/contract/session";

/** Something that goes wrong with the next `times` calls of a path (1 unless said otherwise). */
export type Fault = { times?: number } & (
  | { kind: "slow"; ms: number }
  | { kind: "status"; status: number; retryAfter?: string; body?: string }
  /** The connection is cut before or in the middle of the answer. */
  | { kind: "drop"; midway?: boolean }
  | { kind: "malformed"; body: string }
);

/** One call the stand-in has received. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A small vending API for tests of the web: the real one's answers, and failures on demand. */
export interface StandIn {
  url: string;
  port: number;
  seen: Seen[];
  info: Info;
  /** Accepted token; change it to end all sessions. */
  token: string;
  profile: Record<string, unknown>;
  fail(path: string, fault: Fault): void;
  /** Forgets calls and faults, restores users and answers. */
  reset(): void;
  stop(): Promise<void>;
}

export const EMAIL = "olena@example.com";
export const PASSWORD = "correct horse";

const freshInfo = (): Info => ({
  id: 7,
  is_can_all: false,
  permissions: ["DEVICE"],
  companies: [{ id: 1, name: "Kava" }],
  is_root: false,
  sport_life: false,
  full_name: "Олена Коваль",
});
const freshProfile = () => ({
  id: 7,
  version: 3,
  full_name: "Олена Коваль",
  email: EMAIL,
  phone: "+380501112233",
  group: { id: 2, name: "Менеджери" },
  role: null,
});

/** Starts a stand-in on loopback; port 0 takes any free one. */
export async function startStandIn(port = 0): Promise<StandIn> {
  const faults = new Map<string, Fault[]>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const bound = portOf(server);

  const standIn: StandIn = {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    seen: [],
    info: freshInfo(),
    token: "token-1",
    profile: freshProfile(),
    fail(path, fault) {
      faults.set(path, [...(faults.get(path) ?? []), ...Array.from({ length: fault.times ?? 1 }, () => fault)]);
    },
    reset() {
      faults.clear();
      Object.assign(standIn, { seen: [], info: freshInfo(), token: "token-1", profile: freshProfile() });
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? "/", "http://stand.in").pathname;
    const call = { method: request.method ?? "GET", path, headers: request.headers, body: await bodyOf(request) };
    standIn.seen.push(call);
    const fault = faults.get(path)?.shift();
    if (fault && (await spoil(response, fault))) return;
    const { status, body } = route(standIn, call);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  return standIn;
}

/** Acts out a fault; false when the call is to be answered after all. */
async function spoil(response: ServerResponse, fault: Fault): Promise<boolean> {
  switch (fault.kind) {
    case "slow":
      await new Promise((done) => setTimeout(done, fault.ms));
      return false;
    case "status":
      response
        .writeHead(fault.status, fault.retryAfter ? { "retry-after": fault.retryAfter } : {})
        .end(fault.body ?? "");
      return true;
    case "drop":
      if (fault.midway) response.writeHead(200, { "content-length": "1000" }).write('{"result":true,');
      setTimeout(() => response.destroy(), 10);
      return true;
    case "malformed":
      response.writeHead(200, { "content-type": "application/json" }).end(fault.body);
      return true;
  }
}

interface Answer {
  status: number;
  body: unknown;
}

const good = (data: unknown): Answer => ({ status: 200, body: { result: true, error: null, data } });
const bad = (status: number, error: string, more: object = {}): Answer => ({
  status,
  body: { result: false, error, data: null, ...more },
});

function route(standIn: StandIn, { method, path, headers, body }: Seen): Answer {
  const form = new URLSearchParams(body);
  if (path === "/readyz") return good(null);
  if (`${method} ${path}` === "POST /login") return signIn(standIn, form);
  if (headers.authorization !== standIn.token) return bad(401, "unauthorized");
  switch (`${method} ${path}`) {
    case "GET /info":
      return good(standIn.info);
    case "GET /logout":
      return { status: 200, body: { result: true } };
    case "GET /server":
      return good({ core_version: "9.9.9" });
    case "GET /profile":
      return good(standIn.profile);
    case "POST /profile":
      return saveProfile(standIn, form);
    case "POST /profile/password":
      return form.get("current_password") === PASSWORD
        ? good({})
        : bad(422, "invalid", { fields: { current_password: [{ key: "wrong_password" }] } });
    case "GET /forbidden":
      return bad(403, "no_permission");
    case "GET /refused":
      return { status: 200, body: { result: false, error: "responsible user not found", data: null } };
    case "GET /file":
      return good("content");
    default:
      return bad(404, "not_found");
  }
}

function signIn(standIn: StandIn, form: URLSearchParams): Answer {
  const ok = form.get("email") === EMAIL && form.get("password") === PASSWORD;
  return ok ? good({ info: standIn.info, token: standIn.token }) : bad(401, "Email or Password incorrect");
}

function saveProfile(standIn: StandIn, form: URLSearchParams): Answer {
  if (!form.get("full_name")) return bad(422, "invalid", { fields: { full_name: [{ key: "required" }] } });
  if (form.get("email") === "taken@example.com")
    return bad(422, "email already exist", { fields: { email: [{ key: "email_taken" }] } });
  if (form.get("version") !== String(standIn.profile.version)) return bad(409, "conflict", { data: standIn.profile });
  standIn.profile = {
    ...standIn.profile,
    version: Number(form.get("version")) + 1,
    full_name: form.get("full_name"),
    phone: form.get("phone") || null,
  };
  return good(standIn.profile);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  return address.port;
}
