import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { acceptedSchema } from "~server/contract/audit";
import { monthBooksSchema, monthsSchema } from "~server/contract/books";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { correctClosed } from "~server/vending/areas/books/corrections";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { only, rows, run, transaction } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { testApi } from "./app";
import { makeLocation, makeModel } from "./network";
import { damaged, read } from "./reads";
import { callingUnit, DAY, HOUR, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

/** A month that is over, into which units may still tell vends. */
const first = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
const start = first(new Date(first(new Date()).getTime() - DAY));
const MONTH = iso(start.getTime()).slice(0, 7).replace("-", "");

const upload = async (device: number, bytes: Uint8Array | string, from = root) =>
  acceptedSchema.parse((await from.raw(`/devices/${device}/audits`, bytes)).data).file_id;
const monthOf = async (month: string, person = root) =>
  monthBooksSchema.parse((await person.get(`/months/${month}`)).data);
const close = (month: string, accepted: string[] = [], person = root) =>
  person.post(`/months/${month}/close`, { accepted });
/** What the books of April 2025 say, into which all files of `read` count. */
const APRIL = "202504";

const sums = z.object({ device: z.number(), source: z.string(), count: z.number(), amount: z.number() });
/** Machine by machine and source by source, what was closed and corrected; and, added up one by one, the single sales. */
const ledgerOf = (month: string) =>
  rows(
    api.pool,
    sums,
    sql`select device_id as device, source, sum(count) as count, sum(amount) as amount from (
      select device_id, source, count, amount from closed_totals where to_char(month, 'YYYYMM') = ${month}
      union all select device_id, source, count, amount from closed_corrections where to_char(month, 'YYYYMM') = ${month}) x
    group by 1, 2 having sum(count) <> 0 or sum(amount) <> 0 order by 1, 2`,
  );
async function booksOf(month: string) {
  const sales = await rows(
    api.pool,
    sums.extend({ month: z.string() }),
    sql`select device_id as device, source, count, amount, to_char(sold_at at time zone 'Europe/Kyiv', 'YYYYMM') as month from sales`,
  );
  const books = new Map<string, z.infer<typeof sums>>();
  for (const { device, source, count, amount } of sales.filter((one) => one.month === month)) {
    const key = `${device} ${source}`;
    const known = books.get(key) ?? { device, source, count: 0, amount: 0 };
    books.set(key, { ...known, count: known.count + count, amount: known.amount + amount });
  }
  return [...books.values()]
    .filter(({ count, amount }) => count !== 0 || amount !== 0)
    .toSorted((one, other) => one.device - other.device || (one.source < other.source ? -1 : 1));
}

describe("a month", () => {
  it("is closed once, when it is over, by who sees everything, and with open questions only by their names", async () => {
    const { device } = await callingUnit(api, root, model);
    await upload(device, read({ number: 1, vends: 10 }));
    await upload(device, read({ number: 3, vends: 25 }));
    const held = await upload(device, damaged({ number: 4, vends: 40 }));
    expect(await monthOf(APRIL)).toMatchObject({
      closed: null,
      is_over: true,
      questions: [
        { question: "gap", machines: 1 },
        { question: "held", machines: 1 },
      ],
    });
    const some = await api.person({ all: true, mode: "OPEN_SELECTED", devices: [device] });
    expect((await close(APRIL, ["gap", "held"], some)).status).toBe(403);
    expect((await monthOf(APRIL, some)).may_close).toBe(false);
    expect(await close(APRIL, ["gap"])).toMatchObject({
      status: 422,
      fields: { accepted: [{ key: "questions_open" }] },
    });
    const running = iso(Date.now()).slice(0, 7).replace("-", "");
    expect(await close(running)).toMatchObject({ status: 409, error: "month_not_over" });
    expect((await close("209913")).status).toBe(404);
    expect(await close(APRIL, ["gap", "held"])).toMatchObject({ status: 200, data: { machines: 1 } });
    expect(await close(APRIL)).toMatchObject({ status: 409, error: "month_closed" });
    expect(await monthOf(APRIL)).toMatchObject({
      closed: { questions: [{ question: "gap" }, { question: "held" }] },
      questions: [],
      sources: [{ source: "cash", closed: { count: 15, amount: 15_000 }, now: { count: 15, amount: 15_000 } }],
      corrections: { total: 0 },
    });
    // What comes later is new again, and what it changes stands as a correction.
    await root.post(`/devices/${device}/audits/${held}/decision`, { decision: "count" });
    const after = await monthOf(APRIL);
    expect(after.sources).toMatchObject([
      {
        closed: { count: 15, amount: 15_000 },
        corrections: { count: 15, amount: 15_000 },
        now: { count: 30, amount: 30_000 },
      },
    ]);
    expect(after.corrections.items).toMatchObject([{ count: 15, amount: 15_000, cause: "decision", file: held }]);
    const { items } = monthsSchema.parse((await root.get("/months?limit=200")).data);
    expect(items.find(({ month }) => month === "2025-04-01")).toMatchObject({ corrections: 1, questions: [] });
    for (const table of ["closed_months", "closed_totals", "closed_corrections"])
      await expect(run(api.pool, sql`delete from ${sql.identifier(table)}`)).rejects.toThrow("written once");
  });

  it("shows a person the books of the machines that they may see", async () => {
    const location = await makeLocation(root);
    const { device } = await callingUnit(api, root, model, { location });
    await upload(device, read({ number: 1, vends: 10 }));
    await upload(device, read({ number: 2, vends: 17 }));
    const near = await api.person({
      permissions: ["REPORT", "REPORT_FINANCE"],
      mode: "OPEN_SELECTED",
      locations: [location],
    });
    expect(await monthOf(APRIL, near)).toMatchObject({
      sources: [{ closed: { count: 0 }, corrections: { count: 7, amount: 7_000 }, now: { count: 7, amount: 7_000 } }],
      corrections: { total: 1, items: [{ cause: "audit", device: { id: device } }] },
    });
  });

  it("that is closed equals the present books with its corrections, whatever comes afterwards in any order", async () => {
    const chance = random(11);
    const pick = (below: number) => Math.floor(chance() * below);
    const units: { unit: Awaited<ReturnType<typeof callingUnit>>; files: number[]; vends: number; number: number }[] =
      [];
    for (let index = 0; index < 3; index++) {
      const unit = await callingUnit(api, root, model);
      await upload(unit.device, read({ number: 1, vends: 10 }));
      units.push({ unit, files: [await upload(unit.device, read({ number: 2, vends: 20 }))], vends: 20, number: 2 });
    }
    const tell = async ({ unit }: (typeof units)[number]) => {
      const at = iso(start.getTime() + DAY + pick(26 * 24) * HOUR);
      const source = pick(2) ? "cash" : "cashless1";
      await unit.send({ events: [vend({ at, source, price: 100 * (1 + pick(50)) })] });
    };
    for (const one of units) await tell(one);
    // Vends that are told at the very time of closing are either closed or corrections.
    const [done] = await Promise.all([close(MONTH), ...units.map(tell), ...units.map(tell)]);
    expect(done.status).toBe(200);
    const closed = await ledgerOf(MONTH);
    expect(closed.length).toBeGreaterThan(0);
    expect(closed).toEqual(await booksOf(MONTH));
    for (let step = 0; step < 40; step++) {
      const one = units[pick(units.length)];
      if (!one) continue;
      const { unit, files } = one;
      const at = iso(start.getTime() + DAY + pick(26 * 24) * HOUR);
      const steps = [
        () => tell(one),
        async () => {
          one.vends += pick(9);
          one.number += 1 + pick(2);
          const file = read({ number: one.number, vends: one.vends, clock: false });
          const sent = { "x-read-at": at, "x-sent-at": iso(Date.now()) };
          const { data } = await unit.audit(file, sent);
          files.push(acceptedSchema.parse(data).file_id);
        },
        () =>
          root.post(`/devices/${unit.device}/audits/${files[pick(files.length)]}/decision`, {
            decision: ["judge", "count", "leave_out"][pick(3)] ?? "",
          }),
        () => rebuildSales(api.pool, [unit.device]),
        () => rebuildRollups(api.pool),
      ];
      await steps[[0, 0, 1, 1, 1, 2, 2, 3, 4][pick(9)] ?? 0]?.();
      expect([step, await ledgerOf(MONTH)]).toEqual([step, await booksOf(MONTH)]);
    }
    expect((await monthOf(MONTH)).corrections.total).toBeGreaterThan(10);
    expect(await ledgerOf(APRIL)).toEqual(await booksOf(APRIL));
  });

  it("waits with its closing for whoever books into it", async () => {
    const { device } = await callingUnit(api, root, model);
    const waiting = z.object({ waiting: z.boolean() });
    let closing: Promise<unknown> = Promise.resolve();
    await transaction(api.pool, async (tx) => {
      await run(
        tx,
        sql`insert into sales_by_device_day (device_id, day, source, placement_id, count, amount) select ${device}, '2024-05-06', 'cash', max(id), 1, 500 from placements where device_id = ${device}`,
      );
      await correctClosed(tx, [device], ["2024-05-06"], { cause: "vends" });
      let isDone = false;
      closing = close("202405").then(() => (isDone = true));
      const isWaiting = sql`select exists (select 1 from pg_locks where locktype = 'advisory' and not granted) as waiting`;
      await expect.poll(async () => isDone || (await only(api.pool, waiting, isWaiting)).waiting).toBe(true);
    });
    await closing;
    expect(await ledgerOf("202405")).toEqual([{ device, source: "cash", count: 1, amount: 500 }]);
  });
});
