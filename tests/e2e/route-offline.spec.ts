import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { movesSchema } from "~server/contract/stock";
import { sheetSchema } from "~server/contract/route-sheets";
import { findLightBrowser } from "../../scripts/lib/debian.mjs";
import { cutNetwork, type Network } from "./cut-network";
import { onTheRoad } from "./on-the-road";
import { expect, signIn, test } from "./pages";
import { launch } from "./product";
import { PICTURE } from "./records";
import { say } from "./texts";
import { unique } from "./vending";

const PHOTO = { name: "photo.png", mimeType: "image/png", buffer: PICTURE };
const MACHINES = 6;
const key = () => `${unique()}-${unique()}`;

/** A phone's browser, with a memory that outlives it. */
class Phone {
  private readonly folder = mkdtempSync(path.join(tmpdir(), "phone-"));
  private context: BrowserContext | undefined;

  async start(): Promise<Page> {
    this.context = await chromium.launchPersistentContext(this.folder, {
      ...launch(findLightBrowser()),
      viewport: { width: 360, height: 740 },
      locale: "uk-UA",
    });
    return this.context.pages()[0] ?? this.context.newPage();
  }

  get cookies(): BrowserContext {
    if (!this.context) throw new Error("it is off");
    return this.context;
  }

  /** As an empty battery would. */
  async kill(): Promise<void> {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
      if (commandOf(pid).includes(`--user-data-dir=${this.folder}`)) process.kill(Number(pid), "SIGKILL");
    await this.context?.close().catch(() => undefined);
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

test("a crew goes on without a network: every entry arrives, each once, and what cannot be is told @scripts", async ({
  api,
}) => {
  test.slow();
  const { person, phone, sheet } = await onTheRoad(api, MACHINES);
  const read = async () => sheetSchema.parse(await api.get(`/route_sheets/${sheet}/sheet`));
  const { stops } = await read();
  const network = await cutNetwork();
  const device = new Phone();
  try {
    let page = await device.start();
    await signIn(device.cookies, person, network.site);
    const open = (at: string) => page.goto(network.site + at);
    const told = (count: number | string) => say("route-sheets:unsent", { number: count });
    const waits = async (count: number) => {
      if (count) await expect(page.getByText(told(count), { exact: true })).toBeVisible();
      else await expect(page.getByText(told("").trim())).toHaveCount(0);
      await expect(page).toHaveURL(`${network.site}/my_route`);
    };
    const at = (nth: number) => `/my_route/stops/${stops[nth]?.id}`;
    // Who drives a route is led to it.
    await open("/");
    await page
      .locator("main")
      .getByRole("link", { name: say("frame:menu.my_route") })
      .click();
    await expect(page).toHaveURL(`${network.site}/my_route`);
    const served = async (nth: number) => (await read()).stops[nth];
    /** Fills in what was done and presses the button. */
    const serve = async (nth: number, put: number, { before, photo }: { before?: Network; photo?: true } = {}) => {
      await open("/my_route");
      await page
        .locator(`a[href="${at(nth)}"]`)
        .last()
        .click();
      await page.locator("[name='fills[0].found']").fill("10");
      await page.locator("[name='fills[0].put']").fill(String(put));
      if (photo) await page.locator("#photos").setInputFiles(PHOTO);
      if (before) network.set(before);
      await page.getByRole("button", { name: say("route-sheets:serve"), exact: true }).click();
      await expect(page).toHaveURL(`${network.site}/my_route`);
    };

    await open("/my_route");
    // The worker takes over, and keeps every page of the route.
    await expect
      .poll(async () => {
        await page.reload();
        return page.evaluate(
          async () =>
            (await (await caches.open("route-v1")).keys()).filter(({ url }) => url.includes("/stops/")).length,
        );
      })
      .toBe(MACHINES);
    await serve(0, 100);
    await waits(0);
    expect(await served(0)).toMatchObject({ status: "served", fills: [{ found: 10, put: 100 }] });

    // The answer is lost: it arrived, is sent again, and counts once.
    await serve(1, 200, { before: "deaf" });
    await waits(1);
    await expect.poll(() => served(1)).toMatchObject({ status: "served" });
    network.set("off");
    // Nothing gets through; the pages are there, and the browser dies with what waits, a photo among it.
    await serve(2, 300, { photo: true });
    await waits(2);
    await serve(3, 400);
    await waits(3);
    // A browser writes its cookies down twice a minute only.
    const cookies = await device.cookies.cookies();
    await device.kill();
    page = await device.start();
    await device.cookies.addCookies(cookies);
    await open("/my_route");
    await waits(3);
    expect((await served(2))?.status).toBe("unserved");
    // Meanwhile another phone of the crew served one of them.
    const other = { "fills[0].slot": stops[3]?.fills[0]?.slot ?? "", "fills[0].put": 50 };
    await phone.post(`/my_route/stops/${stops[3]?.id}/serve`, { key: key(), ...other });
    network.set("on");
    await waits(0);
    expect(await served(2)).toMatchObject({ status: "served", fills: [{ put: 300 }], photos: [expect.any(Number)] });
    expect(await served(3)).toMatchObject({ status: "served", fills: [{ put: 50 }] });
    await expect(page.getByText(say("route-sheets:refused"), { exact: true })).toBeVisible();
    await page.getByRole("link", { name: say("route-sheets:refused_open") }).click();
    await expect(page.getByText(say("errors:stop_served"))).toBeVisible();
    await open("/my_route");
    await page.getByRole("button", { name: say("route-sheets:refused_drop") }).click();
    await expect(page.getByText(say("route-sheets:refused"), { exact: true })).toHaveCount(0);

    // The session ends while something waits: it goes when the person signs in again.
    network.set("off");
    await serve(4, 500);
    await waits(1);
    await device.cookies.clearCookies();
    network.set("on");
    await open("/my_route");
    await expect(page).toHaveURL(/\/login/);
    await signIn(device.cookies, person, network.site);
    await open("/my_route");
    await waits(0);
    expect(await served(4)).toMatchObject({ status: "served", fills: [{ put: 500 }] });

    const moves = await Promise.all(
      stops.map(async (stop) => movesSchema.parse(await api.get(`/devices/${stop.device.id}/moves`)).items),
    );
    expect(moves.map((of) => of.filter(({ kind }) => kind === "FILL").length)).toEqual([1, 1, 1, 1, 1, 0]);
  } finally {
    await device.end();
    await network.stop();
  }
});
