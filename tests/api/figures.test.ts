import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { FIGURE_NAMES } from "~server/contract/figures";
import { pageSchema } from "~server/contract/record";
import type { MeasureName } from "~server/contract/reports/measures";
import { foldDays } from "~server/vending/areas/fleet/days";
import { note } from "~server/vending/areas/fleet/events";
import { run } from "~server/vending/database/query";
import { daysLater } from "../fleet/report-days";
import { random } from "../unit/evadts/random";
import type { Person } from "./app";
import { dayOf, movingNetwork, reportFor, rowsOf } from "./moving";
import { DAY, iso, MINUTE, vend } from "./unit";

const SAME: Record<(typeof FIGURE_NAMES)[number], MeasureName> = {
  available_30_days: "available",
  failed_share_30_days: "failed_share",
  repair_time_30_days: "repair_time",
  first_fix_30_days: "first_fix",
  lost_30_days: "lost_amount",
  days_since_visit: "days_since_visit",
};
const LISTS = [
  ["/devices", "advanced_aggregated_sales_per_device", "device"],
  ["/locations", "advanced_aggregated_sales_per_location", "location"],
  ["/crews", "advanced_aggregated_sales_per_crew", "crew"],
] as const;

const list = async (who: Person, path: string) => pageSchema.parse((await who.get(path)).data).items;

it("lists tell of machines, locations and crews what reports tell of the last 30 whole days", async () => {
  const draw = random(7);
  const network = await movingNetwork(draw, 40);
  const { api, root, pick, units } = network;
  const { pool } = api;
  const today = dayOf(Date.now());
  let serial = 0;
  const event = (at: number, what: object) => ({ id: `e${++serial}`, at: iso(at), ...what });
  const shown = async (who: Person, path: string) =>
    Object.fromEntries(
      (await list(who, `${path}?limit=200`)).map((item) => [
        String(item.id),
        Object.fromEntries<unknown>(FIGURE_NAMES.map((name) => [name, item[name] ?? null])),
      ]),
    );
  const check = async () => {
    await foldDays(pool);
    for (const [path, report, cut] of LISTS) {
      const span = { from: daysLater(today, -30), to: daysLater(today, -1) };
      const { rows } = rowsOf(await reportFor(root, report, span), cut);
      const { rows: now } = rowsOf(await reportFor(root, report, { from: today, to: today }), cut);
      const told = await shown(root, path);
      for (const [id, figures] of Object.entries(told)) {
        const said = FIGURE_NAMES.map((name) => [
          name,
          (name === "days_since_visit" ? now : rows)[id]?.[SAME[name]] ?? null,
        ]);
        expect([path, id, figures]).toEqual([path, id, Object.fromEntries(said)]);
      }
    }
  };

  for (const { device, id: unit } of units) {
    await run(pool, sql`update devices set in_work = true where id = ${device}`);
    await note(pool, [{ device, unit, at: iso(Date.now() - 38 * DAY), kind: "online", data: {} }]);
  }
  for (let step = 0; step < 12; step++) {
    const unit = pick(units);
    const begin = Date.now() - DAY - draw() * 35 * DAY;
    const events = [
      event(begin - 60 * MINUTE, { t: "error", code: "EAR", active: true }),
      event(begin, { t: "door", state: "opened" }),
      event(begin + 30 * MINUTE, { t: "error", code: "EAR", active: false }),
      event(begin + pick([3, 10]) * DAY, { t: "error", code: "EAR", active: draw() < 0.5 }),
      event(begin + MINUTE, { t: "power", mains: false }),
      event(begin + 90 * MINUTE, { t: "power", mains: true }),
    ].filter(({ at }) => at < iso(Date.now() - 60 * MINUTE));
    const sold = [vend({ at: iso(begin) }), vend({ at: iso(begin), result: "vend_fail" })];
    await unit.send({ events: [...events, ...sold] });
    if (step % 3 === 1) await network.change();
    if (step % 3 === 2) await check();
  }

  // Each orders its list, unknown ones last, and what a day brings is made anew.
  for (const [path] of LISTS)
    for (const name of FIGURE_NAMES) {
      const values = (await list(root, `${path}?sort=-${name}&limit=200`)).map((item) => item[name]);
      const known = values.flatMap((value) => (typeof value === "number" ? [value] : []));
      expect([path, name, values]).toEqual([
        path,
        name,
        [...known.sort((a, b) => b - a), ...values.filter((value) => value === null)],
      ]);
    }
  for (const table of ["device_figures", "location_figures", "crew_figures"])
    await run(
      pool,
      sql`update ${sql.identifier(table)} set until = until - 1, available_30_days = 0, lost_30_days = 7`,
    );
  await check();
  // A visit counts when seven days are over.
  await run(pool, sql`update first_visits set settled = false`);
  await foldDays(pool);
  await check();

  // Who sees a part of the machines is told nothing of them all, and what is lost is told to who sees money or needs.
  const [{ device } = { device: 0 }] = units;
  const limited = await api.person({
    permissions: ["DEVICE", "LOCATION", "CREW"],
    mode: "OPEN_SELECTED",
    devices: [device],
  });
  const [crews, whole] = [await shown(limited, "/crews"), await shown(root, "/crews")];
  expect(Object.keys(crews).length).toBeGreaterThan(0);
  for (const [id, figures] of Object.entries(crews)) {
    const isEmpty = Object.values(figures).every((value) => value === null);
    expect(isEmpty ? whole[id] : figures).toEqual(whole[id]);
  }
  const one = String(device);
  expect((await shown(limited, "/devices"))[one]).toEqual((await shown(root, "/devices"))[one]);
  const clerk = await api.person({ permissions: ["LOCATION"] });
  const places = await list(clerk, "/locations?limit=200");
  expect(places.map((item) => item.lost_30_days ?? null)).toEqual(places.map(() => null));
  expect(places.some((item) => item.available_30_days !== null)).toBe(true);
});
