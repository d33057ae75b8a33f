import type { Page } from "@playwright/test";
import { expect, heading, loseSession, open, save, signIn, test, toast } from "./pages";
import { choose, expectChosen, makeRecord, picker, titled } from "./records";
import { say } from "./texts";
import { type Api, makePerson, unique, uniqueNumber } from "./vending";

/** Records that one word finds, more than a picker shows without searching; answers the word. */
async function many(api: Api, entity: string, over: Record<string, string | number> = {}): Promise<string> {
  const word = unique();
  for (let index = 0; index < 52; index++)
    await makeRecord(api, entity, { name: `${word} #${String(index).padStart(3, "0")}`, ...over });
  return word;
}

const found = (page: Page, name: string) => page.locator(`[id="record-${name}-list"]`).getByRole("option");
const ingredients = "ingredients[0].ingredient";

test("a picker with more than fifty choices is searched, and what is chosen and typed stays", async ({
  page,
  context,
  api,
}) => {
  test.slow();
  const word = await many(api, "ingredient");
  await signIn(context, await makePerson(api, ["RECIPE", "INGREDIENT"]));
  await open(page, "/recipes/create");
  await page.locator("[name=name]").fill(`Рецепт ${word}`);
  await page.locator("[name=description]").fill("Опис лишається");
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await choose(page, ingredients, "ingredient", `${word} #051`);
  await page.locator('[name="ingredients[0].quantity"]').fill("3");
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await choose(page, "ingredients[1].ingredient", "ingredient", `${word} #000`);
  await expectChosen(page, ingredients, `${word} #051`);
  await expect(page.locator("[name=name]")).toHaveValue(`Рецепт ${word}`);
  await expect(page.locator("[name=description]")).toHaveValue("Опис лишається");
  await page.locator('[name="ingredients[1].quantity"]').fill("4");
  await page.locator("[name=item_number]").fill(String(uniqueNumber()));
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expectChosen(page, ingredients, `${word} #051`);
  await expectChosen(page, "ingredients[1].ingredient", `${word} #000`);
  await expect(page.locator('[name="ingredients[0].quantity"]')).toHaveValue("3");
  // What a record refers to is a link away.
  await page.getByRole("link", { name: `${say("resource:open")}: ${word} #051` }).click();
  await expect(heading(page)).toHaveText(`${word} #051`);
});

test("Enter in a picker searches and never saves", async ({ page, context, api, scripts }) => {
  test.slow();
  const word = await many(api, "ingredient");
  const recipe = await makeRecord(api, "recipe");
  await signIn(context, await makePerson(api, ["RECIPE", "INGREDIENT"]));
  await open(page, `/recipes/view/${recipe.id}`);
  await page.locator("[name=description]").fill("Ще не збережено");
  const box = scripts ? picker(page, ingredients) : page.locator("[name=find_ingredient]");
  await box.fill(`${word} #05`);
  if (scripts) await expect(found(page, ingredients)).toHaveText([`${word} #050`, `${word} #051`]);
  await box.press("Enter");
  if (scripts) await expect(box).toHaveValue(`${word} #050`);
  else
    await expect(picker(page, ingredients).locator("option")).toHaveText([
      /.*/,
      /.*/,
      titled(`${word} #050`),
      titled(`${word} #051`),
    ]);
  // The words are taken out again: that is a wish for all of them, no more to save than before.
  await box.fill("");
  await box.press("Enter");
  if (!scripts) await expect(picker(page, ingredients).locator("option").nth(5)).toBeAttached();
  await expect(page.locator("[name=description]")).toHaveValue("Ще не збережено");
  await expect(page.getByText(say("resource:updated"))).toHaveCount(0);
  await open(page, `/recipes/view/${recipe.id}`);
  await expect(page.locator("[name=description]")).toHaveValue("");
});

test("the keyboard alone finds, chooses and removes", { tag: "@scripts" }, async ({ page, context, api }) => {
  test.slow();
  const word = await many(api, "ingredient");
  await signIn(context, await makePerson(api, ["RECIPE", "INGREDIENT"]));
  await open(page, "/recipes/create");
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  const box = picker(page, ingredients);
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await box.fill("zzzzzz");
  await expect(page.getByRole("status").filter({ hasText: say("resource:nothing_found") })).toBeVisible();
  await expect(found(page, ingredients)).toHaveCount(0);
  await box.fill(word);
  await expect(found(page, ingredients)).toHaveCount(50);
  const active = async () => page.locator(`[id="${await box.getAttribute("aria-activedescendant")}"]`).textContent();
  expect(await active()).toBe(`${word} #000`);
  await box.press("ArrowDown");
  expect(await active()).toBe(`${word} #001`);
  await box.press("End");
  expect(await active()).toBe(`${word} #049`);
  await box.press("Home");
  await box.press("ArrowUp");
  expect(await active()).toBe(`${word} #049`);
  await box.press("Enter");
  await expect(box).toHaveValue(`${word} #049`);
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator(`input[type=hidden][name="${ingredients}"]`)).toHaveValue(/^\d+$/);
  // Words that chose nothing do not stay as if they were a choice.
  await box.fill("щось інше");
  await box.press("Escape");
  await expect(box).toHaveValue(`${word} #049`);
});

test("many are chosen among more than a list shows", async ({ page, context, api, scripts }) => {
  test.slow();
  const project = await makeRecord(api, "project");
  const word = await many(api, "location", { project: project.id });
  const group = await makeRecord(api, "location_group");
  await signIn(context);
  await open(page, `/locations_groups/view/${group.id}`);
  const name = "locations";
  for (const title of [`${word} #051`, `${word} #007`]) {
    if (scripts) {
      const box = page.getByRole("combobox", { name: say(`entities:location_group.fields.${name}`) });
      await box.fill(title);
      await page.getByRole("option", { name: title }).click();
    } else {
      await page.locator("[name=find_location]").fill(title);
      await page.locator("[name=find_location]").press("Enter");
      await page.getByRole("checkbox", { name: title }).check();
    }
  }
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  for (const title of [`${word} #051`, `${word} #007`])
    await expect(page.getByRole("main").getByRole("link", { name: title, exact: true })).toBeVisible();
  if (scripts) await page.getByRole("button", { name: `${say("resource:remove")}: ${word} #051` }).click();
  else await page.getByRole("checkbox", { name: `${word} #051` }).uncheck();
  await save(page);
  await expect(page.getByRole("main").getByRole("link", { name: `${word} #051`, exact: true })).toHaveCount(0);
  // Saving once more changes nothing, and says so.
  await save(page);
  await expect(toast(page)).toContainText(say("resource:unchanged"));
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect(
    page
      .getByRole("row", { name: say(`entities:location_group.fields.${name}`) })
      .first()
      .getByRole("cell"),
  ).toHaveText([`${word} #051`, "—"]);
});

test("searching a picker after the session has ended does not lose the form", { tag: "@scripts" }, async ({
  page,
  context,
  api,
}) => {
  test.slow();
  const word = await many(api, "ingredient");
  await signIn(context, await makePerson(api, ["RECIPE", "INGREDIENT"]));
  await open(page, "/recipes/create");
  await page.locator("[name=name]").fill(`Рецепт ${word}`);
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await expect(page.locator('[name="ingredients[0].quantity"]')).toBeVisible();
  await loseSession(context);
  const answered = page.waitForResponse(/\/pick\//);
  await picker(page, ingredients).fill(`${word} #051`);
  await answered;
  await page.locator("[name=item_number]").fill("5");
  await expect(page.locator("[name=name]")).toHaveValue(`Рецепт ${word}`);
});

test("leaving a form with unsaved input is asked about", { tag: "@scripts" }, async ({ page, context, api }) => {
  const { id, title } = await makeRecord(api, "ingredient");
  await signIn(context);
  await open(page, `/ingredients/view/${id}`);
  const asked: string[] = [];
  let leave = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (leave ? dialog.accept() : dialog.dismiss());
  });
  const history = page.getByRole("link", { name: say("resource:tab.history") });
  await page.locator("[name=name]").fill("Щось інше");
  await history.click();
  await expect.poll(() => asked).toEqual([say("resource:leave")]);
  await expect(page.locator("[name=name]")).toHaveValue("Щось інше");
  // What is as it was needs no question.
  await page.locator("[name=name]").fill(title);
  await history.click();
  await expect(page).toHaveURL(/\/history/);
  await page.getByRole("link", { name: say("resource:tab.data") }).click();
  await page.locator("[name=name]").fill("Щось інше");
  leave = true;
  await history.click();
  await expect(page).toHaveURL(/\/history/);
  expect(asked).toHaveLength(2);
});

test("an address stays clean after an error", async ({ page, context, api }) => {
  const { id } = await makeRecord(api, "ingredient");
  await signIn(context);
  await open(page, `/ingredients/view/${id}`);
  await page.locator("[name=price]").fill("дорого");
  await save(page);
  await expect(page.locator("#record-price-error")).toHaveText(say("errors:incorrect"));
  expect(new URL(page.url()).search).toBe("");
});

test("what is out of a person's sight is a number that leads nowhere", async ({ page, context, api }) => {
  const [near, far] = [await makeRecord(api, "device"), await makeRecord(api, "device")];
  const crew = await makeRecord(api, "crew", { devices: [near.id, far.id] });
  await signIn(context, await makePerson(api, ["CREW", "DEVICE"], { devices: [near.id] }));
  await open(page, `/crew/view/${crew.id}/data`);
  const main = page.getByRole("main");
  await expect(main).toContainText(`#${far.id}`);
  await expect(main.locator(`a[href^="/devices/view/${near.id}"]`)).not.toHaveCount(0);
  await expect(main.locator(`a[href^="/devices/view/${far.id}"]`)).toHaveCount(0);
});

test("a machine is chosen and shown with its place", async ({ page, context, api, scripts }) => {
  const city = `Місто ${unique()}`;
  const place = await makeRecord(api, "location", { city });
  const machine = await makeRecord(api, "device", { location: place.id });
  const known = `${place.title}, ${city}`;
  const unit = await makeRecord(api, "telemetry");
  await signIn(context);
  await open(page, `/telemetry/view/${unit.id}`);
  if (scripts) {
    await picker(page, "device").fill(city);
    await expect(found(page, "device")).toHaveText(machine.title + known);
    await found(page, "device").click();
  } else {
    await page.locator("[name=find_device]").fill(city);
    await page.locator("button[name=find][value=device]").click();
    await picker(page, "device").selectOption({ label: `${machine.title} · ${known}` });
  }
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  await expectChosen(page, "device", machine.title);
  await expect(page.getByRole("main")).toContainText(known);
  await open(page, `/telemetries?q=${unit.title}`);
  await expect(page.getByRole("row", { name: unit.title })).toContainText(known);
  // Beside a column that tells the place it is not told twice.
  const ticket = await makeRecord(api, "ticket", { device: machine.id });
  await open(page, `/help_desk/tickets?q=${encodeURIComponent(ticket.title)}`);
  await expect(page.getByRole("row", { name: ticket.title })).toContainText(machine.title);
});
