import { request as http, type APIRequestContext } from "@playwright/test";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { createRequirement, tabPath, viewPath } from "~server/contract/entity";
import { ENTITIES } from "~server/contract/entities";
import { PERMISSIONS } from "~server/contract/permissions";
import { REPORTS } from "~server/contract/reports";
import { expect, heading, open, signIn, SITE, test, toast } from "./pages";
import { ADMIN } from "./product";
import { makeRecord, LISTED } from "./records";
import { say } from "./texts";
import { makePerson, type Person } from "./vending";

const routes = z
  .array(
    z.looseObject({
      path: z.string(),
      permission: z.string().nullable(),
      also: z.string().optional(),
      area: z.string(),
    }),
  )
  .parse(JSON.parse(readFileSync("tests/fixtures/routes.json", "utf8")));

/** Screens of areas that are not built yet: nobody finds them. */
const isLater = ({ path, area }: { path: string; area: string }) =>
  area === "reports" && !REPORTS.some((report) => report.path === path);

test("without the code every entity path leads to the dashboard", { tag: "@plain" }, async ({ context, api }) => {
  await signIn(context, await makePerson(api, []));
  for (const entity of LISTED) {
    for (const address of [
      entity.paths.list,
      entity.paths.create,
      viewPath(entity, 1),
      `${viewPath(entity, 1)}/history`,
      `${viewPath(entity, 1)}/delete`,
    ]) {
      const answer = await context.request.get(SITE + address, { maxRedirects: 0 });
      expect([address, answer.status(), answer.headers().location]).toEqual([address, 303, "/"]);
      expect(answer.headers()["set-cookie"], address).toContain("toast=");
    }
    const sent = await context.request.post(SITE + entity.paths.create, {
      form: { name: "x" },
      headers: { origin: SITE },
      maxRedirects: 0,
    });
    expect([entity.name, sent.status(), sent.headers().location]).toEqual([entity.name, 303, "/"]);
  }
});

test("the dashboard has a word for who was led there", async ({ page, context, api }) => {
  await signIn(context, await makePerson(api, []));
  await page.goto("/users");
  await expect(toast(page)).toContainText(say("errors:no_permission"));
  await expect(heading(page)).toHaveText(say("dashboard:title"));
  await expect(page).toHaveURL(`${SITE}/`);
});

test.describe("the specification's routes", { tag: "@plain" }, () => {
  test.slow();
  const built = routes.filter((route) => route.permission && !isLater(route));

  /** The route's address with a record of its own in place of `{id}`. */
  async function addressOf(api: Parameters<typeof makePerson>[0], route: string): Promise<string> {
    if (!route.includes("{id}")) return route;
    const entity = ENTITIES.find(({ paths, alsoViewedAt }) => [...Object.values(paths), alsoViewedAt].includes(route));
    if (!entity) throw new Error(`${route} is no entity's view`);
    return route.replace("{id}", String((await makeRecord(api, entity.name)).id));
  }

  const client = async (who: Pick<Person, "email" | "password">): Promise<APIRequestContext> => {
    const request = await http.newContext();
    await signIn({ request }, who);
    return request;
  };
  const visit = async (who: APIRequestContext, address: string) => {
    const answer = await who.get(SITE + address, { maxRedirects: 0 });
    return [
      address,
      answer.status(),
      answer.headers().location ?? "",
      (answer.headers()["set-cookie"] ?? "").includes("toast="),
    ];
  };

  test("open to who holds their codes, closed to who lacks one, open to is_can_all", async ({ api }) => {
    expect(built.length).toBeGreaterThan(85);
    const all = await client(ADMIN);
    const people = new Map<string, Promise<APIRequestContext>>();
    const holding = (codes: readonly string[]) => {
      const key = codes.join();
      const one = people.get(key) ?? makePerson(api, codes, { sportLife: true }).then(client);
      people.set(key, one);
      return one;
    };
    for (const route of built) {
      const codes = [route.permission, route.also].filter((code) => typeof code === "string");
      const address = await addressOf(api, route.path);
      expect(await visit(await holding(codes), address)).toEqual([address, 200, "", false]);
      expect(await visit(all, address)).toEqual([address, 200, "", false]);
      for (const missing of codes) {
        const stranger = await holding(PERMISSIONS.filter((code) => code !== missing));
        expect([missing, ...(await visit(stranger, address))]).toEqual([missing, address, 303, "/", true]);
      }
    }
  });

  test("lead to sign-in without a session, and back after it", async ({ request }) => {
    for (const { path, login } of routes.filter((route) => !isLater(route))) {
      const address = path.replace("{id}", "1");
      const answer = await request.get(SITE + address, { maxRedirects: 0 });
      if (login === false) expect([address, answer.status()]).toEqual([address, 200]);
      else
        expect([address, answer.status(), answer.headers().location]).toEqual([
          address,
          302,
          `/login?redirect=${encodeURIComponent(address)}`,
        ]);
    }
  });
});

test("who may read but not create sees no way to create", { tag: "@plain" }, async ({ context, api }) => {
  for (const entity of LISTED.filter(({ furtherPermission }) => furtherPermission)) {
    const held = [entity.permission, entity.furtherPermission ?? ""];
    expect([entity.name, createRequirement(entity)]).toEqual([entity.name, held]);
    for (const holds of [false, true]) {
      await context.clearCookies();
      await signIn(context, await makePerson(api, holds ? held : [entity.permission]));
      const list = await (await context.request.get(SITE + entity.paths.list)).text();
      expect([entity.name, list.includes(`href="${entity.paths.create}"`)]).toEqual([entity.name, holds]);
      const answer = await context.request.get(SITE + entity.paths.create, { maxRedirects: 0 });
      expect([entity.name, answer.headers().location]).toEqual([entity.name, holds ? undefined : "/"]);
    }
  }
});

test("a record offers what its further code guards to who holds it, and opens to nobody else", {
  tag: "@plain",
}, async ({ context, api }) => {
  for (const entity of LISTED.filter(({ furtherPermission }) => furtherPermission)) {
    const code = entity.furtherPermission ?? "";
    const { id } = await makeRecord(api, entity.name);
    const address = viewPath(entity, id);
    const form = tabPath(entity, id, "data");
    const guarded = [
      ...(entity.deletable === false ? [] : [`${address}/delete`, `/bulk/${entity.name}/delete?ids=1`]),
      `${entity.paths.create}?copy=1`,
    ];
    const linked = guarded.filter((one) => one.startsWith(address));
    for (const holds of [false, true]) {
      await context.clearCookies();
      await signIn(context, await makePerson(api, holds ? [entity.permission, code] : [entity.permission]));
      const get = (path: string) => context.request.get(SITE + path, { maxRedirects: 0 });
      const html = await (await get(form)).text();
      for (const path of linked) expect([path, html.includes(`href="${path}"`)]).toEqual([path, holds]);
      const mayChange = holds || code.endsWith("_CREATE");
      expect([address, code, html.includes('name="version"')]).toEqual([address, code, mayChange]);
      const sent = await context.request.post(SITE + form, {
        form: { version: "-1" },
        headers: { origin: SITE },
        maxRedirects: 0,
      });
      expect([address, code, sent.headers().location === "/"]).toEqual([address, code, !mayChange]);
      for (const path of guarded) expect([path, (await get(path)).headers().location === "/"]).toEqual([path, !holds]);
    }
  }
});

const menuText = (key: string) => say(`frame:menu.${key}`);
const records = (name: string) => say(`entities:${name}.many`);

test("the menu shows what may be seen and collapses groups of one", async ({ page, context, api }) => {
  const menu = page.getByRole("navigation", { name: say("frame:menu_label") });
  await signIn(context, await makePerson(api, ["INGREDIENT"]));
  await open(page, "/");
  await expect(menu.getByRole("link")).toHaveText([menuText("dashboard"), records("ingredient")]);
  await expect(menu.locator("summary")).toHaveCount(0);

  await context.clearCookies();
  await signIn(context, await makePerson(api, ["INGREDIENT", "RECIPE"]));
  await open(page, "/recipes");
  await expect(menu.locator("summary")).toHaveText([menuText("objects")]);
  await expect(menu.getByRole("link")).toHaveText([menuText("dashboard"), records("recipe"), records("ingredient")]);
  await expect(menu.locator("[aria-current=page]")).toHaveText(records("recipe"));

  await context.clearCookies();
  await signIn(context, await makePerson(api, ["USER", "USER_GROUP", "LOCATION"]));
  await open(page, "/users");
  await expect(menu.locator("summary")).toHaveText([menuText("posts"), menuText("users_section")]);
  await expect(menu.getByRole("link")).toHaveText([
    menuText("dashboard"),
    records("user"),
    records("user_group"),
    records("location"),
  ]);
});

test("the foot tells the years and the versions", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/");
  await expect(page.getByRole("contentinfo")).toHaveText(
    new RegExp(`2019–${new Date().getFullYear()}.*\\d+\\.\\d+\\.\\d+.*1\\.14\\.64`),
  );
});
