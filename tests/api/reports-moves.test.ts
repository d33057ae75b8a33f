import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { run } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { dayOf, idIn, movingNetwork, type Place, reportFor } from "./moving";
import { DAY, iso, vend } from "./unit";

const SIDES = ["location", "project", "crew", "planogram"] as const;
/** Noon of a day, so that an hour of summer time moves no day. */
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
const later = (day: string, by: number) => dayOf(noon(day) + by * DAY);
const daysIn = (first: string, last: string) => Math.round((noon(last) - noon(first)) / DAY) + 1;

interface Sale {
  device: number;
  at: number;
  amount: number;
}

it.each([1, 2, 3])("moves tell from where to where, since when, who said so, and what was taken: %d", async (seed) => {
  const draw = random(seed);
  const network = await movingNetwork(draw, 60);
  const { api, pick, units, said } = network;
  const today = dayOf(Date.now());
  const created = new Map<number, string>();
  for (const { device } of units) {
    const at = Date.now() - Math.floor(draw() * 70) * DAY;
    created.set(device, dayOf(at));
    await run(api.pool, sql`update devices set created_at = ${iso(at)} where id = ${device}`);
  }
  const sales: Sale[] = [];
  const sell = async () => {
    const unit = pick(units);
    const told = Array.from({ length: 12 }, () => ({
      at: network.earlier(),
      price: 100 * (1 + Math.floor(draw() * 90)),
      source: pick(["cash", "cash", "cashless1", "test"]),
    }));
    await unit.send({ events: told.map(({ at, ...one }) => vend({ at: iso(at), ...one })) });
    sales.push(
      ...told.map(({ at, price, source }) => ({ device: unit.device, at, amount: source === "test" ? 0 : price })),
    );
  };
  const moments = () => [...new Set(said.map(({ from }) => from))].filter(Number.isFinite).sort((a, b) => a - b);
  const sidesOf = (place: Place) => SIDES.map((side) => String(place[`${side}_id`]));
  const movesOf = (device: number) =>
    moments().flatMap((since) => {
      const [before, after] = [network.placeOf(device, since - 1), network.placeOf(device, since)];
      return String(sidesOf(before)) === String(sidesOf(after)) ? [] : [{ device, since, before, after }];
    });
  type Sees = (place: Place, device: number) => boolean;
  /** Kopecks and days of a time, nothing where the machine was out of sight in it. */
  const takings = (device: number, sees: Sees, first: string, last: string) => {
    if (first > last) return { amount: 0, days: 0 };
    const begin = moments().findLast((at) => dayOf(at) < first) ?? -1e15;
    const changed = moments().filter((at) => dayOf(at) >= first && dayOf(at) <= last);
    const isSeen = [begin, ...changed].every((at) => sees(network.placeOf(device, at), device));
    if (!isSeen) return { amount: 0, days: 0 };
    const sold = sales.filter((one) => one.device === device && dayOf(one.at) >= first && dayOf(one.at) <= last);
    return { amount: sold.reduce((sum, one) => sum + one.amount, 0), days: daysIn(first, last) };
  };
  const aDay = (of: readonly { amount: number; days: number }[]) => {
    const [amount, days] = [of.reduce((sum, one) => sum + one.amount, 0), of.reduce((sum, one) => sum + one.days, 0)];
    return days ? Math.round(amount / days) : null;
  };
  const check = async (step: number) => {
    const { from, to } = step % 2 ? { from: later(today, -70), to: today } : network.days();
    const project = draw() < 0.3 ? pick(network.projects) : undefined;
    const asked = { from, to, ...(project ? { project: String(project) } : {}) };
    for (const [n, { who, sees }] of network.viewers.entries()) {
      const open = (place: Place, device: number) =>
        sees(place, device) && (project === undefined || place.project_id === project);
      const moves = units
        .flatMap(({ device }) => movesOf(device))
        .filter(
          ({ device, since, before, after }) =>
            dayOf(since) >= from && dayOf(since) <= to && (open(before, device) || open(after, device)),
        )
        .map(({ device, since, before, after }) => {
          const firstSale =
            sales
              .filter((one) => one.device === device)
              .map(({ at }) => dayOf(at))
              .sort()[0] ?? today;
          const known = [created.get(device) ?? today, firstSale].sort()[0] ?? today;
          const day = dayOf(since);
          const earliest = later(day, -30) > known ? later(day, -30) : known;
          const latest = later(day, 30) < later(today, -1) ? later(day, 30) : later(today, -1);
          const author = network.authors.get(
            said.filter((one) => one.from === since).at(-1) ?? {
              subject: "device",
              id: 0,
              field: "",
              from: 0,
              value: 0,
            },
          );
          return {
            ...{ device, since, from: sidesOf(before), to: sidesOf(after) },
            by: sees(network.placeOf(device, Infinity), device) ? author : null,
            before: takings(device, sees, earliest, later(day, -1)),
            after: takings(device, sees, later(day, 1), latest),
          };
        })
        .sort((a, b) => a.device - b.device || a.since - b.since);
      const found = await reportFor(who, "devices_migrate", { ...asked, sort: "-since" });
      const told = found.items
        .map(({ cuts, figures }) => ({
          ...{
            device: Number(idIn(cuts.device)),
            since: Date.parse(z.string().parse(cuts.since)),
            by: cuts.entered_by,
            figures,
          },
          from: SIDES.map((side) => idIn(cuts[`from_${side}`])),
          to: SIDES.map((side) => idIn(cuts[`to_${side}`])),
        }))
        .map((one, i, all) => ({ ...one, isInOrder: one.since <= (all[i - 1]?.since ?? Infinity) }))
        .sort((a, b) => a.device - b.device || a.since - b.since);
      // What is said to hold from now holds from a moment that only the service knows.
      const sinceOf = (at: number, i: number) =>
        Math.abs(at - (moves[i]?.since ?? 0)) < 30_000 ? moves[i]?.since : at;
      expect([step, n, asked, told.map((one, i) => ({ ...one, since: sinceOf(one.since, i) }))]).toEqual([
        ...[step, n, asked],
        moves.map(({ before, after, ...one }) => ({
          ...{ ...one, isInOrder: true },
          figures: { takings_before: aDay([before]), takings_after: aDay([after]) },
        })),
      ]);
      expect([step, n, found.total.figures, found.rows]).toEqual([
        ...[step, n],
        { takings_before: aDay(moves.map((one) => one.before)), takings_after: aDay(moves.map((one) => one.after)) },
        moves.length,
      ]);
    }
  };
  for (let step = 0; step < 30; step++) {
    await pick([sell, network.change, network.change])();
    if (step % 5 === 4) await check(step);
  }
  const moves = () => units.flatMap(({ device }) => movesOf(device));
  while (moves().length < 6 || !moves().some(({ since }) => dayOf(since) === today)) await network.change();
  await check(31);
});
