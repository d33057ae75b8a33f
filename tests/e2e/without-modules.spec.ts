import type { Page } from "@playwright/test";
import { expect, heading, offencesOf, save, signIn, test as base, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { unique } from "./vending";

/** Engines that run scripts, but not those of the product: for them its pages must be what they are without any. */
const ENGINES: Record<string, (page: Page) => Promise<unknown>> = {
  // To an engine that knows no modules their type is one of data. What a form leads to is served for its own address.
  "knows no modules": (page) =>
    page.route(/^[^?]*\/[^./]*(\?|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('type="module"', 'type="of a later year"');
      return route.fulfill({ response, body });
    }),
  "cannot fetch them": (page) => page.route("**/assets/*.js", (route) => route.abort()),
  "cannot read them": (page) =>
    page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "#later" })),
  "still waits for the page's data": (page) =>
    page.addInitScript(() => {
      Object.assign(window, {
        TextEncoderStream: class {
          readable = new ReadableStream();
          writable = new WritableStream();
        },
      });
    }),
  "is Firefox of 2021, without the streams by which Remix carries data": (page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(window, "TextEncoderStream");
      Reflect.deleteProperty(window, "TransformStream");
      Reflect.deleteProperty(ReadableStream.prototype, "pipeThrough");
      Reflect.deleteProperty(Object, "hasOwn");
    }),
};
/** What is told of a file that cannot be read (its error has no trace), and of Remix's inline script in such a Firefox. */
const EXPECTED = /^uncaught: $|TextEncoderStream is not defined/;

const test = base.extend({
  quiet: async ({ context }, use) => {
    const offences = offencesOf(context);
    await use(undefined);
    expect(offences.filter((one) => !EXPECTED.test(one))).toEqual([]);
  },
});

/** Asked of a page: whether its scripts have taken over. */
const hasBegun = () => Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react"));

/** What only scripts can make use of. */
const IDLE = "button[type=button], button:not(form button, [form]), [role=combobox], [data-all], a[href='#'], dialog";

for (const [kind, refuse] of Object.entries(ENGINES))
  test(`who has a browser that ${kind} works all the same, and is shown nothing that does nothing`, {
    tag: "@scripts",
  }, async ({ page, context, api }) => {
    await refuse(page);
    const word = unique();
    for (const letter of ["а", "б"]) await makeRecord(api, "ingredient", { name: `${word} ${letter}` });
    const look = async (path: string) => {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      expect(await page.evaluate(hasBegun), `scripts have begun at ${path}`).toBe(false);
      const idle = page.locator(IDLE).locator("visible=true");
      expect(await idle.evaluateAll((all) => all.map((one) => one.outerHTML)), path).toEqual([]);
    };

    await signIn(context);
    await look("/ingredients");
    const search = page.getByRole("main").getByRole("search");
    await search.locator("[name=q]").fill(word);
    await search.getByRole("button", { name: say("resource:apply") }).click();
    await page.getByRole("link", { name: `${word} б` }).click();
    await page.locator("[name=name]").fill(`${word} в`);
    await save(page);
    await expect(toast(page)).toContainText(say("resource:updated"));
    await expect(page.locator("[name=name]")).toHaveValue(`${word} в`);

    await look("/recipes/create");
    await page.locator("[name=name]").fill(word);
    await page.getByRole("button", { name: say("resource:add_row") }).click();
    await expect(page.locator('[name="ingredients[0].quantity"]')).toBeVisible();
    await expect(page.locator("[name=name]")).toHaveValue(word);

    const { id: ticket } = await makeRecord(api, "ticket");
    for (const path of [
      "/",
      "/devices",
      "/devices/view/1",
      `/help_desk/tickets/view/${ticket}`,
      "/profile",
      "/my_route",
    ])
      await look(path);
  });

test("the screen of states comes again by itself, too, where its scripts do not", { tag: "@scripts" }, async ({
  page,
  context,
}) => {
  await ENGINES["cannot fetch them"]?.(page);
  await signIn(context);
  await page.clock.install();
  await page.goto("/devices_statuses?refresh=15");
  const again = page.waitForEvent("load");
  await page.clock.runFor(15_000);
  await again;
});
