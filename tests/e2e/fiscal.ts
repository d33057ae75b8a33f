import { expect } from "@playwright/test";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { tabPath, viewPath } from "~server/contract/entity";
import { deskSchema, receiptsSchema } from "~server/contract/fiscal";
import type { PlainBrowser } from "./plain-browser";
import { makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { type Api, unique } from "./vending";

const LIST = `${fiscalCashier.paths.list}/receipts`;

/** A desk is opened, gets cash and gives it; a vend's receipt is read; those nobody knows how they were paid are decided about. */
export async function fiscal(browser: PlainBrowser, api: Api): Promise<void> {
  const { id: desk } = await makeRecord(api, "fiscal_cashier", {
    pin_code: "4321",
    license_key: `license-${unique()}`,
  });
  const state = async () => deskSchema.parse(await api.get(`${fiscalCashier.api}/${desk}/desk`));
  const opening = await browser.open(`${viewPath(fiscalCashier, desk)}/open`);
  await browser.press(opening, opening.button());
  await expect.poll(async () => (await state()).shift?.status).toBe("OPENED");
  for (const [type, amount, balance] of [
    ["service_in", "50,00", 5_000],
    ["service_out", "20,00", 3_000],
  ] as const) {
    const page = await browser.open(`${viewPath(fiscalCashier, desk)}/cash/${type}`);
    page.control("amount").value = amount;
    page.control("reason").value = "Розмінна монета";
    const done = await browser.press(page, page.button());
    expect(done.path).toBe(viewPath(fiscalCashier, desk));
    await expect.poll(async () => (await state()).shift?.balance).toBe(balance);
  }

  const location = await makeRecord(api, "location", {
    fiscal_enabled: "on",
    fiscal_cashier: desk,
    fiscal_tax_code: 8,
  });
  const device = await makeRecord(api, "device", { location: location.id });
  const unit = await makeUnit(api, device.id);
  const listed = async () =>
    receiptsSchema.parse(await api.get(`${fiscalCashier.api}/${desk}/receipts?state=not_fiscalised`)).items;
  const sell = (source: string) => unit.send({ events: [event("sale", 0, { cell: "1", price: 2_500, source })] });
  await sell("cash");
  await expect
    .poll(async () => receiptsSchema.parse(await api.get(`${fiscalCashier.api}/${desk}/receipts?state=done`)).items)
    .toMatchObject([{ amount: 2_500, payment: "CASH", device: { id: device.id } }]);

  for (const place of ["all", "desk", "one"])
    for (const decision of ["send", "settle"]) {
      await sell("unknown");
      await expect.poll(listed).toHaveLength(1);
      const id = String((await listed())[0]?.id);
      const path = { all: LIST, desk: tabPath(fiscalCashier, desk, "receipts"), one: `${LIST}/${id}` }[place] ?? LIST;
      const page = await browser.open(path);
      if (place !== "one") {
        await browser.press(page, page.button("decision", decision), say("fiscal:choose_some"));
        page.box("receipt", id).checked = true;
      }
      await browser.press(page, page.button("decision", decision));
      await expect.poll(listed).toHaveLength(0);
    }
  await browser.open(`/locations/view/${location.id}/fiscal_operations`);
}
