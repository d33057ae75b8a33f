import { expect } from "@playwright/test";
import { type ParsedMail, simpleParser } from "mailparser";
import { z } from "zod";
import { MAILBOX_PORT } from "./product";

const sources = z.array(z.string());

/** Waits for the first mail to an address. */
export async function mailTo(address: string): Promise<ParsedMail> {
  let found: string[] = [];
  await expect
    .poll(
      async () => {
        const answer = await fetch(`http://127.0.0.1:${MAILBOX_PORT}/?${new URLSearchParams({ to: address })}`);
        found = sources.parse(await answer.json());
        return found.length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  return simpleParser(Buffer.from(found[0] ?? "", "latin1"));
}

/** Where the mail says that it is unsubscribed. */
export const unsubscribeLink = (mail: ParsedMail): string =>
  /href="([^"]*\/unsubscribe\/[^"]*)"/.exec(String(mail.html))?.[1] ?? "";
