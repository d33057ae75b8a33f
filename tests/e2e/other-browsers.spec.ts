import { writeFileSync } from "node:fs";
import { planogram } from "~server/contract/entities/planograms";
import { devicePaySchema, paymentsSchema } from "~server/contract/payment-reads";
import { recordSchema } from "~server/contract/record";
import { sheetSchema } from "~server/contract/route-sheets";
import { findOther } from "../../scripts/lib/debian.mjs";
import { startFirefox } from "./engines/firefox";
import { called, type Engine, Visitor } from "./engines/visitor";
import { startWebKit } from "./engines/webkit";
import { onTheRoad } from "./on-the-road";
import { expect, test as base } from "./pages";
import { DRINK, machineWithCoffee, obey, pour, TOKEN } from "./payments";
import { makeRecord, PICTURE } from "./records";
import { support } from "./support";
import { say } from "./texts";
import { makeUnit } from "./unit";
import { type Api, makePerson, unique, uniqueNumber } from "./vending";

// What the field cannot do without, in the engines that Playwright's own tests never see.

const ENGINES = { Firefox: startFirefox, WebKit: startWebKit };
type Name = keyof typeof ENGINES;

interface Worker {
  engines: (name: Name) => Promise<Engine>;
}
interface Each {
  visitor: (name: Name) => Promise<Visitor>;
}

const test = base.extend<Each, Worker>({
  // The watch over Chromium's pages: none is opened here.
  quiet: async ({}, use) => use(undefined),
  engines: [
    async ({}, use, { project }) => {
      const started = new Map<Name, Promise<Engine>>();
      const start = (name: Name) => ENGINES[name](findOther(name) ?? "", project.use.javaScriptEnabled !== false);
      await use((name) => {
        const engine = started.get(name) ?? start(name);
        started.set(name, engine);
        return engine;
      });
      for (const engine of started.values()) await (await engine).end();
    },
    { scope: "worker" },
  ],
  visitor: async ({ engines, scripts }, use, info) => {
    const drivers: Awaited<ReturnType<Engine["visit"]>>[] = [];
    await use(async (name) => {
      test.skip(!findOther(name), `${name} is not installed here`);
      const driver = await (await engines(name)).visit();
      drivers.push(driver);
      return new Visitor(driver, scripts);
    });
    if (info.status !== info.expectedStatus)
      for (const driver of drivers)
        writeFileSync(
          info.outputPath("page.txt"),
          String(await driver.read("location.href + '\\n' + document.body.innerText")),
        );
    expect(drivers.flatMap(({ uncaught }) => uncaught)).toEqual([]);
    for (const driver of drivers) await driver.end();
  },
});

/** A test of each engine. */
function inEach(title: string, walk: (visitor: Visitor, api: Api) => Promise<void>): void {
  for (const name of ["Firefox", "WebKit"] as const)
    test(`${name}: ${title}`, async ({ visitor, api }) => walk(await visitor(name), api));
}

inEach("signing in says what is wrong, and leads on to the page that was wanted", async (visitor, api) => {
  const { email, password } = await makePerson(api, ["INGREDIENT"]);
  await visitor.open("/ingredients?size=20");
  await visitor.at("/login?redirect=%2Fingredients%3Fsize%3D20");
  await visitor.fill("email", email);
  await visitor.fill("password", "not the password");
  await visitor.press(say("session:login.submit"));
  await visitor.sees(say("errors:bad_credentials"));
  expect(await visitor.value("email")).toBe(email);
  await visitor.fill("password", password);
  await visitor.press(say("session:login.submit"));
  await visitor.at("/ingredients?size=20");
});

inEach("a list is searched, ordered, left and come back to", async (visitor, api) => {
  const word = unique();
  for (const letter of ["а", "б", "в"]) await makeRecord(api, "ingredient", { name: `${word} ${letter}` });
  await visitor.signIn(await makePerson(api, ["INGREDIENT"]));
  await visitor.open("/ingredients");
  await visitor.fill("q", word, "//main");
  await visitor.press(say("resource:apply"), "//main");
  await visitor.sees(say("resource:range", { from: 1, to: 3, total: 3 }));
  await visitor.press(say("entities:ingredient.fields.name"), "//th");
  await visitor.at(`/ingredients?q=${word}&sort=-name`);
  await expect.poll(() => visitor.text("tbody tr:first-child")).toContain(`${word} в`);
  await visitor.press(`${word} б`);
  await visitor.at(/^\/ingredients?\/view\/\d+/);
  await visitor.back();
  await visitor.at(`/ingredients?q=${word}&sort=-name`);
  await expect.poll(() => visitor.text("tbody tr:first-child")).toContain(`${word} в`);
});

inEach(
  "rows are added and taken away, a mistake is told beside its field, and the rest is kept",
  async (visitor, api) => {
    // More than a picker shows: those wanted are searched for.
    await Promise.all(Array.from({ length: 51 }, () => makeRecord(api, "ingredient")));
    const [water, milk] = [await makeRecord(api, "ingredient"), await makeRecord(api, "ingredient")];
    const name = `Рецепт ${unique()}`;
    await visitor.signIn();
    await visitor.open("/recipes/create");
    await visitor.fill("name", name);
    await visitor.fill("item_number", String(uniqueNumber()));
    for (const [index, { title }] of [water, water, milk].entries()) {
      await visitor.press(say("resource:add_row"));
      await expect.poll(() => visitor.count(`[name="ingredients[${index}].quantity"]`)).toBe(1);
      await visitor.pick(`ingredients[${index}].ingredient`, "ingredient", title);
      await visitor.fill(`ingredients[${index}].quantity`, index === 2 ? "" : `${index + 1},5`);
    }
    await visitor.click(`(${called(say("resource:remove_row"))})[2]`);
    await expect.poll(() => visitor.count('[name="ingredients[2].quantity"]')).toBe(0);
    expect(await visitor.value("name")).toBe(name);
    await visitor.press(say("resource:save"));
    await expect.poll(() => visitor.text('[id="record-ingredients[1].quantity-error"]')).toBe(say("errors:required"));
    expect(await visitor.value("ingredients[0].quantity")).toBe("1,5");
    await visitor.fill("ingredients[1].quantity", "30");
    await visitor.press(say("resource:save"));
    await visitor.at(/^\/recipes?\/view\/\d+/);
    expect(await visitor.value("ingredients[1].quantity")).toBe("30");
  },
);

inEach("a planogram is pasted from a spreadsheet", async (visitor, api) => {
  const recipe = await makeRecord(api, "recipe");
  const name = `Планограма ${unique()}`;
  await visitor.signIn();
  await visitor.open("/planograms/create");
  await visitor.fill("name", name);
  await visitor.press(say("resource:paste.title"));
  const lines = [10, 11, 12].map((cell) => `${cell}; ${recipe.title}; ${cell},50; 8`);
  await visitor.fill("paste_cells", lines.join("\n"));
  await visitor.press(say("resource:paste.take"));
  await visitor.sees(say("resource:paste.taken", { count: 3 }));
  await visitor.fill("cells[1].price", "99,90");
  await visitor.press(say("resource:save"));
  await visitor.at(/^\/planogram\/view\/\d+/);
  const id = /\d+/.exec(await visitor.where())?.[0];
  expect(recordSchema.parse(await api.get(`${planogram.api}/${id}`))).toMatchObject({
    cells: [
      { cell: "10", price: 1050 },
      { cell: "11", price: 9990 },
      { cell: "12", price: 1250, capacity: 8 },
    ],
  });
});

inEach("a reply comes into the open ticket, and leaves alone what is being typed", async (visitor, api) => {
  const { person, ticket, reply } = await support(api);
  const { path: page, id } = await ticket();
  await visitor.signIn(person);
  await visitor.open(page);
  const words = `Вже їдемо ${unique()}`;
  await visitor.fill("text", words);
  // The page listens a moment after it has come.
  const said: string[] = [];
  await expect
    .poll(async () => {
      said.push(await reply(id));
      await visitor.refreshed();
      const seen = await visitor.text("#conversation");
      return said.some((one) => seen.includes(one));
    })
    .toBe(true);
  // What comes moves what is pressed.
  await visitor.sees(said.at(-1) ?? "");
  if (visitor.scripts) expect(await visitor.value("text")).toBe(words);
  else await visitor.fill("text", words);
  await visitor.press(say("help-desk:reply.send"));
  await visitor.sees(say("help-desk:said.REPLY"));
  await visitor.sees(words);
});

inEach("a customer chooses on the machine's page, pays, and sees it made", async (visitor, api) => {
  const { id: company } = await makeRecord(api, "company", { monobank_token: TOKEN });
  const device = await machineWithCoffee(api, company);
  const unit = await makeUnit(api, device);
  await unit.send({});
  await api.post(`/devices/${device}/pay`, { payer: "company" });
  const { code } = devicePaySchema.parse(await api.get(`/devices/${device}/pay`));
  await visitor.phone();
  await visitor.open(`/m/${code}?l=uk`);
  await visitor.click(`//button[@name="product" and @value="${DRINK}"]`);
  await visitor.at(/^\/m\/\w+\/[\w-]+/);
  const mine = await visitor.where();
  await obey(unit, "credit_added");
  // The page leads on to the provider by itself.
  await visitor.press("Сплатити");
  await obey(unit, "start");
  const { items } = paymentsSchema.parse(await api.get(`/payments?device=${device}`));
  await pour(unit, items[0]?.id ?? 0);
  await visitor.open(mine.replace("go=1", ""));
  await visitor.sees(say("pay:state.vend_success"));
});

inEach("a machine of the day's route is served on a phone, with a photo", async (visitor, api) => {
  const { person, sheet } = await onTheRoad(api, 1);
  const stops = async () => sheetSchema.parse(await api.get(`/route_sheets/${sheet}/sheet`)).stops;
  const [stop] = await stops();
  await visitor.phone();
  await visitor.signIn(person);
  await visitor.open("/my_route");
  await visitor.click(`//a[@href="/my_route/stops/${stop?.id}"]`);
  await visitor.at(`/my_route/stops/${stop?.id}`);
  expect(await visitor.tooWide()).toBeLessThanOrEqual(0);
  await visitor.fill("fills[0].found", "10");
  await visitor.fill("fills[0].put", "601");
  await visitor.press(say("route-sheets:serve"));
  await visitor.sees(say("errors:invalid"));
  expect(await visitor.value("fills[0].put")).toBe("601");
  await visitor.fill("fills[0].put", "500");
  await visitor.attach("photos", PICTURE);
  await visitor.press(say("route-sheets:serve"));
  await expect
    .poll(async () => (await stops())[0])
    .toMatchObject({
      status: "served",
      fills: [{ found: 10, put: 500 }],
      photos: [expect.any(Number)],
    });
});
