import { z } from "zod";
import { faults } from "./axe";
import { rowButtons } from "./fill";
import { markupFaults } from "./markup";
import { expect, open, save, signIn, test, toast } from "./pages";
import { PlainBrowser, type PlainPage } from "./plain-browser";
import { makeRecord } from "./records";
import { say } from "./texts";
import { type Api, unique, type Values } from "./vending";

test("two people change one record: what one of them changed is together, what both did is chosen from", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { id, title } = await makeRecord(api, "ingredient", { price: 2_550 });
  await signIn(context);
  await open(page, `/ingredients/view/${id}`);
  const other = await context.newPage();
  await open(other, `/ingredients/view/${id}`);
  await other.locator("[name=price]").fill("99,90");
  await other.locator("[name=weight]").fill("750");
  await save(other);
  await expect(toast(other)).toContainText(say("resource:updated"));

  await page.setViewportSize({ width: 360, height: 700 });
  await page.locator("[name=price]").fill("11,10");
  await page.locator("[name=name]").fill(`${title} моє`);
  await save(page);
  await expect(page.getByText(say("resource:conflict_title")).first()).toBeInViewport();
  if (scripts) expect(await faults(page, "a conflict")).toEqual([]);
  else expect(await markupFaults("a conflict", await page.content())).toEqual([]);
  await expect(page.getByRole("radio")).toHaveCount(2);
  const price = page.getByRole("group", { name: say("entities:ingredient.fields.price") });
  await expect(price.getByLabel(say("resource:theirs", { value: "99,90 ₴" }))).not.toBeChecked();
  await expect(page.locator("[name=price]")).toHaveValue(/^11[.,]10$/);
  await expect(page.locator("[name=name]")).toHaveValue(`${title} моє`);
  await expect(page.locator("[name=weight]")).toHaveValue("750");

  await price.getByLabel(say("resource:mine", { value: "11,10 ₴" })).check();
  await save(page);
  await expect(toast(page)).toContainText(say("resource:merged"));
  expect(await api.get(`/ingredients/${id}`)).toMatchObject({ price: 1_110, name: `${title} моє`, weight: 750 });
});

/** A planogram as two people know it: its texts and its cells, by name; what is not there is undefined. */
type State = ReadonlyMap<string, string | undefined>;

const CELLS = ["A1", "A2", "A3", "A4", "A5", "B[0].x"];
/** A planogram has cells. */
const STAYS = "Z9";
const isCell = (key: string) => CELLS.includes(key);
const oneOf = (...from: (string | undefined)[]) => from[Math.floor(Math.random() * from.length)];

/** What somebody does: each thing is left alone more often than not. */
const someEdits = (before: State) =>
  new Map(
    ["name", "description", ...CELLS]
      .flatMap((key): [string, string | undefined][] => {
        if (Math.random() < 0.6) return [];
        if (isCell(key)) return [[key, oneOf(undefined, "11,00", "12,50")]];
        return [[key, key === "name" ? `Схема ${oneOf("а", "б")}` : oneOf("опис", "інший опис")]];
      })
      .filter(([key, value]) => value !== before.get(key)),
  );

const planogramSchema = z.object({
  version: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  cells: z.array(z.object({ cell: z.string(), price: z.number() })),
});

async function stateOf(api: Api, path: string): Promise<State> {
  const { name, description, cells } = planogramSchema.parse(await api.get(path));
  const price = (kopecks: number) => (kopecks / 100).toFixed(2).replace(".", ",");
  return new Map([
    ["name", name],
    ["description", description ?? ""],
    ...CELLS.map((key): [string, string | undefined] => {
      const found = cells.find(({ cell }) => cell === key);
      return [key, found && price(found.price)];
    }),
  ]);
}

/** Somebody else's change, without a form. */
async function saveElsewhere(api: Api, path: string, recipe: number, edits: State): Promise<void> {
  const { version } = planogramSchema.parse(await api.get(path));
  const state = new Map([...(await stateOf(api, path)), ...edits]);
  const values: Values = { version, name: state.get("name") ?? "", description: state.get("description") ?? "" };
  const rows = [...CELLS.filter((key) => state.get(key) !== undefined), STAYS];
  for (const [index, cell] of rows.entries())
    Object.assign(values, {
      [`cells[${index}].cell`]: cell,
      [`cells[${index}].recipe`]: recipe,
      [`cells[${index}].price`]: cell === STAYS ? 1_000 : Math.round(Number(state.get(cell)?.replace(",", ".")) * 100),
    });
  await api.post(path, values);
}

const named = (page: PlainPage, name: RegExp) =>
  [...page.document.getElementsByTagName("input")].filter((one) => name.test(one.name));

/** The same change typed into a form that is open. */
async function type(browser: PlainBrowser, opened: PlainPage, recipe: number, edits: State): Promise<PlainPage> {
  let page = opened;
  const cells = () => named(page, /^cells\[\d+\]\.cell$/);
  const unused = (cell: HTMLInputElement) => page.control(cell.name.replace(/cell$/, "recipe")).value === "";
  for (const [key, value] of edits) {
    if (!isCell(key)) {
      page.control(key).value = value ?? "";
      continue;
    }
    const at = cells().findIndex((one) => one.value === key);
    if (value === undefined) {
      const remove = rowButtons(page, "cells", "remove")[at];
      if (remove) page = await browser.press(page, remove);
      continue;
    }
    if (at < 0 && !cells().some(unused)) page = await browser.press(page, page.button("more_rows", "cells"));
    const row = at < 0 ? cells().findIndex(unused) : at;
    page.control(`cells[${row}].cell`).value = key;
    page.control(`cells[${row}].recipe`).value = String(recipe);
    page.control(`cells[${row}].price`).value = value;
  }
  return page;
}

/** The choice between what is saved and what was typed. */
function choicesOf(page: PlainPage, key: string): HTMLInputElement[] {
  const fields = "entities:planogram.fields";
  const legend = isCell(key) ? `${say(`${fields}.cells`)}: ${key}` : say(`${fields}.${key}`);
  const group = [...page.document.querySelectorAll("fieldset")].find(
    (one) => one.querySelector("legend")?.textContent.replace(/\s*\*?$/, "") === legend,
  );
  return [...(group?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? [])];
}

test("whatever two people change in one planogram at a time, nothing of either is lost", { tag: "@plain" }, async ({
  playwright,
  api,
}) => {
  const request = await playwright.request.newContext();
  await signIn({ request });
  const browser = new PlainBrowser(request);
  const recipe = await makeRecord(api, "recipe");
  for (let round = 0; round < 10; round++)
    await test.step(`round ${round}`, async () => {
      const cells = [...CELLS.slice(0, 4), STAYS].flatMap((cell, index): [string, string | number][] => [
        [`cells[${index}].cell`, cell],
        [`cells[${index}].recipe`, recipe.id],
        [`cells[${index}].price`, 1_000],
      ]);
      const id = await api.create("/planograms", { name: `Схема ${unique()}`, ...Object.fromEntries(cells) });
      const [path, screen] = [`/planograms/${id}`, `/planogram/view/${id}`];
      const before = await stateOf(api, path);
      const [mine, theirs] = [someEdits(before), someEdits(before)];
      const opened = await browser.open(screen);
      await saveElsewhere(api, path, recipe.id, theirs);
      const typed = await type(browser, opened, recipe.id, mine);

      const both = [...mine.keys()].filter((key) => theirs.has(key) && mine.get(key) !== theirs.get(key));
      const title = say("resource:conflict_title");
      let open = both;
      let page = await browser.press(typed, typed.button("enter"), open.length ? title : undefined);
      const told = new Map([...before, ...theirs, ...mine]);
      for (let moreComes = Math.random() < 0.5; open.length; moreComes = false) {
        expect(named(page, /^keep_/)).toHaveLength(2 * open.length);
        // Until all is chosen nothing is saved.
        expect(await stateOf(api, path)).toEqual(new Map([...before, ...theirs]));
        for (const key of open) {
          const keepsMine = Math.random() < 0.5;
          const chosen = choicesOf(page, key)[keepsMine ? 1 : 0];
          if (!chosen) throw new Error(`${key} is not asked for`);
          chosen.checked = true;
          told.set(key, (keepsMine ? mine : theirs).get(key));
        }
        // What is chosen holds against what stood there: changed once more, it is asked for once more.
        open = moreComes ? open.slice(0, 1) : [];
        for (const key of open) theirs.set(key, isCell(key) ? "99,00" : "ще раз");
        if (open.length) await saveElsewhere(api, path, recipe.id, theirs);
        page = await browser.press(page, page.button("enter"), open.length ? title : undefined);
      }
      expect(await stateOf(api, path), JSON.stringify([[...mine], [...theirs]])).toEqual(told);
    });
  await request.dispose();
});
