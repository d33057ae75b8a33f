import { z } from "zod";
import { pageSchema } from "~server/contract/record";
import { faults } from "./axe";
import { expect, heading, open, save, signIn, SITE, takeAction, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { unique } from "./vending";

test("a batch of QR codes is made, printed, exported and blocked", async ({ page, context, api, scripts }) => {
  await signIn(context);
  const name = `Літо ${unique()}`;
  await open(page, "/qr_codes");
  await page.getByRole("link", { name: say("entities:qr_batch.many") }).click();
  await page
    .getByRole("link", { name: say("entities:qr_batch.create") })
    .first()
    .click();
  await expect(heading(page)).toHaveText(say("entities:qr_batch.create"));
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=codes_count]").fill("26");
  await save(page);
  // A code that is for nothing is refused beside the amount; what was typed stays.
  await expect(page.locator("[id=record-amount-error]")).toHaveText(say("errors:recipe_or_amount"));
  await expect(page.locator("[name=codes_count]")).toHaveValue("26");
  await page.locator("[name=amount]").fill("45,50");
  await page.locator("[name=expires_on]").fill("2199-12-31");
  await save(page);
  await expect(heading(page)).toHaveText(name);
  await expect(page.locator("[name=codes_count]")).toHaveCount(0);

  await page.getByRole("link", { name: say("resource:tab.sheet"), exact: true }).click();
  const labels = page.locator("main li:has(code)");
  await expect(labels).toHaveCount(26);
  await expect(labels.first()).toContainText(name);
  await expect(labels.first()).toContainText(/45,50/);
  await expect(page.locator("main li svg")).toHaveCount(26);
  const sheet = page.url();
  if (scripts) expect(await faults(page, "sheet")).toEqual([]);

  // On paper there are the codes, four in a row, and no menu and no buttons.
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: say("qr:file") })).toBeHidden();
  const boxes = await labels.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(boxes.filter((top) => top === boxes[0])).toHaveLength(4);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1440, height: 900 });

  const href = await page.getByRole("link", { name: say("qr:file") }).getAttribute("href");
  const file = await (await context.request.get(SITE + (href ?? ""))).text();
  const lines = file.trim().split("\r\n");
  expect(lines).toHaveLength(27);
  const codes = await page
    .locator("main li svg")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(lines.slice(1).map((line) => line.split(/[;,]/)[0])).toEqual(codes);

  await takeAction(page, say("entities:qr_batch.actions.block.label"));
  await page.getByRole("button", { name: say("entities:qr_batch.actions.block.label") }).click();
  await expect(toast(page)).toContainText(say("entities:qr_batch.actions.block.done"));
  await page.goto(sheet);
  await expect(page.locator("main li svg")).toHaveCount(0);
  await expect(labels.first()).toContainText(say("options:qr_state.BLOCKED"));

  const [one] = pageSchema.parse(await api.get(`/qr_codes?q=${String(codes[0])}`)).items;
  await open(page, `/qr_codes/view/${one?.id}/sheet`);
  await expect(labels).toHaveCount(1);
  await open(page, `/qr_codes?batch=${z.object({ id: z.number() }).parse(one?.batch).id}&state=BLOCKED`);
  await expect(page.locator("tbody tr")).toHaveCount(26);
});

/** Text in the code page of Ukrainian Windows, as spreadsheets save it: letters of А–я lie in a row there. */
const windows1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : (OTHERS[sign] ?? code);
    }),
  );
const OTHERS: Record<string, number> = { і: 0xb3, І: 0xb2, ї: 0xbf, є: 0xba, "’": 0x92 };

test("a file of employees is looked at before it is saved", async ({ page, context, api, scripts }) => {
  const { id } = await makeRecord(api, "recipe");
  const item = z.object({ item_number: z.number() }).parse(await api.get(`/recipes/${id}`)).item_number;
  const number = unique();
  await signIn(context);
  await open(page, "/sportlife/keys");
  await page.getByRole("link", { name: say("resource:import.link") }).click();
  await expect(heading(page)).toHaveText(say("resource:import.title", { many: say("entities:sport_life_key.many") }));
  const choose = async (text: string, encode: (text: string) => Buffer = Buffer.from) => {
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "keys.csv", mimeType: "text/csv", buffer: encode(text) });
    await page.getByRole("button", { name: say("resource:import.try") }).click();
  };
  const heads = ["number", "full_name", "blocked", "discounts"].map((one) =>
    say(`entities:sport_life_key.fields.${one}`),
  );

  await choose(`${heads[0]};${heads[2]}\n1;так\n`);
  await expect(page.locator("[id=file-error]")).toHaveText(say("resource:import.missing", { columns: heads[1] ?? "" }));
  await choose(`${heads.join(";")}\n\n${number};Олена;мабуть;${item}:10\n;Іван;;999999:5\n`, windows1251);
  await expect(page.getByRole("alert").first()).toContainText(say("resource:import.nothing_yet"));
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveText([
    new RegExp(`^3${heads[2]}мабуть`),
    new RegExp(`^4${heads[0]}—${say("errors:required")}`),
  ]);
  if (scripts) expect(await faults(page, "faults of a file")).toEqual([]);

  await choose(`${heads.join(";")};Відділ\n${number};Олена Коваль;так;${item}:10\n`, windows1251);
  await expect(toast(page)).toContainText("Відділ");
  await expect(rows).toHaveText([new RegExp(`^${number}Олена Ковальтак${item}:10`)]);
  expect(pageSchema.parse(await api.get(`/sportlife/keys?q=${number}`)).total).toBe(0);
  if (scripts) expect(await faults(page, "a file that was read")).toEqual([]);
  const preview = page.url();
  await page.getByRole("button", { name: say("resource:import.save") }).click();
  await expect(toast(page)).toContainText(say("resource:import.saved", { made: 1, changed: 0, same: 0 }));
  expect(pageSchema.parse(await api.get(`/sportlife/keys?q=${number}`)).items).toMatchObject([
    { full_name: "Олена Коваль", blocked: true, discounts: 1 },
  ]);
  await page.goto(preview);
  await expect(page.getByText(say("resource:import.done"))).toBeVisible();
});
