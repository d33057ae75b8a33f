import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { createApp } from "~server/vending/app";
import type { Config } from "~server/vending/config";
import { createGateway } from "~server/vending/areas/telemetry/gateway";
import { hashPassword } from "~server/vending/areas/session/password";
import { issueToken } from "~server/vending/areas/session/tokens";
import { only } from "~server/vending/database/query";
import { useSecretsKey } from "~server/vending/secrets";
import { freshDatabase } from "../setup/fresh";
import { callAt, checkAnswer } from "./contract";

const envelope = z.object({
  result: z.boolean(),
  error: z.string().nullable(),
  data: z.unknown(),
  fields: z.record(z.string(), z.array(z.object({ key: z.string(), count: z.number().optional() }))).optional(),
});
export interface Reply {
  status: number;
  result: boolean;
  error: string | null;
  data: unknown;
  fields: Record<string, { key: string; count?: number }[]>;
  headers: Headers;
}

type Form = Record<string, string | number | string[]>;
export const PASSWORD = "correct horse";
export const PUBLIC_URL = "http://office.example";
export const MAIL_SECRET = "a secret of who sends mail, long enough";

export function formOf(values: Form): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  return form;
}

/** Calls the API as whoever has the token, and reads the envelope of what is answered. */
export function clientOf(request: (path: string, init: RequestInit) => Promise<Response>, token: string) {
  async function call(path: string, init: RequestInit = {}): Promise<Reply> {
    const answer = await request(path, { ...init, headers: { Authorization: token, ...init.headers } });
    const parsed = envelope.parse(await answer.json());
    return { ...parsed, fields: parsed.fields ?? {}, status: answer.status, headers: answer.headers };
  }
  return {
    token,
    get: (path: string) => call(path),
    post: (path: string, values: Form = {}) =>
      call(path, {
        method: "POST",
        body: formOf(values),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    raw: (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
      call(path, {
        method: "POST",
        body: typeof body === "string" ? body : Buffer.from(body),
        headers: { "content-type": "text/plain", ...headers },
      }),
  };
}

let hashed: Promise<string> | undefined;

/** What a service of tests is set to. */
export const CONFIG: Config = {
  databaseUrl: undefined,
  prepared: true,
  dataDir: "",
  secretsKey: undefined,
  admin: undefined,
  privateHosts: [],
  host: "",
  port: 0,
  demonstration: false,
  mailSecret: MAIL_SECRET,
  publicUrl: PUBLIC_URL,
  trustedProxies: [],
};

/** The real API on a real, empty database of its own. Every answer is held against OpenAPI; `answered`: names of calls that were answered with success. */
export async function testApi({
  trustedProxies = ["loopback"],
  demonstration = false,
}: {
  trustedProxies?: string[];
  demonstration?: boolean;
} = {}) {
  const database = await freshDatabase();
  const gateway = createGateway(database.pool);
  const app = createApp({
    gateway,
    pool: database.pool,
    config: { ...CONFIG, databaseUrl: database.url, demonstration, trustedProxies },
  });
  const answered = new Set<string>();
  const { fetch } = app;
  app.fetch = async (request, ...rest) => {
    const answer = await fetch(request, ...rest);
    const asked = callAt(request.method, new URL(request.url).pathname);
    if (asked) await checkAnswer(asked, answer);
    if (asked && answer.ok) answered.add(asked.name);
    return answer;
  };
  const secretsKey = randomBytes(32);
  useSecretsKey(secretsKey);

  const client = (token: string) => clientOf(async (path, init) => app.request(path, init), token);

  /** Makes a user and its session straight in the database: a password is slow to check, on purpose. */
  async function person(
    over: {
      email?: string;
      root?: boolean;
      all?: boolean;
      sportLife?: boolean;
      permissions?: string[];
      mode?: string;
      projects?: number[];
      locations?: number[];
      devices?: number[];
    } = {},
  ) {
    const email = over.email ?? `person${Math.random().toString(36).slice(2)}@example.com`;
    const hash = await (hashed ??= hashPassword(PASSWORD));
    const id = z.object({ id: z.number() });
    const group = await only(
      database.pool,
      id,
      sql`insert into user_groups (name, permissions) values (${email}, ${sql.param(over.permissions ?? [])}::text[]) returning id`,
    );
    const user = await only(
      database.pool,
      id,
      sql`
      insert into users (full_name, email, password, user_group_id, is_can_all, is_root, sport_life, access_mode, access_projects, access_locations, access_devices)
      values (${email}, ${email}, ${hash}, ${group.id}, ${over.all ?? over.root ?? false}, ${over.root ?? false}, ${over.sportLife ?? over.root ?? false}, ${over.mode ?? "UNRESTRICTED"},
        ${sql.param(over.projects ?? [])}::integer[], ${sql.param(over.locations ?? [])}::integer[], ${sql.param(over.devices ?? [])}::integer[]) returning id`,
    );
    const token = await issueToken(database.pool, user.id);
    return { ...client(token), id: user.id, email, group: group.id };
  }

  return {
    app,
    answered,
    gateway,
    secretsKey,
    pool: database.pool,
    anybody: client(""),
    client,
    person,
    close: database.drop,
  };
}

export type TestApi = Awaited<ReturnType<typeof testApi>>;
/** Somebody signed in, as the API sees them. */
export type Person = Awaited<ReturnType<TestApi["person"]>>;
export const idOf = (reply: Reply): number => z.object({ id: z.number() }).parse(reply.data).id;
