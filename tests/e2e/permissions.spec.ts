import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { createRequirement, viewPath } from "~server/contract/entity";
import { expect, heading, open, signIn, SITE, test, toast } from "./pages";
import { makeRecord, LISTED } from "./records";
import { say } from "./texts";
import { makePerson, type Person } from "./vending";

const routesFile = path.resolve("../shared/spec/routes.json");
const routesSchema = z.array(z.looseObject({ path: z.string(), permission: z.string().nullable(), also: z.string().optional() }));

test("without the code every entity path leads to the dashboard with a word", async ({ page, context, api }) => {
  await signIn(context, await makePerson(api, []));
  for (const entity of LISTED) {
    for (const address of [entity.paths.list, entity.paths.create, viewPath(entity, 1), `${viewPath(entity, 1)}/history`, `${viewPath(entity, 1)}/delete`]) {
      const answer = await context.request.get(SITE + address, { maxRedirects: 0 });
      expect([address, answer.status(), answer.headers().location]).toEqual([address, 303, "/"]);
      expect(answer.headers()["set-cookie"], address).toContain("toast=");
    }
    const sent = await context.request.post(SITE + entity.paths.create, { form: { name: "x" }, headers: { origin: SITE }, maxRedirects: 0 });
    expect([entity.name, sent.status(), sent.headers().location]).toEqual([entity.name, 303, "/"]);
  }
  await page.goto("/users");
  await expect(toast(page)).toContainText(say("errors:no_permission"));
  await expect(heading(page)).toHaveText(say("dashboard:title"));
  await expect(page).toHaveURL(`${SITE}/`);
});

test("the specification's routes ask for what they say", async ({ context, api }) => {
  test.skip(!existsSync(routesFile), "the specification is kept beside the repository");
  const routes = routesSchema.parse(JSON.parse(readFileSync(routesFile, "utf8")));
  const built = new Set(LISTED.flatMap(({ paths }) => Object.values(paths)));
  const people = new Map<string, Promise<Person>>();
  for (const route of routes.filter((one) => built.has(one.path) && one.permission)) {
    const codes = [route.permission ?? "", ...(route.also ? [route.also] : [])];
    const key = codes.join();
    people.set(key, people.get(key) ?? makePerson(api, codes));
    await context.clearCookies();
    await signIn(context, (await people.get(key)) ?? fail());
    const answer = await context.request.get(SITE + route.path.replace("{id}", "999999999"), { maxRedirects: 0 });
    expect([route.path, answer.status()]).toEqual([route.path, route.path.endsWith("{id}") ? 404 : 200]);
  }
});

function fail(): never {
  throw new Error("nobody to sign in as");
}

test("who may read but not create sees no way to create", async ({ page, context, api }) => {
  for (const entity of LISTED.filter(({ createPermission }) => createPermission)) {
    await context.clearCookies();
    await signIn(context, await makePerson(api, [entity.permission]));
    await page.goto(entity.paths.list);
    await expect(page.getByRole("link", { name: say(`entities:${entity.name}.create`) })).toHaveCount(0);
    const answer = await context.request.get(SITE + entity.paths.create, { maxRedirects: 0 });
    expect([entity.name, createRequirement(entity).length, answer.headers().location]).toEqual([entity.name, 2, "/"]);
  }
});

test("a reader's record offers nothing that would be refused", async ({ page, context, api }) => {
  const { id } = await makeRecord(api, "ingredient");
  await signIn(context, await makePerson(api, ["INGREDIENT"]));
  await open(page, `/ingredients/view/${id}`);
  await page.getByText(say("resource:actions"), { exact: true }).click();
  await expect(page.getByRole("link", { name: say("resource:copy") })).toHaveCount(0);
});

const menuText = (key: string) => say(`frame:menu.${key}`);

test("the menu shows what may be seen and collapses groups of one", async ({ page, context, api }) => {
  const menu = page.getByRole("navigation", { name: say("frame:menu_label") });
  await signIn(context, await makePerson(api, ["INGREDIENT"]));
  await open(page, "/");
  await expect(menu.getByRole("link")).toHaveText([menuText("dashboard"), menuText("ingredients")]);
  await expect(menu.locator("summary")).toHaveCount(0);

  await context.clearCookies();
  await signIn(context, await makePerson(api, ["INGREDIENT", "RECIPE"]));
  await open(page, "/recipes");
  await expect(menu.locator("summary")).toHaveText([menuText("objects")]);
  await expect(menu.getByRole("link")).toHaveText([menuText("dashboard"), menuText("recipes"), menuText("ingredients")]);
  await expect(menu.locator("[aria-current=page]")).toHaveText(menuText("recipes"));

  await context.clearCookies();
  await signIn(context, await makePerson(api, ["USER", "USER_GROUP", "LOCATION"]));
  await open(page, "/users");
  await expect(menu.locator("summary")).toHaveText([menuText("posts"), menuText("users_section")]);
  await expect(menu.getByRole("link")).toHaveText([menuText("dashboard"), menuText("users"), menuText("users_groups"), menuText("locations")]);
});

test("the foot tells the years and the versions", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/");
  await expect(page.getByRole("contentinfo")).toHaveText(new RegExp(`2019–${new Date().getFullYear()}.*\\d+\\.\\d+\\.\\d+.*1\\.14\\.64`));
});
