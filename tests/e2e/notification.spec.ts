import { findBrowser } from "../../scripts/lib/debian.mjs";
import { expect, signIn, SITE, test } from "./pages";
import { launch } from "./product";
import { openLive, support } from "./support";

// Only a whole browser has notifications.
test.use({ launchOptions: launch(findBrowser()) });

test("a browser notification names the ticket, and a click on it opens the ticket", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person, ticket, reply } = await support(api);
  await context.grantPermissions(["notifications"], { origin: SITE });
  await signIn(context, person);
  await page.clock.install();
  await openLive(page, "/", scripts);
  const { id, subject, path } = await ticket();
  if (!scripts) return void (await expect(page.locator("body")).not.toContainText(subject));
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag, icon }) => ({ title, body, tag, icon }));
    });
  await expect
    .poll(shown)
    .toEqual([
      { title: subject, body: "Клієнт чекає", tag: expect.stringMatching(/^\d+$/), icon: `${SITE}/icon-96-v1.png` },
    ]);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(
    `registration.getNotifications().then(([notification]) => dispatchEvent(new NotificationEvent("notificationclick", { notification })))`,
  );
  await expect(page).toHaveURL(SITE + path);
  await expect.poll(shown).toEqual([]);
  // Who is looking at the ticket is not told of it once more.
  await page.bringToFront();
  const said = await reply(id);
  await expect(page.locator("#conversation")).toContainText(said);
  // The reply has come by the same stream; a notification would follow after a moment.
  await page.clock.runFor(5_000);
  expect(await shown()).toEqual([]);
});
