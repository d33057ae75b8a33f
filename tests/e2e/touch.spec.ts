import { expect, prefer, signIn, SITE, test } from "./pages";
import { LANGS } from "./texts";

// Under fingers every control is taller and wider than under a pointer: what fits a narrow window may not fit a phone.

const PAGES = [
  "/",
  "/devices",
  "/devices/view/1",
  "/devices_status",
  "/help_desk/tickets",
  "/planograms/create",
  "/my_route",
];

for (const lang of LANGS)
  test(`no page is wider than a phone, in ${lang}`, async ({ browser, scripts }) => {
    for (const width of [360, 320]) {
      const phone = await browser.newContext({
        ...{ viewport: { width, height: 740 }, hasTouch: true, isMobile: true, javaScriptEnabled: scripts },
      });
      await signIn(phone);
      await prefer(phone, { lang });
      const page = await phone.newPage();
      for (const path of PAGES) {
        await page.goto(SITE + path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width);
        await expect(page.getByRole("banner").locator("a[href='/profile']")).toBeInViewport({ ratio: 0.99 });
      }
      await phone.close();
    }
  });
