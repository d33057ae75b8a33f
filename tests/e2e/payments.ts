import { expect } from "@playwright/test";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { refund } from "~server/contract/entities/refunds";
import { viewPath } from "~server/contract/entity";
import { devicePaySchema, paymentSchema, paymentsSchema } from "~server/contract/payment-reads";
import type { PlainBrowser } from "./plain-browser";
import { makeRecord } from "./records";
import { event, makeUnit, type Unit } from "./unit";
import { type Api, uniqueNumber } from "./vending";

/** What the demonstration's stand-in of monobank takes for the company's token. */
export const TOKEN = "demo-monobank-token";
const PRICE = 2_500;
/** What a customer's page calls the machine's only product: its price and cell. */
export const DRINK = `${PRICE}/1`;

/** A machine gets an account, a test payment goes and comes back, a customer buys, and staff give a part back. */
export async function payments(browser: PlainBrowser, api: Api): Promise<void> {
  const company = await makeRecord(api, "company", { monobank_token: TOKEN });
  const id = await machineWithCoffee(api, company.id);
  const unit = await makeUnit(api, id);
  await unit.send({});
  const tab = `${viewPath(deviceEntity, id)}/payments`;
  const chosen = await browser.open(tab);
  chosen.box("payer", "company").checked = true;
  await browser.press(chosen, chosen.button("intent", "payer"));
  const { payer, code } = devicePaySchema.parse(await api.get(`/devices/${id}/pay`));
  expect(payer).toBe("company");
  const sold = async () => paymentsSchema.parse(await api.get(`/payments?device=${id}`)).items;

  const test = await browser.open(tab);
  await payAt(browser, (await browser.press(test, test.button("intent", "test"))).path);
  await expect.poll(async () => (await sold())[0]).toMatchObject({ paid: 100, refunded: 100 });

  let menu = await browser.open(`/m/${code}`);
  // The test is over when its money is back.
  await expect
    .poll(async () => {
      await unit.send({});
      menu = await browser.open(`/m/${code}`);
      return menu.html;
    })
    .toContain(`value="${DRINK}"`);
  const begun = await browser.press(menu, menu.button("product", DRINK));
  await obey(unit, "credit_added");
  await payAt(browser, begun.path);
  await obey(unit, "start");
  const [bought] = await sold();
  const payment = bought?.id ?? 0;
  await pour(unit, payment);
  const read = async () => paymentSchema.parse(await api.get(`/payments/${payment}`));
  await expect.poll(async () => (await read()).state).toBe("vend_success");

  const page = await browser.open(`/online_payments/${payment}`);
  const link = [...page.document.links].find(({ href }) => href.includes(refund.paths.create));
  const { pathname, search } = new URL(link?.href ?? "", "http://localhost");
  const form = await browser.open(pathname + search);
  form.control("way").value = "provider";
  form.control("amount").value = "5,00";
  form.control("reason").value = "Неповний стакан";
  await browser.press(form, form.button());
  await expect.poll(async () => (await read()).refunded).toBe(500);
  await browser.open(tab);
}

/** A machine of a company that sells one recipe in cell 1. */
export async function machineWithCoffee(api: Api, company: number): Promise<number> {
  const model = await makeRecord(api, "device_model", { device_type: "COFFEE" });
  const recipe = await makeRecord(api, "recipe", { item_number: uniqueNumber() });
  const planogram = await makeRecord(api, "planogram", {
    device_model: model.id,
    "cells[0].cell": "1",
    "cells[0].recipe": recipe.id,
    "cells[0].price": PRICE,
  });
  const location = await makeRecord(api, "location");
  const { id } = await makeRecord(api, "device", {
    model: model.id,
    device_type: "COFFEE",
    planogram: planogram.id,
    location: location.id,
    payment_provider: company,
    in_work: "on",
  });
  return id;
}

/** Pays at the provider as soon as the payment's page leads there. */
async function payAt(browser: PlainBrowser, path: string): Promise<void> {
  const { pathname } = new URL(path, "http://localhost");
  const link = async () =>
    [...(await browser.open(pathname)).document.links].find(({ href }) => /\/pay\/[^/]+$/.test(href))?.href;
  await expect.poll(link).toBeTruthy();
  const body = new URLSearchParams({ do: "pay" });
  await fetch((await link()) ?? "", { method: "POST", body, redirect: "manual" });
}

/** The machine tells that it has made what was paid. */
export const pour = (unit: Unit, payment: number) =>
  unit.send({
    events: [event("sale", 0, { payment, cell: "1", price: PRICE, source: "cashless1", result: "vend_success" })],
  });

/** The unit calls until it is given the command, and does all that it is given. */
export async function obey(unit: Unit, name: string): Promise<void> {
  await expect
    .poll(async () => {
      const commands = await unit.send({});
      await unit.send({ events: commands.map(({ id }) => event("command_result", 0, { command: id, state: "done" })) });
      return commands.map((one) => one.name);
    })
    .toContain(name);
}
