import { expect, it } from "vitest";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { planogram as planogramEntity } from "~server/contract/entities/planograms";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { rows } from "~server/vending/database/query";
import { lastOf } from "../fleet/report-facts";
import { random } from "../unit/evadts/random";
import { idOf } from "./app";
import { dayOf, idIn, movingNetwork, type Place, reportFor, rowsOf, tallied } from "./moving";
import { saved } from "./samples";
import { DAY, iso } from "./unit";

const REPORT = "report_sport_life";
const CUTS = ["sport_life_key", "recipe", "club", "location"] as const;
const RATE = 41.37;
const RATED_FROM = dayOf(Date.now() - 9 * DAY);
const CLUBS = ["Sport Life", "АЗС «Тракт»"];

interface Vend {
  device: number;
  at: number;
  code: string;
  partner: string;
  price: number | null;
  cell: string;
}
let serial = 0;

it.each([1, 2, 3])("vends for cards of partners have the price of the cell of then: %d", async (seed) => {
  const draw = random(seed);
  const network = await movingNetwork(draw, 20, ["REPORT_SPORT_LIFE"]);
  const { api, root, pick, units, planograms } = network;
  const euro = units[1]?.device ?? 0;
  await saved(root, deviceEntity, euro, { audit_currency: "EUR" });
  await root.post("/currency_rates", { currency: "EUR", rate: RATE, from_day: RATED_FROM });
  const keys = new Map<string, number>();
  for (const n of [1, 2, 3]) {
    const number = `CLUB${seed}${n}`;
    keys.set(number, idOf(await root.post("/sportlife/keys", { full_name: `Тренер ${n}`, number })));
  }
  const codes = [...keys.keys(), "NOBODY1"];
  /** Prices of the cell "1"; what is first said was always so. */
  const prices: { planogram: number; from: number; value: number }[] = [];
  const price = async () => {
    const [planogram, value, at] = [pick(planograms), 100 * (1 + Math.floor(draw() * 60)), network.earlier()];
    const isFirst = !prices.some((one) => one.planogram === planogram);
    const answer = await saved(root, planogramEntity, planogram, {
      ...{ "cells[0].cell": "1", "cells[0].price": value, holds_from: iso(at) },
    });
    expect([answer.status, answer.fields]).toEqual([200, {}]);
    const last = lastOf(
      prices.filter((one) => one.planogram === planogram),
      Infinity,
    );
    if (last?.value === value) return;
    const from = isFirst ? -Infinity : at;
    for (let n = prices.length - 1; n >= 0; n--) {
      const one = prices[n];
      if (one?.planogram === planogram && one.from >= from) prices.splice(n, 1);
    }
    prices.push({ planogram, from, value });
  };
  const vends: Vend[] = [];
  const vend = async () => {
    const unit = pick(units);
    const told = Array.from({ length: 8 }, () => ({
      ...{ at: network.earlier(), code: pick(codes), partner: pick(CLUBS), cell: pick(["1", "1", "1", "99"]) },
      price: draw() < 0.1 ? null : 100 * Math.floor(draw() * 60),
    }));
    await unit.send({
      events: told.flatMap(({ at, price: paid, ...one }) =>
        ["vended", "denied"].map((result) => ({
          ...{ id: `p${++serial}`, t: "partner", at: iso(at + (result === "denied" ? 1_000 : 0)), ...one, result },
          ...(paid === null ? {} : { price: paid }),
        })),
      ),
    });
    vends.push(...told.map((one) => ({ ...one, device: unit.device })));
  };
  const paidOf = ({ device, at, price: paid }: Vend): number | null =>
    paid === null || device !== euro ? paid : dayOf(at) >= RATED_FROM ? Math.floor(paid * RATE + 0.5) : null;

  const check = async (step: number) => {
    const { from, to } = network.days();
    const by = [pick(CUTS), ...(draw() < 0.4 ? [pick(CUTS)] : [])].filter((cut, n, all) => all.indexOf(cut) === n);
    const cells = await rows(
      api.pool,
      z.object({ planogram_id: z.number(), recipe_id: z.number() }),
      sql`select planogram_id, recipe_id from planogram_cells where cell = '1'`,
    );
    const fullOf = ({ cell }: Vend, { planogram_id }: Place, at: number): number | null =>
      cell === "1"
        ? (lastOf(
            prices.filter((one) => one.planogram === planogram_id),
            at,
          )?.value ?? null)
        : null;
    for (const [n, { who, sees }] of network.viewers.entries()) {
      const known = vends.flatMap((one) => {
        const [place, day, paid] = [network.placeOf(one.device, one.at), dayOf(one.at), paidOf(one)];
        if (day < from || day > to || !sees(place, one.device)) return [];
        const recipe =
          one.cell === "1" ? cells.find((cell) => cell.planogram_id === place.planogram_id)?.recipe_id : null;
        const of = {
          ...{ sport_life_key: keys.get(one.code) ?? null, recipe: recipe ?? null },
          ...{ club: one.partner, location: place.location_id },
        };
        return [{ key: by.map((cut) => String(of[cut])).join("/"), paid, full: fullOf(one, place, one.at) }];
      });
      const figures = (of: readonly (typeof known)[number][]) => {
        const priced = of.flatMap(({ paid, full }) => (paid === null || full === null ? [] : [{ paid, full }]));
        const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
        return {
          vends: of.length,
          full_price: sum(priced.map(({ full }) => full)),
          discount: sum(priced.map(({ full, paid }) => full - paid)),
          paid: sum(of.map(({ paid }) => paid ?? 0)),
          unpriced: of.length - priced.length,
        };
      };
      const found = await reportFor(who, REPORT, { from, to, by });
      expect([step, n, from, to, by, rowsOf(found, ...by)]).toEqual([
        ...[step, n, from, to, by],
        tallied(known, ({ key }) => key, figures),
      ]);
    }
  };
  for (const [n, { device }] of units.entries()) {
    const value = planograms[n % 2] ?? 0;
    await saved(root, deviceEntity, device, { planogram: value, holds_from: "always" });
    network.said.push({ subject: "device", id: device, field: "planogram", from: -Infinity, value });
  }
  for (let step = 0; step < 8; step++) await price();
  for (let step = 0; step < 24; step++) {
    await pick([vend, vend, price, network.change])();
    if (step === 12) {
      const [number = "", id = 0] = [...keys][0] ?? [];
      expect((await root.post(`/sportlife/keys/${id}/delete`)).status).toBe(200);
      // What was vended for it stays its own.
      expect(keys.get(number)).toBe(id);
    }
    if (step % 3 === 2) await check(step);
  }
  const whole = await reportFor(root, REPORT, {});
  expect(whole.items.some(({ cuts }) => idIn(cuts.sport_life_key) !== "null")).toBe(true);
  // The flag of a person is asked for, too.
  const other = await api.person({ permissions: ["REPORT_SPORT_LIFE"] });
  expect((await other.get(`/reports/${REPORT}`)).status).toBe(403);
});
