import { keyWallet } from "~server/contract/entities/key_wallets";
import { viewPath } from "~server/contract/entity";
import { faults } from "./axe";
import { expect, open, save, signIn, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";

const file = (content: string) => ({ name: "keys.csv", mimeType: "text/csv", buffer: Buffer.from(content) });

test("a key is topped up, withdrawn from, and tells what came and went", async ({ page, context, api }) => {
  const { id } = await makeRecord(api, "key_wallet", { type: "BALANCE", original_balance: 10_000 });
  const path = viewPath(keyWallet, id);
  const table = page.getByRole("region", { name: say("wallets:moves"), exact: true });
  await signIn(context);
  await open(page, path);
  await expect(table.locator("tbody tr")).toHaveText([new RegExp(`${say("options:key_move.balance")}.*\\+100,00`)]);

  await page.getByRole("link", { name: say("wallets:enter.manual_withdraw") }).click();
  await page.locator("[name=amount]").fill("100,01");
  await page.locator("[name=reason]").fill("Звільнення");
  await save(page);
  await expect(page.getByText(say("errors:wallet_short", { count: 100 }), { exact: true }).first()).toBeVisible();
  await expect(page.locator("[name=reason]")).toHaveValue("Звільнення");
  await page.locator("[name=amount]").fill("40");
  await save(page);
  await expect(toast(page)).toContainText(say("wallets:entered_move"));
  await expect(table.locator("tbody tr")).toHaveCount(2);

  await open(page, `${path}?type=manual_withdraw`);
  await expect(table.locator("tbody tr")).toHaveText([/Звільнення · .+-40,00.*60,00/]);
  await open(page, `${path}?type=refill`);
  await expect(page.getByText(say("resource:nothing_found"))).toBeVisible();
  await open(page, `${path}/delete`);
  await page.locator("main form button").first().click();
  await expect(page.getByText(say("errors:wallet_not_empty")).first()).toBeVisible();
});

test("keys are imported and topped up from files, looked through first", async ({ page, context, api }) => {
  const { title: client } = await makeRecord(api, "key_client");
  const [one, other] = [String(Date.now()), String(Date.now() + 1)];
  await signIn(context);
  await open(page, "/key_wallets/keys?scope=all");
  await page.getByRole("link", { name: say("entities:key_wallet.tools.import") }).click();
  const send = async (content: string, button = "resource:import.try") => {
    await page.locator("[name=file]").setInputFiles(file(content));
    await page.getByRole("button", { name: say(button) }).click();
  };
  await send("owner;type\nОлена;Баланс\n");
  await expect(
    page.getByText(say("resource:import.missing", { columns: say("entities:key_wallet.fields.key") })),
  ).toBeVisible();
  // The template's own heads are read, and a file of nothing else has no lines.
  for (const [path, heads] of [
    [
      "/key_wallets/keys/import",
      ["key", "owner", "type", "client"].map((name) => say(`entities:key_wallet.fields.${name}`)),
    ],
    ["/key_wallets/keys/move", ["amount", "reason"].map((name) => say(`entities:wallet_move.fields.${name}`))],
  ] as const) {
    await open(page, path);
    const address = await page
      .getByRole("link", { name: say("resource:import.template", { format: "CSV" }) })
      .getAttribute("href");
    const template = await (await page.request.get(address ?? "")).text();
    for (const name of heads) expect(template).toContain(name);
    if (path.endsWith("import")) await send(template);
    if (path.endsWith("import")) await expect(page.getByText(say("errors:import_empty"))).toBeVisible();
  }
  await open(page, "/key_wallets/keys/import");
  const head = "Klucz;Właściciel;Typ;Klient;Saldo;Saldo bonusowe\r\n";
  await send(`${head}${one};Олена;Cashback;${client};100,50;1\r\n${one};;Баланс;Немає;;\r\n`);
  await expect(page.getByText(say("wallets:faulty", { count: 2 }))).toBeVisible();
  await expect(page.getByRole("region", { name: say("wallets:faults") }).locator("tbody tr")).toHaveText([/^2/, /^3/]);
  await open(page, "/key_wallets/keys/import");
  await send(`${head}${one};Олена;Cashback;${client};100,50;1\r\n${other};;Баланс;;;\r\n`);
  await page.getByRole("button", { name: say("wallets:confirm_all", { count: 2 }) }).click();
  await expect(toast(page)).toContainText(say("wallets:done.wallets", { count: 2 }));

  await open(page, "/key_wallets/keys/move");
  await page.locator("[name=which][value=file]").check();
  await page.locator("[name=amount]").fill("x");
  await page.locator("[name=reason]").fill("Премія");
  await send(`key,amount\n${one},"10,5"\n${other},\n`, "wallets:look");
  await expect(page.locator("[name=amount]")).toHaveValue("x");
  await page.locator("[name=amount]").fill("2");
  await send(`key,amount\n${one},"10,5"\n${other},\n`, "wallets:look");
  await expect(page.getByText(/12,50\s₴/)).toBeVisible();
  await page.getByRole("button", { name: say("wallets:confirm_all", { count: 2 }) }).click();
  await expect(toast(page)).toContainText(say("wallets:done.wallet_moves", { count: 2 }));
  await open(page, `/key_wallets/keys?scope=all&q=${one}`);
  await expect(page.locator("tbody tr")).toHaveText([/111,00.*1,00.*100,50/]);

  // The keys that are chosen in their list.
  await page.locator("tbody [name=ids]").check();
  await page.getByRole("button", { name: say("entities:key_wallet.tools.move") }).click();
  await page.locator("[name=move]").selectOption("manual_withdraw");
  await page.locator("[name=amount]").fill("11");
  await page.locator("[name=reason]").fill("Помилка");
  await page.getByRole("button", { name: say("wallets:look") }).click();
  await expect(page.locator("main dd")).toHaveText([say("options:key_move.manual_withdraw"), "Помилка", "1", /11,00/]);
  await page.getByRole("button", { name: say("wallets:confirm_all", { count: 1 }) }).click();
  await expect(toast(page)).toContainText(say("wallets:done.wallet_moves", { count: 1 }));
  await open(page, `/key_wallets/keys?scope=all&q=${one}`);
  await expect(page.locator("tbody tr")).toHaveText([/100,00/]);
});

test("pages of many keys are read by everybody", { tag: "@scripts" }, async ({ page, context, api }) => {
  const { id } = await makeRecord(api, "key_wallet");
  await signIn(context);
  const found: string[] = [];
  for (const path of [
    viewPath(keyWallet, id),
    `${viewPath(keyWallet, id)}?filters=1&type=refill`,
    `${viewPath(keyWallet, id)}/moves/manual_deposit`,
    `/key_wallets/keys/move?ids=${id}`,
    "/key_wallets/keys/import",
  ]) {
    await open(page, path);
    found.push(...(await faults(page, path)));
  }
  await page.locator("[name=file]").setInputFiles(file("key,type\nno key,Баланс\n"));
  await page.getByRole("button", { name: say("resource:import.try") }).click();
  await expect(page.getByText(say("wallets:faulty", { count: 1 }))).toBeVisible();
  found.push(...(await faults(page, "faulty lines")));
  expect(found).toEqual([]);
});
