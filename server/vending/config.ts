import path from "node:path";
import proxyaddr from "proxy-addr";
import { z } from "zod";
import { PASSWORD } from "~server/contract/entities/users";
import type { ProviderSettings } from "./areas/payments/providers/accounts";
import { isCommonPassword } from "./areas/session/password";
import { StartError } from "./start-error";

/** Settings of the vending API; they come from the environment only. */
export interface Config {
  /** A PostgreSQL server; absent: the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** Whether connections are told statements by name. */
  prepared: boolean;
  /** Absolute path. */
  dataDir: string;
  /** 256 bits that secrets in the database are sealed by (secrets.ts). */
  secretsKey: Buffer | undefined;
  /** The first administrator. */
  admin: { email: string; password: string } | undefined;
  host: string;
  /** 0: any free one. */
  port: number;
  /** Hosts of its own network that the company lets webhooks reach (outgoing.ts). */
  privateHosts: string[];
  /** Where Checkbox is asked, without a slash at its end. */
  checkboxUrl?: string | undefined;
  /** Nobody named a database, so this is a try-out: an invented network is welcome. */
  demonstration: boolean;
  /** By which the web proves that it sends mail; absent: nobody does. */
  mailSecret: string | undefined;
  /** Where payment providers are, other than where they really are. */
  paymentProviders?: ProviderSettings;
  /** The address at which people open the web; without it no online payment can be begun. */
  publicUrl: string | undefined;
  /** Whose `X-Forwarded-For` is believed (client-address.ts). */
  trustedProxies: string[];
}

const providerUrl = z
  .url({ protocol: /^https?$/, error: "must look like https://host" })
  .transform((url) => url.replace(/\/+$/, ""));

const schema = z
  .object({
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must look like postgres://user:password@host:5432/name" })
      .optional(),
    DATABASE_PREPARED: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
    DATA_DIR: z.string().default("data"),
    ADMIN_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(PASSWORD.min, { error: `must have at least ${PASSWORD.min} characters` })
      .refine((password) => !isCommonPassword(password), { error: "must not be one of the most common passwords" })
      .optional(),
    VENDING_SECRETS_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, { error: "must be 64 hexadecimal digits" })
      .optional(),
    MAIL_SECRET: z.string().min(32, { error: "must have at least 32 characters" }).optional(),
    VENDING_PRIVATE_HOSTS: z
      .string()
      .transform((hosts) => hosts.split(",").map((host) => host.trim()))
      .refine((hosts) => hosts.every((host) => /^([\w-]+(\.[\w-]+)*|[\da-f:.]+)$/i.test(host)), {
        error: "must be host names or addresses, without ports, separated by commas",
      })
      .default([]),
    CHECKBOX_URL: z
      .url({ protocol: /^https?$/, error: "must look like https://api.checkbox.ua/api/v1" })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: "must be the http(s) address at which people open the web" })
      .optional(),
    VENDING_HOST: z.string().default("127.0.0.1"),
    VENDING_PORT: z
      .string()
      .regex(/^\d+$/, { error: portRule() })
      .transform(Number)
      .refine((port) => port <= 65535, { error: portRule() })
      .default(3001),
    PORTMONE_URL: providerUrl.optional(),
    LIQPAY_URL: providerUrl.optional(),
    MONOBANK_URL: providerUrl.optional(),
    LIQPAY_HASH: z.enum(["sha1", "sha3-256"], { error: "must be sha1 or sha3-256" }).optional(),
    VENDING_TRUSTED_PROXIES: z
      .string()
      .default("loopback")
      .transform((names) => names.split(/[\s,]+/).filter(Boolean))
      .refine(areAddresses, { error: "must be addresses or networks such as 10.0.0.5, 172.16.0.0/12 or loopback" }),
  })
  .superRefine((env, context) => {
    const [present, absent] = env.ADMIN_EMAIL ? ["ADMIN_EMAIL", "ADMIN_PASSWORD"] : ["ADMIN_PASSWORD", "ADMIN_EMAIL"];
    if (!env.ADMIN_EMAIL !== !env.ADMIN_PASSWORD) {
      context.addIssue({ code: "custom", path: [absent], message: `must be set together with ${present}` });
    }
  });

function portRule(): string {
  return "must be a port number from 0 to 65535";
}

function areAddresses(names: string[]): boolean {
  try {
    proxyaddr.compile(names);
    return true;
  } catch {
    return false;
  }
}

/** Reads the settings. Throws `StartError` with one line per mistake; an empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const read = schema.safeParse(given);
  if (!read.success) {
    throw new StartError(read.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  }
  const {
    DATABASE_URL,
    DATABASE_PREPARED,
    DATA_DIR,
    ADMIN_EMAIL,
    ADMIN_PASSWORD,
    VENDING_SECRETS_KEY,
    VENDING_PRIVATE_HOSTS,
    VENDING_HOST,
    VENDING_PORT,
  } = read.data;
  return {
    databaseUrl: DATABASE_URL,
    prepared: DATABASE_PREPARED === "on",
    dataDir: path.resolve(DATA_DIR),
    secretsKey: VENDING_SECRETS_KEY ? Buffer.from(VENDING_SECRETS_KEY, "hex") : undefined,
    admin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : undefined,
    privateHosts: VENDING_PRIVATE_HOSTS,
    host: VENDING_HOST,
    port: VENDING_PORT,
    checkboxUrl: read.data.CHECKBOX_URL,
    demonstration: DATABASE_URL === undefined,
    mailSecret: read.data.MAIL_SECRET,
    publicUrl: read.data.PUBLIC_URL,
    paymentProviders: {
      urls: { portmone: read.data.PORTMONE_URL, liqpay: read.data.LIQPAY_URL, monobank: read.data.MONOBANK_URL },
      liqpayHash: read.data.LIQPAY_HASH,
    },
    trustedProxies: read.data.VENDING_TRUSTED_PROXIES,
  };
}
