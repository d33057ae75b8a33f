import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { note } from "~server/vending/areas/fleet/events";
import { foldDays, refoldDays } from "~server/vending/areas/fleet/days";
import { checkDays } from "~server/vending/areas/fleet/days-check";
import { dropOldEvents } from "~server/vending/areas/fleet/retention";
import { run } from "~server/vending/database/query";
import {
  beginOfDay,
  daysOfMachine,
  firstVisitsOf,
  KINDS,
  type LivedDay,
  readTold,
  type Told,
} from "../fleet/machine-days";
import { daysIn, daysLater } from "../fleet/report-days";
import { random } from "../unit/evadts/random";
import { dayOf, idIn, movingNetwork, reportFor, rowsOf, tallied } from "./moving";
import { heldAt } from "./said";
import { saved } from "./samples";
import { DAY, iso, MINUTE } from "./unit";
import { slowStories } from "./stories";

const SEEDS = slowStories(2);

const REPORT = "devices_status";
const PAST = 70;
const ERRORS = Object.keys(KINDS);
/** With the settings' fewest days of events, those of these days are surely there. */
const KEPT = 29;
let serial = 0;

it.each(SEEDS)(
  "what machines went through is told by day, whatever comes late, twice or was dropped: %d",
  async (seed) => {
    const draw = random(seed);
    const network = await movingNetwork(draw, PAST);
    const { api, root, pick, units, said } = network;
    for (const { device } of units)
      said.push({ subject: "device", id: device, field: "in_work", from: -Infinity, value: 1 });
    let past = 55;
    const early = () => Date.now() - DAY - Math.floor(draw() * past * DAY);
    const sent: { unit: (typeof units)[number]; events: object[] }[] = [];
    const event = (): object => {
      const at = iso(early());
      const id = `e${++serial}`;
      switch (Math.floor(draw() * 5)) {
        case 0:
          return { id, at, t: "power", mains: draw() < 0.5 };
        case 1:
          return { id, at, t: "door", state: pick(["opened", "closed"]) };
        case 2:
          return { id, at, t: "maintenance", filled: draw() < 0.5, cleaned: draw() < 0.5 };
        default:
          return { id, at, t: "error", code: pick(ERRORS), active: draw() < 0.5 };
      }
    };
    const steps = {
      tell: async () => {
        const unit = pick(units);
        const events = Array.from({ length: 4 }, event);
        sent.push({ unit, events });
        await unit.send({ events });
      },
      // Somebody comes for a fault, more than once within hours; it ends in time or late, and some come back and are looked at again.
      visit: async () => {
        const unit = pick(units);
        const begin = Date.now() - DAY - draw() * past * DAY;
        const code = pick(ERRORS);
        const told: [hours: number, what: object][] = [
          [-draw() * 10, { t: "error", code, active: true }],
          [0, { t: "door", state: "opened" }],
          [draw() * 4, { t: "maintenance", cleaned: true }],
          [draw() * 4, { t: "error", code, active: false }],
          [24 * pick([1, 4, 6.9, 7.1, 9]), { t: "error", code, active: true }],
          [24 * pick([1.1, 5, 7.2, 10, 15]), { t: "door", state: "opened" }],
          [24 * pick([1.2, 6, 11, 16]), { t: "error", code, active: false }],
        ];
        const first = Date.now() - (DAY + past * DAY);
        const events = told.flatMap(([hours, what]) => {
          const at = begin + hours * 60 * MINUTE;
          return at > first && at < Date.now() - DAY ? [{ id: `e${++serial}`, at: iso(at), ...what }] : [];
        });
        if (!events.length) return;
        sent.push({ unit, events });
        await unit.send({ events });
      },
      // A unit that was not heard tells it all again.
      again: async () => {
        const one = sent[Math.floor(draw() * sent.length)];
        if (one && past > KEPT) await one.unit.send({ events: one.events });
      },
      // Nobody can be made to wait for an hour: what is seen ourselves is noted as the sweep does.
      contact: () => {
        const { device, id: unit } = pick(units);
        return note(api.pool, [{ device, unit, at: iso(early()), kind: pick(["online", "offline"]), data: {} }]);
      },
      work: async () => {
        const { device } = pick(units);
        const [value, at, before] = [draw() < 0.6 ? 1 : 0, early(), Date.now()];
        const since = pick(["now", "earlier", "earlier", ...(past > KEPT ? (["always"] as const) : [])] as const);
        const answer = await saved(root, deviceEntity, device, {
          in_work: value ? "on" : "",
          ...(since === "now" ? {} : { holds_from: since === "always" ? "always" : iso(at) }),
        });
        expect([answer.status, answer.fields]).toEqual([200, {}]);
        if (heldAt(said, "device", device, "in_work", Infinity) === value) return;
        const from = since === "now" ? before : since === "always" ? -Infinity : at;
        said.push({ subject: "device", id: device, field: "in_work", from, value });
      },
      fold: () => foldDays(api.pool),
    };

    const known = new Map<string, Told>();
    const visits = new Map<number, ReturnType<typeof firstVisitsOf>>();
    const livesOf = async () => {
      for (const one of await readTold(api.pool)) known.set(`${one.device} ${one.id}`, one);
      const told = [...known.values()].sort((one, other) => one.at - other.at);
      return new Map(
        units.map(({ device }) => {
          const changes = said.flatMap((one) =>
            one.id === device && one.field === "in_work" && Number.isFinite(one.from) ? [one.from] : [],
          );
          const life = [
            told.filter((one) => one.device === device),
            (at: number) => heldAt(said, "device", device, "in_work", at) === 1,
            changes,
            Date.now(),
          ] as const;
          visits.set(device, firstVisitsOf(...life));
          return [device, daysOfMachine(...life)];
        }),
      );
    };
    const percent = (a: number, b: number) => (b ? Math.round((a / b) * 10_000) / 100 : null);
    type Fact = LivedDay | { isFixed: boolean };
    const figures = (facts: readonly Fact[]) => {
      const days = facts.flatMap((one) => ("isFixed" in one ? [] : [one]));
      const first = facts.flatMap((one) => ("isFixed" in one ? [one] : []));
      const sum = (of: (day: LivedDay) => number) => days.reduce((all, day) => all + of(day), 0);
      const seconds = sum((day) => day.known);
      const counts = [
        "offline_count",
        "power_cuts",
        "door_openings",
        "errors",
        ...new Set(Object.values(KINDS).map((kind) => `errors_${kind}`)),
      ];
      const repairs = sum((day) => day.repairs);
      return {
        available: percent(seconds - sum((day) => day.down), seconds),
        first_fix: percent(first.filter(({ isFixed }) => isFixed).length, first.length),
        online_share: percent(seconds - sum((day) => day.offline), seconds),
        offline_share: percent(
          sum((day) => day.offline),
          seconds,
        ),
        dark_share: percent(
          sum((day) => day.dark),
          seconds,
        ),
        error_share: percent(
          sum((day) => day.error),
          seconds,
        ),
        ...Object.fromEntries(
          counts.map((one) => [one, sum((day) => Number(Object.entries(day).find(([name]) => name === one)?.[1]))]),
        ),
        longest_outage: seconds ? Math.max(...days.map((day) => day.longest)) : null,
        repair_time: repairs ? Math.round(sum((day) => day.repair) / repairs) : null,
      };
    };

    const check = async (step: number) => {
      await foldDays(api.pool);
      const lives = await livesOf();
      const yesterday = daysLater(dayOf(Date.now()), -1);
      const { from, to } = network.days();
      const last = to < yesterday ? to : yesterday;
      const span = { from: from < last ? from : last, to: last };
      const project = draw() < 0.3 ? String(pick(network.projects)) : undefined;
      const asked = { ...span, ...(project ? { project } : {}), ...(draw() < 0.3 ? { compare: "before" } : {}) };
      for (const [n, { who, sees }] of network.viewers.entries()) {
        const found = await reportFor(who, REPORT, asked);
        const linesOf = (span: { from: string; to: string }) =>
          daysIn(span).flatMap((day) =>
            units.flatMap(({ device }) => {
              const place = network.placeOf(device, beginOfDay(daysLater(day, 1)) - 1);
              const passes = !project || String(place.project_id) === project;
              const lived = lives.get(device)?.(day);
              const visited = (visits.get(device) ?? []).flatMap(({ at, isFixed }) => {
                const there = network.placeOf(device, at);
                const isAsked = !project || String(there.project_id) === project;
                return dayOf(at) === day && isAsked && sees(there, device) ? [{ device, isFixed }] : [];
              });
              return [...visited, ...(lived && passes && sees(place, device) ? [{ device, ...lived }] : [])];
            }),
          );
        const truthOf = (span: { from: string; to: string }) =>
          tallied(linesOf(span), ({ device }) => String(device), figures);
        const now = truthOf(span);
        const then = found.compared ? truthOf(found.compared) : undefined;
        const says = (one: object | undefined) =>
          !!one && Object.values(one).some((value) => value !== null && value !== 0);
        const keys = [...new Set([...Object.keys(now.rows), ...Object.keys(then?.rows ?? {})])].filter(
          (key) => says(now.rows[key]) || says(then?.rows[key]),
        );
        const nothing = figures([]);
        expect([step, n, asked, rowsOf(found, "device")]).toEqual([
          ...[step, n, asked],
          { rows: Object.fromEntries(keys.map((key) => [key, now.rows[key] ?? nothing])), total: now.total },
        ]);
        if (then) {
          expect(found.total.before).toEqual(then.total);
          for (const { cuts, before } of found.items) expect(before).toEqual(then.rows[idIn(cuts.device)] ?? nothing);
        }
        const shares = found.items.flatMap(({ figures: { offline_share: share } }) =>
          typeof share === "number" ? [share] : [],
        );
        expect(shares).toEqual([...shares].sort((a, b) => b - a));
      }
    };

    for (const { device, id: unit } of units)
      if (draw() < 0.8) await note(api.pool, [{ device, unit, at: iso(early()), kind: "online", data: {} }]);
    const kinds = [
      steps.tell,
      steps.tell,
      steps.visit,
      steps.visit,
      steps.again,
      steps.contact,
      steps.contact,
      steps.work,
      steps.fold,
      network.change,
    ];
    for (let step = 0; step < 60; step++) {
      await pick(kinds)();
      if (step % 4 === 3) await check(step);
      if (step === 40) {
        await foldDays(api.pool);
        await livesOf();
        await root.get("/settings");
        await run(api.pool, sql`update settings set event_days = 31`);
        await run(api.pool, sql`update device_events set received_at = at`);
        expect(await dropOldEvents(api.pool)).toBeGreaterThan(5);
        past = KEPT;
      }
    }
    // Whoever makes them anew, or looks at them, finds nothing else.
    expect(await checkDays(api.pool, "2000-01-01")).toEqual([]);
    await run(
      api.pool,
      sql`update device_days set known_seconds = known_seconds + 7 where day = ${dayOf(Date.now() - 5 * DAY)}`,
    );
    expect((await checkDays(api.pool, "2000-01-01")).map(({ span, measure }) => [span, measure])).toEqual([
      [dayOf(Date.now() - 5 * DAY), "known_seconds"],
    ]);
    await refoldDays(api.pool);
    expect(await checkDays(api.pool, "2000-01-01")).toEqual([]);
    await check(99);
  },
);
