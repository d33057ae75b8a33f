import { expect } from "@playwright/test";
import { z } from "zod";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { tabPath, viewPath } from "~server/contract/entity";
import { sheetSchema } from "~server/contract/route-sheets";
import type { PlainBrowser, PlainPage } from "./plain-browser";
import { makeRecord, PICTURE } from "./records";
import { say } from "./texts";
import { type Api, unique } from "./vending";

const people = z.object({ items: z.array(z.object({ id: z.number(), email: z.string() })) });

/** A crew's day: a sheet of three machines is written, approved, accepted, loaded, served, skipped and completed; what is wrong stays as it was typed. */
export async function routeSheets(browser: PlainBrowser, api: Api, who: { email: string }): Promise<void> {
  const { items } = people.parse(await api.get(`/users?q=${encodeURIComponent(who.email)}`));
  const { id: ingredient } = await makeRecord(api, "ingredient", { type: "UNIT", unit: "PC", pack_count: 50 });
  const { id: recipe } = await makeRecord(api, "recipe", {
    "ingredients[0].ingredient": ingredient,
    "ingredients[0].quantity": 1,
  });
  const { id: planogram } = await makeRecord(api, "planogram", {
    ...{ "cells[0].cell": "11", "cells[0].recipe": recipe, "cells[0].price": 3_000 },
  });
  const { id: warehouse } = await makeRecord(api, "warehouse");
  await api.post(`/warehouses/${warehouse}/moves`, {
    ...{ key: `${unique()}-${unique()}`, kind: "RECEIPT" },
    ...{ "lines[0].ingredient": ingredient, "lines[0].quantity": 1_000 },
  });
  const devices: number[] = [];
  for (let nth = 0; nth < 3; nth++) {
    const { id } = await makeRecord(api, "device", { planogram, device_type: "COFFEE" });
    const level = { "fills[0].slot": `bunker:${ingredient}`, "fills[0].level": 0 };
    await api.post(`/devices/${id}/maintenance`, { key: `${unique()}-${unique()}`, ...level });
    devices.push(id);
  }
  const { id: crew } = await makeRecord(api, "crew", { warehouse, members: items[0]?.id ?? 0 });

  const needs = await browser.open("/needs");
  const [ticked] = needs.boxes("device");
  if (!ticked) throw new Error("no machine needs anything");
  ticked.checked = true;
  expect((await browser.press(needs, needs.button())).path).toContain(routeSheet.paths.create);

  const day = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Kyiv" });
  const form = await browser.open(`${routeSheet.paths.create}?crew=${crew}&day=${day}&devices=${devices.join(",")}`);
  expect(form.options("stops[2].device")).not.toEqual([]);
  const saved = await browser.press(form, form.button());
  const id = Number(/\/view\/(\d+)\/data/.exec(saved.path)?.[1]);
  const read = async () => sheetSchema.parse(await api.get(`${routeSheet.api}/${id}/sheet`));
  expect(await read()).toMatchObject({ status: "DRAFT", warehouse: { id: warehouse }, stops: devices.map(() => ({})) });
  for (const action of ["submit", "approve"]) {
    const page = await browser.open(`${viewPath(routeSheet, id)}/${action}`);
    expect((await browser.press(page, page.button())).path).toBe(tabPath(routeSheet, id, "route_sheet"));
  }

  const mine = await browser.open("/my_route");
  const accepts = mine.buttons().find(({ form }) => form?.elements.namedItem("sheet") && within(form, "sheet", id));
  if (!accepts) throw new Error("the sheet is not offered");
  await browser.press(mine, accepts);
  const load = await browser.open(`/my_route/${id}/load`);
  expect(load.control("loads[0].quantity").value).toBe("1800");
  const short = await refused(browser, load, "loads[0].quantity", "1 800,5");
  expect(short.complaint).toContain(say("errors:not_enough", { count: 1000 }).slice(0, 8));
  short.control("loads[0].quantity").value = "1 000";
  expect((await browser.press(short, short.button())).path).toBe(viewPath(routeSheet, id));
  expect(await read()).toMatchObject({ status: "LOADED", loads: [{ loaded: 1_000 }] });

  const [first, second, third] = (await read()).stops;
  const at = (stop: { id: number } | undefined) => `/my_route/stops/${stop?.id}`;
  const opened = await browser.open(at(first));
  const begun = await browser.press(opened, opened.button("do", "begin"));
  expect(await read()).toMatchObject({ stops: [{ status: "service" }, {}, {}] });
  const over = await refused(browser, begun, "fills[0].put", "601");
  over.control("fills[0].found").value = "10";
  over.control("fills[0].put").value = "500";
  over.control("fills[0].thrown").value = "2";
  const why = await browser.press(over, over.button(), say("errors:invalid"));
  why.control("thrown_reason").value = "DAMAGED";
  why.choose("photos", new File([new TextEncoder().encode("no image")], "photo.png"));
  const unseen = await browser.press(why, why.button(), say("errors:invalid"));
  expect(unseen.control("thrown_reason").value).toBe("DAMAGED");
  why.choose("photos", new File([PICTURE], "photo.png"));
  why.box("collected", "on").checked = true;
  why.control("bag").value = "B-7";
  expect((await browser.press(why, why.button())).path).toBe("/my_route");
  expect((await read()).stops[0]).toMatchObject({
    ...{ status: "served", bag: "B-7", fills: [{ found: 10, put: 500 }] },
    photos: [expect.any(Number)],
  });

  const skipped = await browser.open(at(second));
  skipped.control("reason").value = "closed";
  const skip = skipped.control("reason").form;
  await browser.press(skipped, skipped.button("", undefined, skip));
  expect((await read()).stops[1]).toMatchObject({ status: "unserved", reason: "closed" });

  const complete = await browser.open(`/my_route/${id}/complete`);
  expect(complete.control("returns[0].quantity").value).toBe("500");
  const asked = await browser.press(complete, complete.button(), say("errors:invalid"));
  expect(asked.control("unserved[0].reason").value).toBe("closed");
  asked.control("unserved[1].reason").value = "no_time";
  await browser.press(asked, asked.button());
  expect(await read()).toMatchObject({
    status: "PARTLY_COMPLETED",
    stops: [{ status: "served" }, { reason: "closed" }, { id: third?.id, reason: "no_time" }],
    loads: [{ loaded: 1_000, put: 500, returned: 500 }],
  });
}

const within = (form: HTMLFormElement, name: string, value: number) =>
  [...form.querySelectorAll("input")].some((one) => one.name === name && one.value === String(value));

/** Sends a form with a value that cannot be, and answers it as it came back, the value kept. */
async function refused(browser: PlainBrowser, page: PlainPage, name: string, value: string): Promise<PlainPage> {
  page.control(name).value = value;
  const back = await browser.press(page, page.button(), say("errors:invalid"));
  expect(back.control(name).value).toBe(value);
  return back;
}
