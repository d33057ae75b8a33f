import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { reportNamed } from "~server/contract/reports";
import { note } from "~server/vending/areas/fleet/events";
import { checkDayRollups } from "~server/vending/areas/fleet/day-rollups-check";
import { foldDays } from "~server/vending/areas/fleet/days";
import { foldSales } from "~server/vending/areas/sales/fold";
import { run } from "~server/vending/database/query";
import { localTime } from "~server/vending/time";
import { figuresOf, type Line, linesOfSale, RELEVANT, type Sums } from "../fleet/advanced-figures";
import { beginOfDay, daysOfMachine, firstVisitsOf, type LivedDay, readTold } from "../fleet/machine-days";
import { daysBetween, daysIn, daysLater, weekday } from "../fleet/report-days";
import { random } from "../unit/evadts/random";
import { dayOf, idIn, movingNetwork, reportFor, rowsOf } from "./moving";
import { heldAt } from "./said";
import { saved } from "./samples";
import { DAY, iso, MINUTE, vend } from "./unit";
import { slowStories } from "./stories";

const SEEDS = slowStories(2);

const REPORTS = {
  advanced_aggregated_sales_per_device: ["device"],
  advanced_aggregated_sales_per_location: ["location"],
  advanced_aggregated_sales_per_day: ["span"],
  advanced_aggregated_sales_per_crew: ["crew"],
  advanced_aggregated_sales_per_crew_devices: ["crew", "device"],
  crews_services: ["crew", "device"],
} as const;
const PAST = 40;
let serial = 0;

interface Sale {
  device: number;
  at: number;
  source: string;
  price: number;
}
interface Collected {
  device: number;
  at: number;
  counted: number | null;
}

it.each(SEEDS)("sales stand beside what machines went through, services, cash and audits: %d", async (seed) => {
  const draw = random(seed);
  const network = await movingNetwork(draw, PAST);
  const { api, root, pick, units, said } = network;
  const { pool } = api;
  const early = () => Date.now() - DAY - Math.floor(draw() * PAST * DAY);
  const created = dayOf(Date.now() - (PAST + 5) * DAY);
  const weeks = new Map<number, number[]>();
  const prices = new Map<number, number>();
  for (const { device, id: unit } of units) {
    said.push({ subject: "device", id: device, field: "in_work", from: -Infinity, value: 1 });
    await run(pool, sql`update devices set created_at = ${iso(beginOfDay(created))} where id = ${device}`);
    await note(pool, [{ device, unit, at: iso(Date.now() - (PAST + 2) * DAY), kind: "online", data: {} }]);
    if (draw() < 0.2) continue;
    const [cash, cashless] = [0, 1].map(() => Array.from({ length: 168 }, () => Math.floor(draw() * 12) / 4));
    weeks.set(
      device,
      (cash ?? []).map((one, n) => one + (cashless?.[n] ?? 0)),
    );
    const price = Math.floor(draw() * 6_000);
    prices.set(device, price);
    await run(
      pool,
      sql`insert into device_profiles values (${device}, 4, ${sql.param(cash)}::real[], ${sql.param(cashless)}::real[], now(), ${price})`,
    );
  }
  const sales: Sale[] = [];
  const collected: Collected[] = [];
  const visited: { device: number; at: number; seconds: number }[] = [];
  const sheets: { device: number; day: string; status: string }[] = [];
  const audits: { device: number; at: number; boxed: number; difference: number }[] = [];
  const events = () => {
    const [id, at] = [`e${++serial}`, iso(early())];
    return pick([
      { id, at, t: "power", mains: draw() < 0.6 },
      { id, at, t: "maintenance", filled: draw() < 0.5, cleaned: draw() < 0.5 },
      { id, at, t: "maintenance", filled: draw() < 0.5, cleaned: draw() < 0.5 },
      { id, at, t: "error", code: pick(["EBB", "EFB", "EAR"]), active: draw() < 0.5 },
      { id, at, t: "error", code: pick(["EAR", "HOPPER"]), active: draw() < 0.5 },
      { id, at, t: "door", state: pick(["opened", "closed"]) },
    ]);
  };
  const steps = {
    sell: async () => {
      const unit = pick(units);
      const told = Array.from({ length: 6 }, () => ({
        device: unit.device,
        at: early(),
        price: 100 * (1 + Math.floor(draw() * 60)),
        source: pick(["cash", "cash", "cashless1", "cashless2", "token", "test", "free", "failed"]),
      }));
      await unit.send({
        events: told.map(({ at, price, source }) =>
          source === "failed"
            ? vend({ at: iso(at), price, result: "vend_fail" })
            : vend({ at: iso(at), price, source }),
        ),
      });
      sales.push(...told);
    },
    tell: () => pick(units).send({ events: [events(), events(), events()] }),
    contact: () => {
      const { device, id: unit } = pick(units);
      return note(pool, [{ device, unit, at: iso(early()), kind: pick(["online", "offline"]), data: {} }]);
    },
    collect: async () => {
      const unit = pick(units);
      const at = early();
      // The two words of one collection come within ten minutes, so that these would be one.
      if (collected.some((one) => one.device === unit.device && Math.abs(one.at - at) < 30 * MINUTE)) return;
      await unit.send({ events: [{ id: `e${++serial}`, at: iso(at), t: "collection" }] });
      const counted = draw() < 0.7 ? Math.floor(draw() * 100_000) : null;
      await run(
        pool,
        sql`update cash_collections set counted = ${counted} where device_id = ${unit.device} and at = ${iso(at)}`,
      );
      collected.push({ device: unit.device, at, counted });
    },
    drive: async () => {
      const at = early();
      const [day, status] = [dayOf(at), pick(["COMPLETED", "PARTLY_COMPLETED", "CANCELED"])];
      const seconds = pick([0, 60 + Math.floor(draw() * 3_000)]);
      const on = [pick(units), pick(units)].map(({ device }) => device);
      await run(pool, drove(pick(network.crews), { day, status, at, seconds }, on));
      if (seconds) visited.push(...on.map((device) => ({ device, at, seconds })));
      sheets.push({ device: on[0] ?? 0, day, status });
    },
    work: async () => {
      const { device } = pick(units);
      const [value, from] = [draw() < 0.6 ? 1 : 0, early()];
      await saved(root, deviceEntity, device, { in_work: value ? "on" : "", holds_from: iso(from) });
      if (heldAt(said, "device", device, "in_work", Infinity) !== value)
        said.push({ subject: "device", id: device, field: "in_work", from, value });
    },
    due: async () => {
      const { device } = pick(units);
      const [on, after] = [pick([null, -3, 0, 3]), pick([null, 0, 2, 100_000])];
      const day = on === null ? null : dayOf(Date.now() + on * DAY);
      await run(pool, sql`update devices set next_service_on = ${day}, service_vends = ${after} where id = ${device}`);
      due.set(device, { day, after });
    },
  };
  const due = new Map<number, { day: string | null; after: number | null }>();

  const linesNow = async (): Promise<Line[]> => {
    const told = await readTold(pool);
    const today = dayOf(Date.now());
    const isVend = ({ source }: Sale) => source !== "failed";
    return units.flatMap(({ device }): Line[] => {
      const changes = said.flatMap(({ id, field, from }) =>
        id === device && field === "in_work" && Number.isFinite(from) ? [from] : [],
      );
      const inWork = (at: number) => heldAt(said, "device", device, "in_work", at) === 1;
      const own = told.filter((one) => one.device === device);
      const lived = daysOfMachine(own, inWork, [beginOfDay(created), ...changes], Date.now());
      const vends = sales.filter((one) => one.device === device);
      const days = daysIn({ from: created, to: today }).map((day) => ({ day, ...lived(day) }));
      const at = (moment: number, sums: Sums, day = dayOf(moment)): Line => ({
        device,
        place: network.placeOf(device, moment),
        day,
        sums,
      });
      const lastOf = (day: string) => beginOfDay(daysLater(day, 1)) - 1;
      const ofDay = (day: { day: string } & LivedDay, n: number): Sums => {
        const week = weeks.get(device);
        const lost = day.downByHour.reduce(
          (sum, seconds, hour) => sum + seconds * (week?.[weekday(day.day) * 24 + hour] ?? 0),
          0,
        );
        const before = days.slice(0, n).findLast(({ services }) => services > 0)?.day;
        const sold = vends.some((one) => dayOf(one.at) === day.day && linesOfSale(one).vends);
        const between = vends.filter(
          (one) => isVend(one) && dayOf(one.at) > (before ?? "") && dayOf(one.at) <= day.day,
        );
        const { downByHour: _hours, services: maintained, ...sums } = day;
        return {
          ...Object.fromEntries(
            Object.entries(sums).flatMap(([key, value]) => (typeof value === "number" ? [[key, value]] : [])),
          ),
          maintained,
          work_days: day.work > 0 ? 1 : 0,
          idle: day.work > 0 && day.day < today && !sold ? 1 : 0,
          lost: Math.round(lost / 3.6),
          lost_amount: Math.round((lost * (prices.get(device) ?? 0)) / 3_600),
          ...(maintained && before
            ? { gaps: 1, gap_days: daysBetween(before, day.day), gap_vends: between.length }
            : {}),
        };
      };
      const cash = collected.filter((one) => one.device === device).sort((a, b) => a.at - b.at);
      const cleaned = own.findLast(({ cleans }) => cleans)?.at ?? -Infinity;
      const { day = null, after = null } = due.get(device) ?? {};
      const since = vends.filter((one) => isVend(one) && one.at > cleaned).length;
      const isOverdue = (day !== null && day < today) || (after !== null && since >= after);
      const visit = Math.max(
        ...own.flatMap(({ kind, at: moment }) => (["door_opened", "maintenance"].includes(kind) ? [moment] : [])),
        ...cash.map((one) => one.at),
      );
      const unvisited: Sums = Number.isFinite(visit)
        ? { visited: 1, unvisited_days: daysBetween(dayOf(visit), today) }
        : {};
      return [
        ...vends.flatMap((one) => [
          at(one.at, linesOfSale(one)),
          ...(linesOfSale(one).vends
            ? [
                at(
                  Math.floor(one.at / (60 * MINUTE)) * 60 * MINUTE,
                  { [`hour_${Number(localTime(one.at).slice(11, 13))}`]: 1 },
                  dayOf(one.at),
                ),
              ]
            : []),
          at(one.at, { week_before: linesOfSale(one).amount ?? 0 }, daysLater(dayOf(one.at), 7)),
        ]),
        ...firstVisitsOf(own, inWork, [beginOfDay(created), ...changes], Date.now()).map(({ at: moment, isFixed }) =>
          at(moment, { first_visits: 1, first_fixes: isFixed ? 1 : 0 }),
        ),
        ...days.map((one, n) => at(lastOf(one.day), ofDay(one, n), one.day)),
        ...cash.map(({ at: moment, counted }, n) => {
          const [from, to] = [(cash[n - 1]?.at ?? -Infinity) + 10 * MINUTE, moment + 10 * MINUTE];
          const reads = audits.filter((one) => one.device === device && one.at > from && one.at <= to);
          const expected = reads.reduce((sum, { boxed }) => sum + boxed, 0);
          const isWeighed = counted !== null && reads.length > 0;
          return at(moment, {
            collections: 1,
            collected: counted ?? 0,
            counted: counted === null ? 0 : 1,
            collected_difference: isWeighed ? counted - expected : 0,
            weighed: isWeighed ? 1 : 0,
          });
        }),
        ...visited.filter((one) => one.device === device).map((one) => at(one.at, { visits: 1, on_site: one.seconds })),
        ...sheets
          .filter((one) => one.device === device && one.status !== "CANCELED")
          .map((one) =>
            at(lastOf(one.day), { [one.status === "COMPLETED" ? "sheets_completed" : "sheets_partly"]: 1 }, one.day),
          ),
        ...audits.filter((one) => one.device === device).map((one) => at(one.at, { audit_difference: one.difference })),
        ...(inWork(Infinity) ? [at(Date.now(), { told: 1, overdue: isOverdue ? 1 : 0, ...unvisited }, "now")] : []),
      ];
    });
  };

  const check = async (step: number) => {
    await foldDays(pool);
    if (draw() < 0.5) await foldSales(pool);
    const all = await linesNow();
    const today = dayOf(Date.now());
    for (const [name, cuts] of Object.entries(REPORTS)) {
      const report = reportNamed(name);
      if (!report) throw new Error(`no report ${name}`);
      const last = name === "crews_services" && (step >= 100 || draw() < 0.5) ? today : daysLater(today, -1);
      const asks = step >= 100 ? { ...network.days(), to: today } : network.days();
      const to = asks.to < last ? asks.to : last;
      const span = { from: asks.from < to ? asks.from : to, to };
      const project = draw() < 0.3 ? String(pick(network.projects)) : undefined;
      const crew = draw() < 0.2 ? String(pick(network.crews)) : undefined;
      const narrowed = { ...(project ? { project } : {}), ...(crew ? { crew } : {}) };
      const byDevice = name === "crews_services" && draw() < 0.5;
      const keys: readonly string[] = name === "crews_services" && !byDevice ? ["crew"] : cuts;
      const asked = {
        ...span,
        ...narrowed,
        ...(byDevice ? { by: "device" } : {}),
        ...(draw() < 0.4 ? { compare: "before" } : {}),
      };
      // Whoever sees little sees where things were.
      const viewer = pick(step % 2 ? network.viewers : network.viewers.slice(1));
      const seen = all.filter(
        ({ device, place }) =>
          viewer.sees(place, device) &&
          (!project || String(place.project_id) === project) &&
          (!crew || String(place.crew_id) === crew),
      );
      const keyOf = ({ device, place, day }: Line, by = 0) =>
        keys
          .map((cut) => String(cut === "device" ? device : cut === "span" ? daysLater(day, by) : place[`${cut}_id`]))
          .join("/");
      const truthOf = ({ from, to: end }: typeof span, by = 0) => {
        const lines = seen.filter(({ day }) => (day === "now" ? end >= today : day >= from && day <= end));
        const timed = keys.includes("span") ? lines.filter(({ day }) => day !== "now") : lines;
        const relevant = timed.filter(({ sums }) => RELEVANT[name]?.some((sum) => sums[sum]));
        const spans = keys.includes("span") && by === 0 ? daysIn({ from, to: end }) : [];
        const rows = [...new Set([...spans, ...relevant.map((line) => keyOf(line, by))])];
        const rowOf = (key: string) => {
          const mine = timed.filter((line) => keyOf(line, by) === key);
          const first = timed.filter((line) => keyOf(line, by).split("/")[0] === key.split("/")[0]);
          return figuresOf(report.measures, mine, timed, first, keys.includes("device"));
        };
        const sumOf = (first: string) => {
          const mine = timed.filter((line) => keyOf(line, by).split("/")[0] === first);
          return figuresOf(report.measures, mine, timed, mine, keys.includes("device"));
        };
        return { rows, rowOf, sumOf, total: figuresOf(report.measures, timed, timed, timed, keys.includes("device")) };
      };
      const found = await reportFor(viewer.who, name, asked);
      const now = truthOf(span);
      const by = found.compared ? daysBetween(found.compared.from, span.from) : 0;
      const then = found.compared ? truthOf(found.compared, by) : undefined;
      const rows = [...new Set([...now.rows, ...(then?.rows ?? [])])].filter(
        (key) => !keys.includes("span") || now.rows.includes(key),
      );
      expect([step, name, asked, rowsOf(found, ...keys)]).toEqual([
        ...[step, name, asked],
        { rows: Object.fromEntries(rows.map((key) => [key, now.rowOf(key)])), total: now.total },
      ]);
      const [first] = keys;
      if (first && keys.length > 1) {
        const { subtotals } = await reportFor(viewer.who, name, { ...asked, subtotals: first });
        const sums = Object.fromEntries(subtotals.map(({ cuts: of, figures }) => [idIn(of[first]), figures]));
        const groups = new Set(rows.map((key) => key.split("/")[0] ?? ""));
        expect([name, sums]).toEqual([name, Object.fromEntries([...groups].map((key) => [key, now.sumOf(key)]))]);
      }
      if (!then) continue;
      const forgotten = (figures: Record<string, number | null>) => ({
        ...figures,
        ...("overdue" in figures ? { overdue: null } : {}),
        ...("days_since_visit" in figures ? { days_since_visit: null } : {}),
      });
      expect([name, asked, found.total.before]).toEqual([name, asked, forgotten(then.total)]);
      for (const { cuts: of, before } of found.items)
        expect([name, before]).toEqual([name, forgotten(then.rowOf(keys.map((cut) => idIn(of[cut])).join("/")))]);
    }
  };

  const kinds = [
    steps.sell,
    steps.sell,
    steps.tell,
    steps.tell,
    steps.contact,
    steps.collect,
    steps.drive,
    steps.work,
    steps.due,
    network.change,
    network.change,
  ];
  for (let step = 0; step < 50; step++) {
    await pick<() => Promise<unknown>>(kinds)();
    if (step % 6 === 5) await check(step);
  }
  // One of each: in work or not, overdue by its day or by its vends.
  for (const [n, { device }] of units.entries()) {
    const cleaned = (await readTold(pool)).findLast((one) => one.device === device && one.cleans)?.at ?? -Infinity;
    // Just as many as until the next service, or one more.
    const since = sales.filter((one) => one.device === device && one.source !== "failed" && one.at > cleaned).length;
    const [value, after] = [n < 2 ? 1 : 0, since + (n % 2)];
    const day = n % 2 ? dayOf(Date.now() - 3 * DAY) : null;
    await saved(root, deviceEntity, device, { in_work: value ? "on" : "" });
    said.push({ subject: "device", id: device, field: "in_work", from: Date.now(), value });
    await run(pool, sql`update devices set next_service_on = ${day}, service_vends = ${after} where id = ${device}`);
    due.set(device, { day, after });
  }
  // What audits say is told beside; here they are written down as if they had been read.
  for (const { device } of units)
    for (let n = 1; n < 6; n++) {
      const [at, boxed, differs] = [early(), Math.floor(draw() * 90_000), Math.floor((draw() - 0.5) * 9_000)];
      const isForeign = draw() < 0.2;
      await run(pool, audited(device, n, at, boxed, differs, isForeign));
      audits.push({ device, at, boxed, difference: isForeign ? 0 : differs });
      if (isForeign) audits.pop();
    }
  for (let n = 0; n < 6; n++) await check(100 + n);
  expect(await checkDayRollups(pool, "2000-01-01")).toEqual([]);
});

/** A read with what came into the box, and by how much telemetry told less of the time before. */
const audited = (device: number, n: number, at: number, boxed: number, differs: number, isForeign: boolean) => sql`
  with file as (
    insert into audit_files (device_id, received_at, raw, sha256, reason) values (${device}, ${iso(at)}, '', ${`${device}-${n}`}, 'staff') returning id),
  read as (
    insert into audit_reads (file_id, report, device_id, state, counted_in, header, counters, warnings, kind, period, to_at)
    select id, 1, ${device}, 'processed', ${isForeign ? "EUR" : null}, '{}', '{}', '[]', 'delta', ${JSON.stringify({ cashToCollect: boxed })}::jsonb, ${iso(at)} from file)
  insert into audit_differences (device_id, file_id, report, source, to_at, day, audit_count, audit_amount, event_count, event_amount)
  select ${device}, id, 1, s.source, ${iso(at)}, ${dayOf(at)}, 5, 10000 + s.differs, 5, 10000 from file cross join (values ('cash', ${differs}::integer), ('test', 77)) s(source, differs)`;

/** A route sheet that was ended, with machines that were served at a moment after so many seconds. */
const drove = (
  crew: number,
  { day, status, at, seconds }: { day: string; status: string; at: number; seconds: number },
  devices: readonly number[],
) => sql`
  with sheet as (insert into route_sheets (day, crew_id, status) values (${day}, ${crew}, ${status}) returning id)
  insert into route_sheet_stops (sheet_id, position, device_id, open, status, begun_at, served_at)
  select sheet.id, d.nth, d.id, false, 'served', ${iso(at - seconds * 1_000)}, ${iso(at)} from sheet, unnest(${sql.param(devices)}::integer[]) with ordinality d(id, nth)`;
