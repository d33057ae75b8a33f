import { setTimeout as sleep } from "node:timers/promises";
import type Mail from "nodemailer/lib/mailer";
import { claimAlertMail, settleAlertMail } from "~server/contract/calls/alerts";
import { claimMails, mailFailed, mailSent } from "~server/contract/calls/subscriptions";
import type { Due } from "~server/contract/subscriptions";
import { config, type MailConfig } from "~server/web/config.server";
import { onShutdown } from "~server/web/shutdown.server";
import { vendingFor } from "~server/web/vending.server";
import { alertMail } from "~/areas/alerts/mail.server";
import { letterMail } from "~/report/mail/letter-mail.server";
import { type Failed, openTransport, type Send } from "./transport.server";

/** How often it is asked for mails that are due; ms. */
const EVERY = 5_000;
/** The same while nobody answers. */
const LATER = 60_000;
/** The vending API may start beside us. */
const FIRST = 15_000;
/** Mails that are drawn and sent at the same time. */
const AT_ONCE = 2;
const STARTED = Symbol.for("vending-backoffice.mailer");

/** Sends what is due for as long as the process runs, where a mail server is set. Each copy of the web may: the API gives every mail to one. */
export function startMailer(): void {
  const { mail } = config();
  if (!mail || Reflect.get(globalThis, STARTED)) return;
  Reflect.set(globalThis, STARTED, true);
  const stopping = new AbortController();
  onShutdown(() => stopping.abort());
  void again(mail, stopping.signal);
}

async function again(mail: MailConfig, stopped: AbortSignal): Promise<void> {
  for (let pause = FIRST; !stopped.aborted; ) {
    await sleep(pause, undefined, { ref: false, signal: stopped }).catch(() => undefined);
    const went = await Promise.all(Array.from({ length: AT_ONCE }, () => sendDue(mail, stopped)));
    pause = went.every((well) => well) ? EVERY : LATER;
  }
}

/** Sends one mail after another until nothing is due. False where the vending API did not answer, which is said in the log. */
export async function sendDue(mail: MailConfig, stopped?: AbortSignal): Promise<boolean> {
  try {
    const send = await openTransport(mail.smtpUrl);
    // What is urgent goes first.
    while (!stopped?.aborted && (await sendAlert(mail, send))) {}
    while (!stopped?.aborted) {
      const claimed = await apiOf(mail).change(claimMails, {}, {});
      if (!claimed.ok) throw new Error(`the vending API refuses: ${claimed.status} ${claimed.error}`);
      if (!claimed.data.mail) break;
      await sendOne(mail, claimed.data.mail, send);
    }
    return true;
  } catch (error) {
    console.error(`mail: ${whatOf(error)}`);
    return false;
  }
}

/** Sends an alert's mail that is due; false when there is none, also with a provider that has no alerts. */
async function sendAlert(mail: MailConfig, send: Send): Promise<boolean> {
  const claimed = await apiOf(mail).change(claimAlertMail, {}, {});
  if (!claimed.ok || !claimed.data.mail) return false;
  const due = claimed.data.mail;
  const { id, lease } = due;
  const failed = await attempt(send, () => alertMail(due, mail));
  if (failed) console.error(`mail: alert ${id} was not sent: ${failed.failure} (${failed.code})`);
  await apiOf(mail).change(
    settleAlertMail,
    {},
    {
      ...{ id: String(id), lease: String(lease) },
      ...(failed && { failure: failed.failure, final: String(failed.isFinal) }),
    },
  );
  return true;
}

async function sendOne(mail: MailConfig, due: Due, send: Send): Promise<void> {
  const failed = await attempt(send, () => letterMail(due, mail));
  const { token } = due;
  if (!failed) {
    await apiOf(mail).change(mailSent, {}, { token });
    return;
  }
  console.error(`mail: subscription ${due.id} was not sent: ${failed.failure} (${failed.code})`);
  const { failure, isFinal } = failed;
  await apiOf(mail).change(mailFailed, {}, { token, failure, final: String(isFinal) });
}

/** One that cannot be drawn harms no other. */
async function attempt(send: Send, draw: () => Promise<Mail.Options>): Promise<Failed | undefined> {
  try {
    return await send(await draw());
  } catch (error) {
    return { failure: "report", isFinal: false, code: whatOf(error) };
  }
}

/** The vending API as who sends mail; each call has a time of its own. */
const apiOf = ({ site, secret }: MailConfig) => vendingFor(new Request(site), secret);

const whatOf = (error: unknown) =>
  error instanceof Response ? `answered ${error.status}` : error instanceof Error ? error.message : String(error);
