import type { Page } from "@playwright/test";
import { actionsOf, editableFields, type Entity, fieldOf, onlyOf, viewPath } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import { expect, heading, open, prefer, save, signIn, takeAction, test, toast } from "./pages";
import { covering, fillForm, makeRecord, minimalPieces, LISTED, textFor } from "./records";
import { say } from "./texts";
import { makePerson, unique } from "./vending";

const label = (entity: Entity, name: string) => say(`entities:${entity.name}.fields.${name}`);

/** A field that may stay empty and is always in sight, and a value for it: what is typed there must survive a refusal. */
function optional(entity: Entity): { name: string; value: string } {
  for (const [name, field] of editableFields(entity)) {
    if (field.required || onlyOf(field)) continue;
    if (field.kind === "text")
      return {
        name,
        value:
          field.format === "phone"
            ? "+380671234567"
            : field.format === "email"
              ? "kept@example.com"
              : field.format === "error_code"
                ? "EFB"
                : field.format === "url"
                  ? "https://example.com/kept"
                  : "abc",
      };
    if (field.kind === "integer") return { name, value: "7" };
  }
  throw new Error(`${entity.name} has no optional field`);
}

/** Another title that the field takes. */
function otherTitle(entity: Entity, title: string): string {
  const field = fieldOf(entity, entity.title);
  return field.kind === "text" && field.format ? textFor(field) : `${title}-2`;
}

const errorOf = (page: Page, name: string) => page.locator(`[id="record-${name}-error"]`);

/** Left out are a code that the service makes up itself, which is no title to be typed, and a ticket, which opens on its conversation: those have tests of their own. */
const TYPED = LISTED.filter((one) => fieldOf(one, one.title).required && one.name !== "ticket");

/** Without scripts forms.spec.ts walks every form; these are seen in the browser too. */
const SEEN_PLAIN = ["device", "recipe", "user"];

for (const entity of covering(TYPED)) {
  test(`${entity.name}: list, form, history and removal`, {
    tag: SEEN_PLAIN.includes(entity.name) ? [] : ["@scripts"],
  }, async ({ page, context, api }) => {
    test.slow();
    const pieces = await minimalPieces(api, entity);
    const kept = optional(entity);
    await signIn(context);
    await open(page, entity.paths.list);
    await expect(heading(page)).toHaveText(say(`entities:${entity.name}.many`));
    await page
      .getByRole("link", { name: say(`entities:${entity.name}.create`) })
      .first()
      .click();
    await expect(heading(page)).toHaveText(say(`entities:${entity.name}.create`));

    // Refused: what is missing is said beside each field, what was typed stays.
    await page.locator(`[name="${kept.name}"]`).fill(kept.value);
    await save(page);
    await expect(page.getByRole("alert").first()).toContainText(say("resource:check_fields"));
    for (const [name, field] of editableFields(entity)) {
      const begun = field.kind === "choice" && field.initial;
      if (field.required && !begun)
        await expect(errorOf(page, name), name).toHaveText(
          say(field.kind === "rows" ? `errors:${field.empty}` : "errors:required"),
        );
    }
    await expect(page.locator(`[name="${kept.name}"]`)).toHaveValue(kept.value);

    await fillForm(page, pieces);
    await save(page);
    const title = pieces.find(({ name }) => name === entity.title)?.typed ?? "";
    const renamed = otherTitle(entity, title);
    const one = say(`entities:${entity.name}.one`);
    const known = (name: string) =>
      [name, ...pieces.filter((piece) => piece.name === entity.titleWith).map(({ typed }) => typed)].join(" ");
    await expect(heading(page)).toHaveText(known(title));
    // A ticket is told by its number.
    await expect(toast(page)).toContainText(
      say("resource:created", { one, title: entity.name === "ticket" ? "" : known(title) }),
    );
    await expect(page.locator(`[name="${kept.name}"]`)).toHaveValue(kept.value);

    await page.locator(`[name="${entity.title}"]`).fill(renamed);
    await save(page);
    await expect(toast(page)).toContainText(say("resource:updated"));
    await expect(heading(page)).toHaveText(known(renamed));

    await page.getByRole("link", { name: say("resource:tab.history") }).click();
    const changed = page.getByRole("row", { name: label(entity, entity.title) }).first();
    await expect(changed.getByRole("cell")).toHaveText([title, renamed]);
    await expect(page.getByRole("listitem").filter({ hasText: say("resource:history.create") })).toBeVisible();

    await open(page, `${entity.paths.list}?q=${encodeURIComponent(renamed)}`);
    await page.getByRole("link", { name: renamed, exact: true }).click();
    await expect(heading(page)).toHaveText(known(renamed));
    if (!actionsOf(entity).some(({ name }) => name === "delete")) return;
    await takeAction(page, say("resource:delete.label"));
    await expect(page.getByRole("heading", { name: say("resource:delete.question", { one }) })).toBeVisible();
    await expect(page.getByText(say("resource:delete.hint", { title: known(renamed) }))).toBeVisible();
    await page.getByRole("button", { name: say("resource:delete.label") }).click();
    await expect(toast(page)).toContainText(say("resource:delete.done", { one }));
    await expect(heading(page)).toHaveText(say(`entities:${entity.name}.many`));
  });

  // Nothing here is done by scripts.
  test(`${entity.name}: opens filters, a sorted list and a copy`, { tag: "@plain" }, async ({ page, context, api }) => {
    const { id, title } = await makeRecord(api, entity.name);
    await signIn(context);
    await open(page, `${entity.paths.list}?filters=1&sort=-${entity.list.sort.replace(/^-/, "")}`);
    for (const name of entity.list.filters) await expect(page.locator(`[id^="filter-${name}"]`).first()).toBeVisible();
    await expect(page.locator("th[aria-sort=descending]")).toHaveText(
      label(entity, entity.list.sort.replace(/^-/, "")),
    );
    await open(page, viewPath(entity, id));
    await takeAction(page, say("resource:copy"));
    await expect(heading(page)).toHaveText(say(`entities:${entity.name}.create`));
    const control = page.locator(`[name="${entity.title}"]`);
    await expect(control).toHaveValue(copyOf(fieldOf(entity, entity.title), title));
  });
}

/** What a copy is called at first. */
function copyOf(field: Field, title: string): string | RegExp {
  if (field.kind !== "text") return /.*/;
  const ending = ` ${say("resource:copy_ending")}`;
  if (field.exclusive) return "";
  return field.format ? title : title.slice(0, field.max - ending.length) + ending;
}

test("what is in use cannot be deleted and says by what", async ({ page, context, api }) => {
  const ingredient = await makeRecord(api, "ingredient");
  await signIn(context);
  const asked = `/ingredients/view/${ingredient.id}/delete`;
  await open(page, asked);
  const press = page.getByRole("main").getByRole("button", { name: say("resource:delete.label") });
  await expect(press).toBeVisible();
  // Somebody uses it while the question is read.
  const recipe = await makeRecord(api, "recipe", { "ingredients[0].ingredient": ingredient.id });
  await press.click();
  await expect(page.getByRole("alert")).toContainText(say("errors:in_use"));
  await expect(press).toHaveCount(0);
  // Whoever comes later is told before they press.
  await open(page, asked);
  await expect(page.getByRole("alert")).toContainText(recipe.title);
  await expect(press).toHaveCount(0);
  await page.getByRole("link", { name: say("resource:show_all") }).click();
  await expect(page).toHaveURL(new RegExp(`/recipes\\?ingredients=${ingredient.id}$`));
  await page.getByRole("link", { name: recipe.title }).click();
  await expect(page).toHaveURL(new RegExp(`/recipes/view/${recipe.id}\\b`));
});

test("a group without permissions says so, in the list and beside its title, until it has some", async ({
  page,
  context,
  api,
}) => {
  const { id, title } = await makeRecord(api, "user_group");
  await signIn(context);
  await open(page, `/users_groups?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("row", { name: title })).toContainText(say("errors:no_access_rights"));
  await open(page, `/users_groups/view/${id}`);
  await expect(page.getByText(say("errors:no_access_rights"))).toBeVisible();
  await page.locator("[name=permissions][value=DEVICE]").check();
  await save(page);
  await expect(page.getByText(say("errors:no_access_rights"))).toHaveCount(0);
});

test("a franchise may not be put below itself or what is below it", async ({ page, context, api }) => {
  const top = await makeRecord(api, "franchise");
  const below = await makeRecord(api, "franchise", { parent: top.id });
  const beside = await makeRecord(api, "franchise");
  await signIn(context);
  await open(page, `/franchise/view/${top.id}`);
  const values = await page
    .locator("[name=parent] option")
    .evaluateAll((options) => options.map((one) => one.getAttribute("value")));
  expect(values).not.toContain(String(top.id));
  expect(values).not.toContain(String(below.id));
  // Among more than a list shows it is searched for.
  const searched = page.locator("input[name=find_franchise]").or(page.getByRole("combobox").and(page.locator("input")));
  if (!(await searched.count())) expect(values).toContain(String(beside.id));
});

test("an e-mail address belongs to one user", async ({ page, context, api, scripts }) => {
  const person = await makePerson(api, []);
  await signIn(context);
  await open(page, "/users/create");
  await page.locator("[name=full_name]").fill("Двійник");
  await page.locator("[name=email]").fill(person.email.toUpperCase());
  await page.locator("[name=password]").fill("long enough");
  await page.locator("[name=role]").selectOption("USUAL");
  await page.locator("[name=access_mode]").selectOption("UNRESTRICTED");
  await save(page);
  await expect(errorOf(page, "email")).toHaveText(say("errors:email_taken"));
  await expect(page.locator("[name=full_name]")).toHaveValue("Двійник");
  // A page never carries a password back; with scripts the page is still the same one.
  if (!scripts) await expect(page.locator("[name=password]")).toHaveValue("");
});

test("values out of bounds are refused with the specification's messages", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/ingredients/create");
  await page.locator("[name=name]").fill("x");
  await page.locator("[name=price]").fill("-1");
  await page.locator("[name=pack_count]").fill("0");
  await page.locator("[name=weight]").fill("багато");
  await page.locator("[name=volume]").fill("2000000");
  await save(page);
  await expect(errorOf(page, "price")).toHaveText(say("errors:min_value", { count: 0 }));
  await expect(errorOf(page, "pack_count")).toHaveText(say("errors:min_value", { count: 1 }));
  await expect(errorOf(page, "weight")).toHaveText(say("errors:incorrect"));
  await expect(errorOf(page, "volume")).toHaveText(say("errors:max_value", { count: 1_000_000 }));
  await open(page, "/users/create");
  await page.locator("[name=password]").fill("short");
  await page.locator("[name=email]").fill("not an address");
  await save(page);
  await expect(errorOf(page, "password")).toHaveText(say("errors:min_length", { count: 10 }));
  await expect(errorOf(page, "email")).toHaveText(say("errors:incorrect"));
});

test("blocking a user asks first and ends the session at once", async ({ page, context, browser, api }) => {
  const person = await makePerson(api, []);
  const theirs = await browser.newContext();
  await signIn(theirs, person);
  await signIn(context);
  await prefer(context, { lang: "en" });
  await open(page, `/user/view/${person.id}`);
  await takeAction(page, say("entities:user.actions.block.label", {}, "en"), "en");
  await expect(page.getByRole("heading", { name: "Are you sure you want to block the user?" })).toBeVisible();
  await page.getByRole("button", { name: say("entities:user.actions.block.label", {}, "en") }).click();
  await expect(toast(page)).toContainText(say("entities:user.actions.block.done", {}, "en"));
  await expect(page.getByText(say("entities:user.fields.blocked", {}, "en")).first()).toBeVisible();
  const theirPage = await theirs.newPage();
  await expect(async () => {
    await theirPage.goto("/");
    expect(new URL(theirPage.url()).pathname).toBe("/login");
  }).toPass();
  await theirs.close();
});

test("a device is hidden and shown again", async ({ page, context, api }) => {
  const { id, title } = await makeRecord(api, "device");
  await signIn(context);
  await open(page, `/devices/view/${id}`);
  await takeAction(page, say("entities:device.actions.hide.label"));
  await page.getByRole("button", { name: say("entities:device.actions.hide.label") }).click();
  await expect(toast(page)).toContainText(say("entities:device.actions.hide.done"));
  await open(page, `/devices?q=${title}`);
  await expect(page.getByText(say("resource:nothing_found"))).toBeVisible();
  await page.getByRole("link", { name: say("entities:device.scopes.hidden"), exact: true }).click();
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await open(page, `/devices/view/${id}`);
  await takeAction(page, say("entities:device.actions.show.label"));
  await page.getByRole("button", { name: say("entities:device.actions.show.label") }).click();
  await expect(toast(page)).toContainText(say("entities:device.actions.show.done"));
});

test("a change of place says since when it holds, and history tells", { tag: "@plain" }, async ({
  page,
  context,
  api,
}) => {
  const { id } = await makeRecord(api, "device");
  const location = await makeRecord(api, "location");
  await signIn(context);
  await open(page, `/devices/view/${id}/data?find_location=`);
  await page.locator("[name=find_location]").fill(location.title);
  await page.locator("[name=find][value=location]").click();
  await page.locator("[name=location]").selectOption(String(location.id));
  await page.locator("[name=holds_from]").selectOption("at");
  await save(page);
  await expect(errorOf(page, "holds_from_at")).toHaveText(say("errors:required"));
  await expect(page.locator("[name=holds_from]")).toHaveValue("at");
  await expect(page.locator("[name=location]")).toHaveValue(String(location.id));
  const wrong = [
    ["2199-01-01T08:30", "errors:not_in_future"],
    ["9999-12-31T23:59", "errors:not_in_future"],
    ["0001-01-01T00:00", "errors:before_2000"],
  ] as const;
  for (const [moment, refusal] of wrong) {
    await page.locator("[name=holds_from_at]").fill(moment);
    await save(page);
    await expect(errorOf(page, "holds_from_at")).toHaveText(say(refusal));
    await expect(page.locator("[name=holds_from_at]")).toHaveValue(moment);
    await expect(page.locator("[name=location]")).toHaveValue(String(location.id));
  }
  await page.locator("[name=holds_from_at]").fill("2026-03-05T08:30");
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  await expect(page.locator("[name=holds_from]")).toHaveValue("now");
  await open(page, `/devices/view/${id}/history`);
  await expect(
    page
      .getByRole("row", { name: say("resource:since.label") })
      .getByRole("cell")
      .last(),
  ).toHaveText(/05\.03\.2026,\s08:30/);
});

test("a telemetry unit's new secret is shown once and lets it send files", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  const unit = await makeRecord(api, "telemetry", { device: device.id, serial: `IMEI${unique()}` });
  await signIn(context);
  await open(page, `/telemetry/view/${unit.id}/rotate_secret`);
  await page.getByRole("button", { name: say("entities:telemetry.actions.rotate_secret.label") }).click();
  await expect(page.getByText(say("resource:shown_once"))).toBeVisible();
  await expect(page.locator("code")).toHaveText(/^\S{20,}$/);
  await page.getByRole("link", { name: say("resource:done") }).click();
  await expect(heading(page)).toHaveText(unit.title);
  await expect(page.locator("code")).toHaveCount(0);
});
