import { actionsOf, viewPath } from "~server/contract/entity";
import { PERMISSIONS } from "~server/contract/permissions";
import { leftOut } from "./crawl";
import { OWN_FORMS } from "./own-forms";
import { expect, signIn, test } from "./pages";
import { generalOf, PlainBrowser } from "./plain-browser";
import { walkEntity } from "./record-forms";
import { FORMED, LISTED, makeRecord } from "./records";
import { PASSWORD, unique } from "./vending";

/**
 * Every form of the product is opened on its page, filled in by its declaration and sent as a browser without scripts
 * sends it; what it did is read back from the API. At last every page is looked through for buttons that nobody pressed.
 */
test("every form does what it says, and none is left out", { tag: "@plain" }, async ({ playwright, api }) => {
  test.setTimeout(1_200_000);
  const user_group = await api.create("/users_groups", {
    name: `Усе ${unique()}`,
    permissions: PERMISSIONS,
    access_mode: "UNRESTRICTED",
  });
  const email = `${unique()}@example.com`;
  await makeRecord(api, "user", { email, user_group, sport_life: "on", help_desk_responsible: "on" });
  const request = await playwright.request.newContext();
  await signIn({ request }, { email, password: PASSWORD });
  const browser = new PlainBrowser(request);

  const walks = [
    ...FORMED.map((entity) => ({
      name: entity.name,
      walk: () => walkEntity(browser, api, entity),
    })),
    ...Object.entries(OWN_FORMS).map(([name, walk]) => ({
      name,
      walk: () => walk(browser, api, { email, password: PASSWORD }),
    })),
  ];
  const faults: string[] = [];
  for (const { name, walk } of walks)
    await test.step(name, walk).catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
  expect(faults).toEqual([]);
  for (const entity of LISTED)
    for (const { name } of actionsOf(entity))
      expect(browser.pressed).toContain(generalOf(`POST ${viewPath(entity, 0)}/${name}`));
  expect(await leftOut(browser)).toEqual([]);
  await request.dispose();
});
