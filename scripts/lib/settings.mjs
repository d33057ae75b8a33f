/**
 * Checks every setting before anything is installed or started, so that all mistakes show at once. The two services
 * read and check their own settings again, because they can also be started without this script.
 */

const PORT = {
  rule: "must be a port number from 1 to 65535",
  holds: (text) => /^\d+$/.test(text) && +text >= 1 && +text <= 65535,
};
const url = (protocols, example) => ({
  rule: `must look like ${example}`,
  holds: (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
});

const RULES = {
  PORT,
  VENDING_PORT: PORT,
  DATABASE_URL: url(["postgres:", "postgresql:"], "postgres://user:password@host:5432/name"),
  VENDING_API_URL: url(["http:", "https:"], "https://api.example.com"),
  VENDING_SOCKET_URL: url(["ws:", "wss:"], "wss://api.example.com/socket"),
  VENDING_TIMEOUT: {
    rule: "must be a number of seconds from 1 to 600",
    holds: (text) => Number(text) >= 1 && Number(text) <= 600,
  },
  HTTPS_PROXY: url(["http:", "https:"], "http://proxy.example.com:3128"),
  VENDING_SECRETS_KEY: { rule: "must be 64 hexadecimal digits", holds: (text) => /^[0-9a-f]{64}$/i.test(text) },
  SESSION_SECRET: { rule: "must have at least 32 characters", holds: (text) => text.length >= 32 },
  SMTP_URL: url(["smtp:", "smtps:"], "smtp://user:password@host:587"),
  MAIL_FROM: {
    rule: "must be an e-mail address, or a name and one: Vending <reports@example.com>",
    holds: (text) => text.includes("@"),
  },
  PUBLIC_URL: url(["http:", "https:"], "https://office.example.com"),
  MAIL_SECRET: { rule: "must have at least 32 characters", holds: (text) => text.length >= 32 },
  TRUST_PROXY: { rule: "must be 1 or 0", holds: (text) => ["1", "0", "true", "false"].includes(text) },
  ADMIN_EMAIL: { rule: "must be an e-mail address", holds: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) },
  ADMIN_PASSWORD: { rule: "must have at least 10 characters", holds: (text) => text.length >= 10 },
};

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns what the supervisor needs; throws an Error with one line per mistake
 */
export function readSettings(env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const mistakes = [...brokenRules(given), ...brokenPairs(given)];
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  return {
    host: given.HOST ?? "127.0.0.1",
    port: Number(given.PORT ?? 3000),
    /** Undefined: the usual one when it is free. */
    vendingPort: given.VENDING_PORT ? Number(given.VENDING_PORT) : undefined,
    dataDir: given.DATA_DIR ?? "data",
    vendingApiUrl: given.VENDING_API_URL,
    sessionSecret: given.SESSION_SECRET,
    mailSecret: given.MAIL_SECRET,
  };
}

function brokenRules(given) {
  return Object.entries(RULES)
    .filter(([name, { holds }]) => given[name] !== undefined && !holds(given[name]))
    .map(([name, { rule }]) => `${name} ${rule}`);
}

function* brokenPairs(given) {
  const outside = ["DATABASE_URL", "VENDING_API_URL"].find((name) => given[name] !== undefined);
  if (outside && !given.SESSION_SECRET) {
    yield `SESSION_SECRET must be set when ${outside} is (at least 32 random characters)`;
  }
  // The web asks for MAIL_SECRET itself: here the two get one that is made for them.
  for (const name of given.SMTP_URL ? ["MAIL_FROM", "PUBLIC_URL"] : [])
    if (!given[name]) yield `${name} must be set when SMTP_URL is`;
  if (given.SMTP_URL && given.VENDING_API_URL && !given.MAIL_SECRET)
    yield "MAIL_SECRET must be set when SMTP_URL and VENDING_API_URL are";
  if (given.ADMIN_EMAIL && !given.ADMIN_PASSWORD) yield "ADMIN_PASSWORD must be set together with ADMIN_EMAIL";
  if (given.ADMIN_PASSWORD && !given.ADMIN_EMAIL) yield "ADMIN_EMAIL must be set together with ADMIN_PASSWORD";
}
