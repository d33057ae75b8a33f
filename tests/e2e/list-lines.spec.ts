import { MENU_TABLE, type MenuTable } from "~/frame/menu-table";
import { ENTITIES } from "~server/contract/entities";
import { deletedPath } from "~server/contract/entity";
import { expect, heading, signIn, test } from "./pages";

const inMenu = (table: MenuTable): string[] =>
  table.flatMap((node) => ("children" in node ? inMenu(node.children) : [node.path]));
/** One record each, and a screen of many cards: no lists. */
const ALONE = new Set([
  "/",
  "/my_route",
  ...ENTITIES.flatMap(({ singleton, paths }) => (singleton ? [paths.list] : [])),
]);
const lists = ENTITIES.filter(({ singleton }) => !singleton);
const PATHS = new Set([
  ...inMenu(MENU_TABLE),
  ...lists.map(({ paths }) => paths.list),
  ...lists.filter(({ deletable }) => deletable !== false).map((entity) => deletedPath(entity)),
  "/notices",
  "/subscriptions/all",
]);

test("every list says in a line under its title what it is", { tag: "@plain" }, async ({ page, context }) => {
  test.slow();
  await signIn(context);
  const silent: string[] = [];
  for (const path of [...PATHS].filter((one) => !ALONE.has(one))) {
    await page.goto(path);
    const line = heading(page).locator("xpath=../../following-sibling::p");
    const said = (await line.count()) ? await line.first().innerText() : "";
    if (said.length < 10 || said.length > 400) silent.push(`${path}: ${said}`);
  }
  expect(silent).toEqual([]);
});
