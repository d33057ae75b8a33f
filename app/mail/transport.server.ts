import { setTimeout as sleep } from "node:timers/promises";
import type { Transporter } from "nodemailer";
import type Mail from "nodemailer/lib/mailer";
import { z } from "zod";
import type { FAILURES } from "~server/contract/subscriptions";

/** Why a mail was not sent, and whether another attempt would be in vain. */
export interface Failed {
  failure: (typeof FAILURES)[number];
  isFinal: boolean;
  /** For the log: codes, never words of the server, which may repeat what it was told. */
  code: string;
}

/** How long a server is waited for until it is there, and between two words; all of one mail takes less than the API keeps it for us; ms. */
const PATIENCE = { connect: 20_000, silence: 60_000, longest: 4 * 60_000 };

export type Send = (mail: Mail.Options) => Promise<Failed | undefined>;

/**
 * Sends mails through `smtpUrl`: `smtps:`, or `smtp:` with STARTTLS where the server offers it; who has a password sends
 * it to this machine or encrypted. `?proxy=http://host:port` in it: through that proxy.
 */
export async function openTransport(smtpUrl: string, { connect, silence, longest } = PATIENCE): Promise<Send> {
  const { createTransport } = await import("nodemailer");
  const url = new URL(smtpUrl);
  const proxy = url.searchParams.get("proxy") ?? undefined;
  url.search = "";
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const options = {
    url: url.href,
    requireTLS: url.password !== "" && !isHere,
    connectionTimeout: connect,
    greetingTimeout: connect,
    dnsTimeout: connect,
    socketTimeout: silence,
    // What goes into a mail is ours: nothing is read from a path or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport: Transporter = createTransport(proxy === undefined ? options : { ...options, proxy });
  return async (mail) => {
    const over = new AbortController();
    try {
      await Promise.race([transport.sendMail(mail), tooLate(longest, over.signal)]);
      return undefined;
    } catch (error) {
      return failureOf(error);
    } finally {
      over.abort();
    }
  };
}

async function tooLate(longest: number, over: AbortSignal): Promise<never> {
  await sleep(longest, undefined, { signal: over }).catch(() => undefined);
  throw Object.assign(new Error("the mail took too long"), { code: "ETIMEDOUT" });
}

/** What an error of nodemailer means: 5xx is for good where it is about this mail, 4xx never. */
export function failureOf(error: unknown): Failed {
  const code = z.string().catch("unknown").parse(fieldOf(error, "code"));
  const answered = z.number().catch(0).parse(fieldOf(error, "responseCode"));
  const told = { code: answered ? `${code} ${answered}` : code };
  if (answered >= 400 && answered < 500) return { failure: "later", isFinal: false, ...told };
  if (code === "EAUTH" || code === "ENOAUTH") return { failure: "sign_in", isFinal: false, ...told };
  if (code === "EENVELOPE" || code === "EMESSAGE") return { failure: "refused", isFinal: true, ...told };
  return { failure: "unreachable", isFinal: false, ...told };
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
