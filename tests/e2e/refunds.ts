import { expect } from "@playwright/test";
import { tabPath, viewPath } from "~server/contract/entity";
import { refund } from "~server/contract/entities/refunds";
import { refundableSchema } from "~server/contract/refunds";
import type { PlainBrowser, PlainPage } from "./plain-browser";
import { makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { type Api, unique, type Values } from "./vending";

/** A machine that has just vended for cash at these prices, and its vends as refunds name them. */
async function machineThatSold(api: Api, ...prices: number[]) {
  const { id, title } = await makeRecord(api, "device");
  const unit = await makeUnit(api, id);
  await unit.send({ events: prices.map((price) => event("sale", 5, { cell: "1", price, source: "cash" })) });
  const { items } = refundableSchema.parse(await api.get(`/devices/${id}/refundable_vends`));
  return { id, title, subjects: items.map(({ subject }) => subject) };
}

/** What a new refund is made with: it is of a vend that happened. */
export async function refundOfVend(api: Api): Promise<Values> {
  const { id, subjects } = await machineThatSold(api, 3_500);
  return { device: id, subject: subjects[0] ?? "", way: "cash" };
}

/** A refund as support asks for it: the machine is looked for, then the vend; others' are approved and declined. */
export async function refunds(browser: PlainBrowser, api: Api): Promise<void> {
  const read = (id: number) => api.get(`${refund.api}/${id}`);
  const { id: device, title, subjects } = await machineThatSold(api, 3_500, 90_000);
  const asked = (of: Record<string, string | number>) =>
    browser.open(
      `${refund.paths.create}?${Object.entries(of)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&")}`,
    );
  await follow(browser, await asked({ find: title }), `device=${device}`);
  const [wrong, found] = [await asked({ device, amount: "дорого" }), await asked({ device, amount: "35,00" })];
  expect(wrong.html).toContain(say("errors:incorrect"));
  expect(subjects.filter((one) => found.html.includes(encodeURIComponent(one)))).toHaveLength(1);
  const form = await follow(browser, found, "subject=");
  form.control("amount").value = "12,50";
  form.control("reason").value = "Стакан порожній";
  const done = await browser.press(form, form.button());
  const id = Number(/\d+$/.exec(done.path)?.[0]);
  expect(await read(id)).toMatchObject({ state: "done", amount: 1_250, paid: 3_500, reason: "Стакан порожній" });

  const data = await browser.open(tabPath(refund, id, "data"));
  data.control("note").value = "Видано готівкою";
  await browser.press(data, data.button());
  expect(await read(id)).toMatchObject({ note: "Видано готівкою" });

  for (const action of ["decline", "approve"] as const) {
    const other = await api.create(refund.api, {
      key: unique().padStart(12, "0"),
      device,
      subject: subjects.find((one) => !form.path.includes(encodeURIComponent(one))) ?? "",
      way: "voucher",
      amount: 60_000,
      reason: "Не видав",
    });
    const page = await browser.open(`${viewPath(refund, other)}/${action}`);
    if (action === "decline") page.control("decline_reason").value = "Видав";
    await browser.press(page, page.button());
    expect(await read(other)).toMatchObject(
      action === "decline" ? { state: "declined", decline_reason: "Видав" } : { state: "done", voucher: {} },
    );
  }
}

/** Opens the page that a link leads to, by a part of its address. */
async function follow(browser: PlainBrowser, page: PlainPage, part: string): Promise<PlainPage> {
  const link = [...page.document.links].find(({ href }) => href.includes(part) && href.includes(refund.paths.create));
  if (!link) throw new Error(`${page.path} has no link with ${part}`);
  const { pathname, search } = new URL(link.href);
  return browser.open(pathname + search);
}
