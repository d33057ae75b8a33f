import { expect, heading, open, signIn, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { makePerson, uniqueNumber } from "./vending";

test("what was deleted is listed with its history, and comes back", async ({ page, context, api }) => {
  const { id, title } = await makeRecord(api, "warehouse");
  await signIn(context, await makePerson(api, ["WAREHOUSE"]));
  await open(page, `/warehouses/view/${id}/delete`);
  await page.getByRole("button", { name: say("resource:delete.label") }).click();
  await expect(page).toHaveURL(/\/warehouses$/);

  await page.getByRole("link", { name: say("resource:deleted.title"), exact: true }).click();
  await expect(page).toHaveURL(/\/warehouses\/deleted$/);
  await page.getByRole("row").filter({ hasText: title }).getByRole("link").click();
  await expect(heading(page)).toHaveText(title);
  for (const did of ["delete", "create"])
    await expect(page.getByRole("region", { name: say(`resource:history.${did}`) })).toBeVisible();

  // Where it was leads to where it is.
  await page.goto(`/warehouses/view/${id}/history`);
  await expect(page).toHaveURL(new RegExp(`/warehouses/deleted/${id}$`));
  await page.getByRole("button", { name: say("resource:restore.label") }).click();
  await expect(toast(page)).toContainText(say("resource:restore.done"));
  await expect(page).toHaveURL(new RegExp(`/warehouses/view/${id}$`));
  await page.goto(`/warehouses/deleted/${id}`);
  await expect(heading(page)).not.toHaveText(title);
});

test("what stands against it is said", async ({ page, context, api }) => {
  const item_number = uniqueNumber();
  const { id } = await makeRecord(api, "recipe", { item_number });
  await signIn(context, await makePerson(api, ["RECIPE"]));
  await api.post(`/recipes/${id}/delete`);
  await makeRecord(api, "recipe", { item_number });
  await open(page, `/recipes/deleted/${id}`);
  await page.getByRole("button", { name: say("resource:restore.label") }).click();
  await expect(page.getByRole("alert")).toContainText(
    `${say("entities:recipe.fields.item_number")}: ${say("errors:taken")}`,
  );
});
