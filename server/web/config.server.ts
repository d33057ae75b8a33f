import { z } from "zod";

const address = (protocol: RegExp, what: string) =>
  z.url({ protocol, error: (issue) => (issue.input === undefined ? `is required: ${what}` : `must be ${what}`) });
const flag = z
  .enum(["1", "0", "true", "false"], { error: "must be 1 or 0" })
  .transform((value) => value === "1" || value === "true");

const schema = z.object({
  SESSION_SECRET: z
    .string({ error: "is required: at least 32 random characters, the same for every copy of the web" })
    .min(32, { error: "must be at least 32 characters long" }),
  VENDING_API_URL: address(/^https?$/, "the http(s) address of the vending API"),
  VENDING_SOCKET_URL: address(/^wss?$/, "the ws(s) address of the vending API's live socket").optional(),
  TRUST_PROXY: flag.default(false),
  HTTPS_PROXY: address(/^https?$/, "the http(s) address of the company proxy").optional(),
  NO_PROXY: z.string().optional(),
  SMTP_URL: address(/^smtps?$/, "smtp://user:password@host:587 or smtps://…").optional(),
  MAIL_FROM: z
    .string()
    .regex(/@/, { error: "must be an e-mail address, or a name and one: Vending <reports@example.com>" })
    .optional(),
  PUBLIC_URL: address(/^https?$/, "the http(s) address at which people open the web").optional(),
  MAIL_SECRET: z.string().min(32, { error: "must be at least 32 characters long" }).optional(),
  VENDING_TIMEOUT: z.coerce
    .number({ error: "must be a number of seconds" })
    .min(1, { error: "must be at least 1 second" })
    .max(600, { error: "must be at most 600 seconds" })
    .default(15),
});

const WITH_MAIL = ["MAIL_FROM", "PUBLIC_URL", "MAIL_SECRET"] as const;
const schemaOfAll = schema.superRefine((env, context) => {
  if (env.SMTP_URL === undefined) return;
  for (const name of WITH_MAIL)
    if (env[name] === undefined)
      context.addIssue({ code: "custom", path: [name], message: "must be set when SMTP_URL is" });
});

/** Uploads and exports may take this many times as long as a page. */
const LONGER = 8;

/** Settings of the web process, all from the environment. */
export interface WebConfig {
  sessionSecret: string;
  /** Without a trailing slash. */
  apiUrl: string;
  socketUrl: string;
  /** Believe `X-Forwarded-*`: true only behind the company's own proxy. */
  trustProxy: boolean;
  httpsProxy: string | undefined;
  noProxy: string;
  /** The longest that a page waits for the vending API, and an upload or an export; ms. */
  patience: number;
  longPatience: number;
  /** The address at which people open the web, without a trailing slash; absent: the one that a request came to. */
  publicUrl: string | undefined;
  /** Absent: no mail is sent. */
  mail: MailConfig | undefined;
}

export interface MailConfig {
  smtpUrl: string;
  from: string;
  /** Where links of mails lead; without a trailing slash. */
  site: string;
  /** By which the vending API knows who sends mail. */
  secret: string;
}

/** Thrown when settings are wrong; `lines` holds one sentence per mistake. */
export class ConfigError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join("\n"));
  }
}

/** Settings from `env`, or a ConfigError. An empty variable counts as absent. */
export function readConfig(env: Record<string, string | undefined>): WebConfig {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schemaOfAll.safeParse(filled);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`));
  }
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: site, MAIL_SECRET: secret } = parsed.data;
  const apiUrl = parsed.data.VENDING_API_URL.replace(/\/+$/, "");
  return {
    sessionSecret: parsed.data.SESSION_SECRET,
    apiUrl,
    socketUrl: parsed.data.VENDING_SOCKET_URL ?? `${apiUrl.replace(/^http/, "ws")}/socket`,
    trustProxy: parsed.data.TRUST_PROXY,
    httpsProxy: parsed.data.HTTPS_PROXY,
    // The API next door is never reached through the company proxy.
    noProxy: [parsed.data.NO_PROXY, "localhost", "127.0.0.1"].filter(Boolean).join(","),
    patience: parsed.data.VENDING_TIMEOUT * 1_000,
    longPatience: parsed.data.VENDING_TIMEOUT * 1_000 * LONGER,
    publicUrl: site?.replace(/\/+$/, ""),
    mail: smtpUrl && from && site && secret ? { smtpUrl, from, site: site.replace(/\/+$/, ""), secret } : undefined,
  };
}

let current: WebConfig | undefined;

/** The settings of this process. */
export function config(): WebConfig {
  return (current ??= readConfig(process.env));
}

/** Reads the settings at boot; prints one line per mistake and ends the process when there are any. */
export function requireConfig(): WebConfig {
  try {
    return config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.lines) console.error(`settings: ${line}`);
    process.exit(1);
  }
}
