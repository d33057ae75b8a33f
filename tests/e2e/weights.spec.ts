import { get } from "node:http";
import { gzipSync } from "node:zlib";
import { PERMISSIONS } from "~server/contract/permissions";
import { audit, kyiv } from "./audits";
import { expect, open, signIn, SITE, test } from "./pages";
import { makeRecord } from "./records";
import { type Api, makePerson, unique } from "./vending";

const KB = 1024;

/** Fifty-one machines that differ as those of a network do; answers the word that finds them. */
async function manyMachines(api: Api): Promise<string> {
  const word = unique();
  const some = <T>(count: number, make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  const models = await some(4, (index) => makeRecord(api, "device_model", { name: `Rheavendors Luce X${index}` }));
  const project = await makeRecord(api, "project", { name: "Торгові центри" });
  const locations = await some(25, (index) =>
    makeRecord(api, "location", {
      name: `ТРЦ «Лавина» № ${index}`,
      city: ["Київ", "Львів", "Одеса", "Харків", "Дніпро"][index % 5] ?? "",
      region: ["AA", "BC", "BH", "AX", "AE"][index % 5] ?? "",
      project: project.id,
    }),
  );
  const planogram = await makeRecord(api, "planogram", { name: "Кава, 9 напоїв" });
  await some(51, async (index) => {
    const id = await api.create("/devices", {
      serial_number: `${word}-${1000 + index * 37}`,
      model: models[index % 4]?.id ?? 0,
      location: locations[index % 25]?.id ?? 0,
      planogram: planogram.id,
      device_type: "COFFEE",
      ownership_type: "PERSONAL",
      in_work: "on",
    });
    await api.audit(id, audit(1, kyiv(2, "08:00:00"), 100, 200));
    await api.audit(id, audit(2, kyiv(1, `0${index % 10}:${10 + (index % 50)}:00`), 100 + index, 200 + 3 * index));
  });
  return word;
}

/** Bytes of a body as they travel, gzipped by the server. */
function travelling(address: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { cookie, "accept-encoding": "gzip", accept: "text/html,*/*" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Uint8Array) => (bytes += chunk.length)).on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** What a page may weigh on its second visit; reports have more columns than lists. */
const BARS = { list: 12 * KB, report: 14 * KB };

test("a list and a report of fifty machines are light", async ({ page, context, api, scripts }) => {
  const word = await manyMachines(api);
  // Who may everything, and has no report or filter that another test has left.
  await signIn(context, await makePerson(api, PERMISSIONS, { sportLife: true }));
  const cookies = async () => (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  // Live events come when a page has settled, and are no part of its weight; a slow machine would see them begin.
  await page.addInitScript(
    "const soon = window.setTimeout; window.setTimeout = (act, ms, ...rest) => (ms >= 1_000 ? 0 : soon(act, ms, ...rest));",
  );
  for (const [kind, path] of [
    ["list", `/devices?q=${word}`],
    ["report", "/aggregated_sales_per_device"],
  ] as const) {
    const first = await travelling(SITE + path, await cookies());
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(new URL(request.url()).pathname));
    await open(page, path);
    await expect(page.locator("tbody tr")).toHaveCount(50);
    // The second visit knows the style sheet, as every visit but the first does.
    await open(page, path);
    await page.waitForLoadState("networkidle");
    const known = await cookies();
    const weigh = async (ending: string) =>
      sum(
        await Promise.all(
          [...asked]
            .filter((path) => path.startsWith("/assets/") && path.endsWith(ending))
            .map((path) => travelling(SITE + path, known)),
        ),
      );
    const weights = {
      first,
      html: await travelling(SITE + path, known),
      scripts: await weigh(".js"),
      styles: await weigh(".css"),
    };
    const shown = JSON.stringify(weights);
    test.info().annotations.push({ type: "bytes", description: shown });
    console.log(`${kind} of fifty machines, gzip bytes: ${shown}`);
    expect.soft(weights.html, `HTML of a ${kind}'s second visit`).toBeLessThanOrEqual(BARS[kind]);
    expect.soft(weights.scripts, `scripts of a ${kind}`).toBeLessThanOrEqual(95 * KB);
    expect.soft(weights.styles, "styles").toBeLessThanOrEqual(20 * KB);
    expect(weights.styles).toBeGreaterThan(0);
    if (scripts) expect(weights.scripts).toBeGreaterThan(0);
  }
});

test("styles come with the first page and from their file after that", { tag: "@plain" }, async ({ context }) => {
  await signIn(context);
  const first = await (await context.request.get(`${SITE}/`)).text();
  expect(first).toMatch(/<style id="styles"/);
  const second = await (await context.request.get(`${SITE}/`)).text();
  expect(second).not.toMatch(/<style/);
  const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(second)?.[1] ?? "";
  const styles = await (await context.request.get(SITE + sheet)).body();
  expect(gzipSync(styles).length).toBeLessThanOrEqual(20 * KB);
});

test("a page says what it may load and nothing else", async ({ page, context }) => {
  await signIn(context);
  const answer = await page.goto("/");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/default-src 'none'|default-src 'self'/);
  expect(policy).not.toContain("unsafe");
  await open(page, "/devices");
});
