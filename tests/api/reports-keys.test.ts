import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { franchise as franchiseEntity } from "~server/contract/entities/franchises";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { location as locationEntity } from "~server/contract/entities/locations";
import { STEPS } from "~server/contract/enums";
import { spansIn } from "~/report/spans.server";
import { rows, run } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { idOf } from "./app";
import { dayOf, idIn, movingNetwork, reportFor, rowsOf, tallied } from "./moving";
import { made, saved } from "./samples";
import { DAY, iso } from "./unit";

const [SINGLE, AGGREGATED] = ["key_wallets_report", "key_wallets_aggregated_report"];
const ROWS = ["at", "key", "client", "device", "recipe"] as const;
const CUTS = ["client", "key", "device", "span"] as const;
const RATE = 41.37;
const RATED_FROM = dayOf(Date.now() - 9 * DAY);

interface Vend {
  device: number;
  at: number;
  cell: string;
  price: number | null;
  key: number;
  client: number | null;
}
let serial = 0;

const daysLater = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
/** The first day of the week (Monday) or month of a day. */
const beginOf = (step: string, day: string): string =>
  step === "month"
    ? `${day.slice(0, 8)}01`
    : step === "week"
      ? daysLater(day, -((new Date(day).getUTCDay() + 6) % 7))
      : day;

it.each([1, 2, 3])("vends for keys are whose the key was then, where the machine stood then: %d", async (seed) => {
  const draw = random(seed);
  const network = await movingNetwork(draw, 20, ["KEY_WALLETS"]);
  const { api, root, pick, units, planograms, locations } = network;
  const euro = units[1]?.device ?? 0;
  await saved(root, deviceEntity, euro, { audit_currency: "EUR" });
  await root.post("/currency_rates", { currency: "EUR", rate: RATE, from_day: RATED_FROM });
  for (const [n, { device }] of units.entries()) {
    const value = planograms[n % 2] ?? 0;
    await saved(root, deviceEntity, device, { planogram: value, holds_from: "always" });
    network.said.push({ subject: "device", id: device, field: "planogram", from: -Infinity, value });
  }
  // A franchise's person sees its machines, and of keys their numbers in the list alone.
  const franchise = await made(root, franchiseEntity);
  const [home = 0] = locations;
  expect((await saved(root, locationEntity, home, { franchise, holds_from: "always" })).status).toBe(200);
  network.said.push({ subject: "location", id: home, field: "franchise", from: -Infinity, value: franchise });
  const partner = await api.person({ permissions: ["KEY_WALLETS"] });
  await run(api.pool, sql`update users set franchise_id = ${franchise} where id = ${partner.id}`);
  network.viewers.push({ who: partner, sees: ({ franchise_id }) => franchise_id === franchise });

  const clients = [await made(root, keyClient), await made(root, keyClient)];
  const keys = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      const [key, owner, client] = [`0500${seed}00${n}`, `Власник ${n}`, n === 4 ? null : (clients[n % 2] ?? null)];
      const id = idOf(await root.post("/key_wallets", { key, owner, type: "BALANCE", ...(client ? { client } : {}) }));
      return { key, owner, client, id, isGone: false };
    }),
  );
  const living = () => keys.filter(({ isGone }) => !isGone);
  const handOver = async () => {
    const [key, client] = [pick(living()), pick([...clients, null])];
    expect((await saved(root, keyWallet, key.id, { client: client ?? "" })).status).toBe(200);
    key.client = client;
  };
  const vends: Vend[] = [];
  const vend = async () => {
    const unit = pick(units);
    const told = Array.from({ length: 8 }, () => ({
      ...{ at: network.earlier(), held: pick(living()), cell: pick(["1", "1", "99"]) },
      price: draw() < 0.3 ? null : 100 * Math.floor(draw() * 60),
    }));
    const event = (at: number, code: string, cell: string, price: number | null, result: string) => ({
      ...{ id: `w${++serial}`, t: "rfid", at: iso(at), code, cell, result },
      ...(price === null ? {} : { price }),
    });
    await unit.send({
      events: told.flatMap(({ at, held, cell, price }) => [
        event(at, held.key, cell, price, "vended"),
        // Nothing is taken for these, and nobody's key is in no wallet.
        event(at + 1_000, held.key, cell, price, pick(["accepted", "denied", "insufficient_balance"])),
        event(at + 2_000, "05FFFFFFFF", cell, price, "vended"),
      ]),
    });
    vends.push(...told.map(({ held, ...one }) => ({ ...one, device: unit.device, key: held.id, client: held.client })));
  };
  const priceOf = ({ device, at, price }: Vend): number | null =>
    price === null || device !== euro ? price : dayOf(at) >= RATED_FROM ? Math.floor(price * RATE + 0.5) : null;

  type Known = Record<(typeof ROWS)[number], string> & { day: string; price: number | null };
  const sumOf = (of: readonly Known[]) => {
    const known = of.flatMap(({ price }) => (price === null ? [] : [price]));
    return of.length && !known.length ? null : known.reduce((all, one) => all + one, 0);
  };
  const figures = (of: readonly Known[]) => ({
    vends: of.length,
    vended_price: sumOf(of),
    unknown_price: of.filter(({ price }) => price === null).length,
    keys: new Set(of.map(({ key }) => key)).size,
  });

  const check = async (step: number) => {
    const { from, to } = network.days();
    const recipes = await rows(
      api.pool,
      z.object({ planogram_id: z.number(), recipe_id: z.number().nullable() }),
      sql`select planogram_id, recipe_id from planogram_cells where cell = '1'`,
    );
    const filters = pick<Record<string, string[]>>([
      ...[{}, {}, { client: [String(pick(clients))] }, { client: ["none", String(pick(clients))] }],
      ...[{ key: [String(pick(keys).id), String(pick(keys).id)] }, { project: [String(pick(network.projects))] }],
    ]);
    const by = [pick(CUTS), ...(draw() < 0.5 ? [pick(CUTS)] : [])].filter((cut, n, all) => all.indexOf(cut) === n);
    const span = pick(STEPS);
    const compare = draw() < 0.5 && !(by.includes("span") && span === "month") ? "before" : undefined;
    for (const [n, { who, sees }] of network.viewers.entries()) {
      const seen = vends.flatMap((one): Known[] => {
        const [place, day] = [network.placeOf(one.device, one.at), dayOf(one.at)];
        const recipe = recipes.find(({ planogram_id }) => one.cell === "1" && planogram_id === place.planogram_id);
        const isAsked = Object.entries({ client: one.client ?? "none", key: one.key, project: place.project_id }).every(
          ([name, value]) => !filters[name] || filters[name].includes(String(value)),
        );
        if (!sees(place, one.device) || !isAsked) return [];
        const of = { at: iso(one.at), key: one.key, client: one.client, device: one.device };
        return [
          {
            ...{ at: of.at, key: `${of.key}`, client: `${of.client}`, device: `${of.device}` },
            ...{ recipe: String(recipe?.recipe_id ?? null), day, price: priceOf(one) },
          },
        ];
      });
      const within = (days: { from: string; to: string }) =>
        seen.filter(({ day }) => day >= days.from && day <= days.to);

      const single = await reportFor(who, SINGLE, { from, to, ...filters });
      const told = [step, n, from, to, filters];
      const slow = tallied(
        within({ from, to }),
        (one) => ROWS.map((cut) => one[cut]).join("/"),
        (of) => ({ vended_price: sumOf(of) }),
      );
      expect([...told, rowsOf(single, ...ROWS)]).toEqual([...told, slow]);
      const moments = single.items.map(({ cuts }) => String(cuts.at));
      expect(moments).toEqual([...moments].sort().reverse());
      for (const { cuts } of single.items) {
        const key = keys.find(({ id }) => String(id) === idIn(cuts.key));
        const [label, owner] = who === partner ? [`#${key?.id}`, null] : [key?.key, key?.isGone ? null : key?.owner];
        // What was deleted is known by its number to whoever has limits.
        if (!key?.isGone || who === root) expect(cuts).toMatchObject({ key: { label }, owner });
        if (cuts.client !== null && who === partner)
          expect(cuts.client).toMatchObject({ label: `#${idIn(cuts.client)}` });
      }

      const asked = { from, to, by, ...filters, ...(by.includes("span") ? { step: span } : {}) };
      const found = await reportFor(who, AGGREGATED, { ...asked, ...(compare ? { compare } : {}) });
      const shift = found.compared ? (Date.parse(from) - Date.parse(found.compared.from)) / DAY : 0;
      const keyed = (later: number) => (one: Known) =>
        by
          .map((cut) => (cut === "span" ? beginOf(span, daysLater(beginOf(span, one.day), later)) : one[cut]))
          .join("/");
      const spans = by.join() === "span" ? spansIn(from, to, span) : [];
      const now = tallied(within({ from, to }), keyed(0), figures);
      const then = tallied(found.compared ? within(found.compared) : [], keyed(shift), figures);
      const all = new Set([...spans, ...Object.keys(now.rows), ...Object.keys(then.rows)]);
      const whole = (of: typeof now) => ({
        rows: Object.fromEntries([...all].map((key) => [key, of.rows[key] ?? figures([])])),
        total: of.total,
      });
      const before = {
        items: found.items.map(({ cuts, before: of }) => ({ cuts, figures: of ?? {}, before: null })),
        total: { figures: found.total.before ?? {}, before: null },
      };
      expect([...told, asked, rowsOf(found, ...by)]).toEqual([...told, asked, whole(now)]);
      if (compare)
        expect([...told, asked, rowsOf({ ...found, ...before }, ...by)]).toEqual([...told, asked, whole(then)]);
    }
  };
  for (let step = 0; step < 24; step++) {
    await pick([vend, vend, handOver, network.change])();
    const [key] = keys;
    if (step === 16 && key) {
      expect((await root.post(`/key_wallets/${key.id}/delete`)).status).toBe(200);
      // What was vended for it stays its own.
      key.isGone = true;
    }
    if (step % 3 === 2) await check(step);
  }
  const other = await api.person({ permissions: ["REPORT"] });
  for (const report of [SINGLE, AGGREGATED]) expect((await other.get(`/reports/${report}`)).status).toBe(403);
});
