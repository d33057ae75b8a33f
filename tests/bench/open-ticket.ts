import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../scripts/lib/debian.mjs";

const PAUSE_MS = 300;

/**
 * Somebody has a ticket open in Chromium: ms from before each text is posted until it stands on their page.
 * @param cookie what the browser sends, `name=value`.
 * @param post posts a text as a reply to the ticket.
 */
export async function untilSeen(
  address: string,
  cookie: string,
  texts: readonly string[],
  post: (text: string) => Promise<unknown>,
): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await (await browser.newContext()).newPage();
    const [name = "", value = ""] = cookie.split("=", 2);
    await page.context().addCookies([{ name, value, url: new URL(address).origin }]);
    const listening = page.waitForResponse((response) => new URL(response.url()).pathname === "/events");
    await page.goto(address);
    await listening;
    const taken: number[] = [];
    for (const text of texts) {
      const seen = seenAt(page, text);
      // The page is to watch before anything comes.
      await sleep(PAUSE_MS);
      const sent = Date.now();
      await post(text);
      taken.push((await seen) - sent);
    }
    return taken;
  } finally {
    await browser.close();
  }
}

const seenAt = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((done) => {
        new MutationObserver((_, observer) => {
          if (!document.body.textContent.includes(wanted)) return;
          observer.disconnect();
          done(Date.now());
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
