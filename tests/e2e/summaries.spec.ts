import { faults } from "./axe";
import { expect, open, signIn, SITE, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { makePerson, unique } from "./vending";

const uah = new Intl.NumberFormat("uk-UA", { minimumFractionDigits: 2 });
const money = (kopecks: number): string => `${uah.format(kopecks / 100)} ₴`;
const somePrice = () => 1_000 + Math.floor(Math.random() * 9_000);

test("a place opens on its machines: what is wrong, what they sell, who serves them, where it is", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const place = await makeRecord(api, "location", { latitude: "50.45", longitude: "30.5234" });
  const [well, broken] = [
    await makeRecord(api, "device", { location: place.id }),
    await makeRecord(api, "device", { location: place.id }),
  ];
  const crew = await makeRecord(api, "crew", { devices: [well.id, broken.id] });
  const prices = [somePrice(), somePrice(), somePrice()];
  const sold = (price: number) => event("sale", 0, { source: "cash", cell: "1", price });
  await (await makeUnit(api, well.id)).send({ events: prices.slice(1).map(sold) });
  await (await makeUnit(api, broken.id)).send({
    events: [sold(prices[0] ?? 0), event("error", 0, { code: "EFB", active: true })],
  });
  await signIn(context);
  await open(page, `/locations/view/${place.id}`);
  const main = page.getByRole("main");
  const total = prices.reduce((sum, price) => sum + price, 0);
  await expect(main.getByRole("link", { name: new RegExp(`^${say("entities:device.many")}`) })).toContainText("2");
  await expect(main).toContainText(money(total));
  await expect(page.getByRole("row", { name: broken.title })).toContainText("EFB");
  await expect(page.getByRole("row", { name: well.title })).toContainText(say("options:device_status.ONLINE"));
  await expect(main.getByRole("link", { name: crew.title })).toHaveAttribute("href", `/crew/view/${crew.id}`);
  await expect(main.getByRole("link", { name: "50.45, 30.5234" })).toHaveAttribute("href", /mlat=50.45&mlon=30.5234/);
  if (scripts) expect(await faults(page, "a place")).toEqual([]);
  await page.getByRole("row", { name: broken.title }).getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/devices/view/${broken.id}$`));

  // Of who sees no money and no crews.
  await context.clearCookies();
  await signIn(context, await makePerson(api, ["LOCATION"]));
  await open(page, `/locations/view/${place.id}`);
  await expect(main).toContainText(broken.title);
  await expect(main).not.toContainText(money(total));
  await expect(main).not.toContainText(crew.title);
});

test("a crew opens on its days and its machines, a key client on its keys, a company on what belongs to it", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const machine = await makeRecord(api, "device");
  const crew = await makeRecord(api, "crew", { devices: [machine.id] });
  await api.create("/route_sheets", {
    key: unique(),
    crew: crew.id,
    day: "2031-05-06",
    "stops[0].device": machine.id,
    "stops[0].fill": "on",
  });
  const client = await makeRecord(api, "key_client");
  const balances = Array.from({ length: 22 }, somePrice);
  for (const original_balance of balances)
    await makeRecord(api, "key_wallet", { client: client.id, type: "BALANCE", original_balance });
  const company = await makeRecord(api, "company");
  for (let n = 0; n < 2; n++) await makeRecord(api, "location", { company: company.id });

  await signIn(context);
  const main = page.getByRole("main");
  await open(page, `/crew/view/${crew.id}`);
  await expect(page.getByRole("row", { name: "06.05.2031" })).toBeVisible();
  await expect(page.getByRole("row", { name: machine.title })).toBeVisible();
  if (scripts) expect(await faults(page, "a crew")).toEqual([]);

  await open(page, `/key_client/view/${client.id}`);
  await expect(main).toContainText(money(balances.reduce((sum, one) => sum + one, 0)));
  // The table has the first ones, the sum is of all.
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(1 + Math.min(balances.length, 20));
  if (scripts) expect(await faults(page, "a key client")).toEqual([]);

  await open(page, `/companies/view/${company.id}`);
  await main.getByRole("link", { name: new RegExp(`^${say("entities:location.many")}`) }).click();
  await expect(page).toHaveURL(new RegExp(`/locations\\?company=${company.id}$`));
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(2);
});

test("a project opens on its machines, and with its company tells what they sold", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const company = await makeRecord(api, "company");
  const project = await makeRecord(api, "project", { company: company.id });
  const location = await makeRecord(api, "location", { project: project.id });
  const machine = await makeRecord(api, "device", { location: location.id });
  const price = somePrice();
  await (await makeUnit(api, machine.id)).send({ events: [event("sale", 0, { source: "cash", cell: "1", price })] });
  await signIn(context);
  const main = page.getByRole("main");
  for (const path of [`/projects/view/${project.id}`, `/companies/view/${company.id}`]) {
    await open(page, path);
    const sold = main.getByRole("link", { name: new RegExp(`^${say("entities:device.fields.sales_30_days")}`) });
    await expect(sold).toContainText(money(price));
    if (scripts) expect(await faults(page, path)).toEqual([]);
    if (path.startsWith("/projects")) await expect(page.getByRole("row", { name: machine.title })).toBeVisible();
    await sold.click();
    await expect(page).toHaveURL(/\/aggregated_sales_per_device\?from=/);
    await expect(page.getByRole("table").locator("tbody tr")).toHaveText([new RegExp(machine.title)]);
  }
  // The form stands behind its tab, and of sales nothing is told to who sees none.
  await open(page, `/projects/view/${project.id}/data`);
  await expect(page.locator("main [name=name]")).toHaveValue(project.title);
  await context.clearCookies();
  await signIn(context, await makePerson(api, ["PROJECT", "COMPANY"]));
  for (const path of [`/projects/view/${project.id}`, `/companies/view/${company.id}`]) {
    await open(page, path);
    await expect(main).not.toContainText(money(price));
  }
});

test("a form has one address: that of its tab, or the record's own", async ({ page, context, api }) => {
  const [place, recipe] = [await makeRecord(api, "location"), await makeRecord(api, "recipe")];
  await signIn(context);
  await open(page, `/locations/view/${place.id}/data`);
  await expect(page.locator("main [name=address]")).toBeVisible();
  const answer = await page.goto(`/recipes/view/${recipe.id}/data`);
  expect(answer?.status()).toBe(404);
  // Nothing is saved past that either.
  const sent = await context.request.post(`${SITE}/locations/view/${place.id}`, { form: { name: "" } });
  expect(sent.status()).toBe(405);
});
