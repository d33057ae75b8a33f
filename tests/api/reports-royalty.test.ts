import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { franchise as franchiseEntity } from "~server/contract/entities/franchises";
import { location as locationEntity } from "~server/contract/entities/locations";
import { reportSchema } from "~server/contract/reports/answer";
import { paymentsSchema } from "~server/contract/royalty";
import { foldSales } from "~server/vending/areas/sales/fold";
import { one, rows, run } from "~server/vending/database/query";
import { beginOf, daysLater, monthsBetween } from "../fleet/report-days";
import { readFacts } from "../fleet/report-facts";
import { Life } from "../fleet/report-life";
import { viewersOf } from "../fleet/report-viewers";
import { monthOf, type Payment, type Percent, royaltyOf, royaltyReport, say } from "../fleet/royalty-truth";
import { random } from "../unit/evadts/random";
import { expectBeside } from "../unit/vending/beside";
import { type Person, testApi } from "./app";
import { dayOf, idIn, reportFor } from "./moving";
import { made, saved } from "./samples";
import { DAY, iso, vend } from "./unit";
import { slowStories } from "./stories";

const SEEDS = slowStories(2);

const REPORT = "franchise_royalty";
const CUTS = ["head_franchise", "franchise", "span"];
const SOURCES = ["cash", "cash", "cashless1", "cashless2", "token", "unknown", "test", "free"];
const NEEDS = ["REPORT_FRANCHISE", "FRANCHISE"];
type Answer = z.infer<typeof reportSchema>;

let serial = 0;
const payment = (day: string, amount: number) => ({ key: `royalty-key-${++serial}`, day, amount, note: "за актом" });

/** Rows by franchise and month. */
const rowsOf = ({ items }: Answer, figuresOf: (item: Answer["items"][number]) => unknown) =>
  Object.fromEntries(
    items.map((item) => [`${idIn(item.cuts.franchise)} ${String(item.cuts.span)}`, figuresOf(item)] as const),
  );

it.each(SEEDS)(
  "royalty is the percent of each day of what machines sold then, and what is owed is known: %d",
  async (seed) => {
    const api = await testApi();
    onTestFinished(() => api.close());
    const root = await api.person({ root: true });
    const draw = random(seed);
    const life = await Life.begin(api, root, draw);
    const viewers = await viewersOf(life, NEEDS);
    const [top = 0, below = 0, apart = 0] = life.of("franchise");
    const lower = await api.person({ permissions: NEEDS });
    await run(api.pool, sql`update users set franchise_id = ${below} where id = ${lower.id}`);
    viewers.push({ who: "a sub-franchise", person: lower, limits: { franchises: [below], access: [] } });
    const today = dayOf(Date.now());
    const earlier = () => Date.now() - life.pick([10, 100, 300]) * draw() * DAY;

    let said: readonly Percent[] = [top, below, apart].map((franchise) => ({ franchise, from: "", hundredths: 0 }));
    const payments: Payment[] = [];
    const steps = {
      sell: async () => {
        const told = Array.from({ length: 30 }, () =>
          vend({ at: iso(earlier()), cell: "11", price: Math.floor(draw() * 9_999), source: life.pick(SOURCES) }),
        );
        await life.pick(life.units).send({ events: told });
      },
      percent: async () => {
        const [franchise, hundredths] = [life.pick(life.of("franchise")), Math.floor(draw() * 4_000)];
        const [since, at] = [life.pick(["now", "always", "earlier", "earlier", "earlier"]), earlier()];
        const holds_from = since === "earlier" ? iso(at) : since;
        const answer = await saved(root, franchiseEntity, franchise, { royalty_percent: hundredths / 100, holds_from });
        expect([answer.status, answer.fields]).toEqual([200, {}]);
        said = say(said, {
          franchise,
          hundredths,
          from: since === "always" ? "" : since === "now" ? today : dayOf(at),
        });
      },
      pay: async () => {
        const franchise = life.pick(life.of("franchise"));
        const paid = { franchise, day: dayOf(earlier()), amount: Math.floor((draw() - 0.3) * 100_000) };
        if (paid.amount === 0) return;
        const { day, amount } = paid;
        const answer = await root.post(`/franchises/${franchise}/royalty_payments`, payment(day, amount));
        expect(answer.status).toBe(201);
        payments.push(paid);
      },
    };

    const check = async () => {
      const facts = await readFacts(api.pool);
      const truth = await royaltyOf(api.pool, facts, said);
      for (let question = 0; question < 6; question++) {
        const to = daysLater(today, -Math.floor(draw() * 300));
        const from = daysLater(to, -Math.floor(draw() * 200));
        const compare = life.pick(["", "before", "year"] as const);
        const branch = life.pick([0, 0, top, below, apart]);
        const asked = {
          ...{ from, to, ...(compare ? { compare } : {}) },
          ...(branch === 0 ? {} : { franchise: String(branch) }),
        };
        const franchises = branch === 0 ? undefined : branch === top ? [top, below] : [branch];
        for (const { who, person, limits } of viewers) {
          const found = await reportFor(person, REPORT, asked);
          const months = { from: monthOf(from), to: daysLater(beginOf("month", to, { months: 1, days: 0 }), -1) };
          expect({ from: found.from, to: found.to }).toEqual(months);
          if (compare && found.compared) expectBeside(months, found.compared, compare, "month");
          const of = (span: typeof months) => royaltyReport(truth, payments, limits, { ...span, today, franchises });
          const now = of(months);
          const then = found.compared ? of(found.compared) : undefined;
          const later = found.compared ? monthsBetween(found.compared.from, months.from) : 0;
          const beside = new Map(
            then?.rows.map(({ franchise, month, figures }) => [
              `${franchise} ${beginOf("month", month, { months: later, days: 0 })}`,
              figures,
            ]),
          );
          const mine = new Map(now.rows.map(({ franchise, month, figures }) => [`${franchise} ${month}`, figures]));
          const told = (item: Answer["items"][number]) => [item.figures, item.before];
          const isWhole = limits.access.every(({ mode }) => mode === "UNRESTRICTED");
          const nothing = { ...now.total, royalty_percent: null, owed: isWhole ? 0 : null };
          for (const name of Object.keys(nothing))
            if (name !== "royalty_percent" && name !== "owed") Object.assign(nothing, { [name]: 0 });
          const keys = [...new Set([...mine.keys(), ...beside.keys()])];
          expect([who, asked, rowsOf(found, told), [found.total.figures, found.total.before]]).toEqual([
            ...[who, asked],
            Object.fromEntries(
              keys.map((key) => [key, [mine.get(key) ?? nothing, then ? (beside.get(key) ?? nothing) : null]]),
            ),
            [now.total, then?.total ?? null],
          ]);
          for (const { cuts } of found.items) {
            const isBelow = idIn(cuts.franchise) === String(below) && !(limits.franchises?.[0] === below);
            expect(idIn(cuts.head_franchise)).toBe(isBelow ? String(top) : idIn(cuts.franchise));
          }
          expect(found.rows).toBe(found.items.length);
          const seesBelowAlone = limits.franchises?.[0] === below;
          const headOf = (franchise: number) => (franchise === below && !seesBelowAlone ? top : franchise);
          const summed = await reportFor(person, REPORT, { ...asked, subtotals: CUTS });
          const keysOf = (cut: string) => new Set(found.items.map(({ cuts }) => idIn(cuts[cut])));
          for (const cut of CUTS) {
            const own = summed.subtotals.filter(({ cuts }) => Object.keys(cuts).join() === cut);
            expect([cut, own.map(({ cuts }) => idIn(cuts[cut])).sort()]).toEqual([cut, [...keysOf(cut)].sort()]);
            for (const { cuts, figures, before } of own) {
              const key = idIn(cuts[cut]);
              const sumIn = (report: typeof now, month: string) =>
                cut === "span"
                  ? report.sumOf((cell) => cell.month === month, month)
                  : report.sumOf(
                      ({ franchise }) => String(cut === "franchise" ? franchise : headOf(franchise)) === key,
                    );
              expect([who, asked, cut, key, figures, before]).toEqual([
                ...[who, asked, cut, key],
                sumIn(now, key),
                then ? sumIn(then, cut === "span" ? beginOf("month", key, { months: -later, days: 0 }) : key) : null,
              ]);
            }
          }
        }
      }
    };

    for (let step = 0; step < 9; step++) await steps.percent();
    for (let round = 0; round < 4; round++) {
      for (let step = 0; step < 8; step++) {
        await life.step();
        await steps.sell();
        await life.pick(Object.values(steps))();
        if (draw() < 0.5) await foldSales(api.pool);
      }
      if (round === 2) {
        // A franchise that was deleted keeps what it owed and paid.
        for (const id of life.of("location")) {
          const held = await one(
            api.pool,
            z.object({ franchise_id: z.number().nullable() }),
            sql`select franchise_id from locations where id = ${id}`,
          );
          if (held?.franchise_id === apart) await saved(root, locationEntity, id, { franchise: "" });
        }
        await life.remove("franchise", apart);
        expect(life.of("franchise")).toHaveLength(2);
      }
      if (round === 3) await foldSales(api.pool);
      await check();
    }
    await expectLedger(root, payments, { top, below });

    // What is told of one franchise is what the report tells of it and those below.
    for (const { person } of [{ person: root }, { person: lower }]) {
      const of = person === root ? top : below;
      const asked = { from: daysLater(today, -150), to: today };
      const whole = await reportFor(person, REPORT, { ...asked, franchise: String(of) });
      const tab = reportSchema.parse(
        (await person.get(`/franchises/${of}/financial_report?${new URLSearchParams(asked)}`)).data,
      );
      expect({ ...tab, fresh: null }).toEqual({ ...whole, fresh: null });
    }
  },
);

/** The ledger of a franchise has what it and those below it paid, the latest first. */
async function expectLedger(
  root: Person,
  payments: readonly Payment[],
  { top, below }: { top: number; below: number },
) {
  const found = paymentsSchema.parse((await root.get(`/franchises/${top}/royalty_payments`)).data);
  const mine = payments.filter(({ franchise }) => franchise === top || franchise === below);
  expect([found.total, found.amount]).toEqual([mine.length, mine.reduce((all, { amount }) => all + amount, 0)]);
  const shown = found.items.map(({ franchise, day, amount }) => ({ franchise: franchise.id, day, amount }));
  const sorted = mine.toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? 1 : -1));
  expect(shown.map(({ day }) => day)).toEqual(sorted.slice(0, 50).map(({ day }) => day));
  expect(new Set(shown.map((item) => JSON.stringify(item)))).toEqual(
    new Set(sorted.slice(0, 50).map(({ franchise, day, amount }) => JSON.stringify({ franchise, day, amount }))),
  );
}

it("a payment is booked once, whatever is sent again, and is never changed", async () => {
  const api = await testApi();
  onTestFinished(() => api.close());
  const root = await api.person({ root: true });
  const [id, other] = [await made(root, franchiseEntity), await made(root, franchiseEntity)];
  const path = `/franchises/${id}/royalty_payments`;
  const today = dayOf(Date.now());
  const form = payment(today, 12_345);
  const [first, again] = [await root.post(path, form), await root.post(path, form)];
  expect([first.status, again.status, again.data]).toEqual([201, 201, first.data]);
  // Two that are sent side by side.
  const twin = payment(today, -45);
  const twins = await Promise.all(Array.from({ length: 6 }, () => root.post(path, twin)));
  expect(new Set(twins.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
  // The same key may not mean another payment; of another person it is another key.
  for (const [where, changed] of [
    [path, { ...form, amount: 12_346 }],
    [path, { ...form, day: daysLater(today, -1) }],
    [path, { ...form, note: "інше" }],
    [`/franchises/${other}/royalty_payments`, form],
  ] as const) {
    const answer = await root.post(where, changed);
    expect([answer.status, answer.error]).toEqual([409, "key_reused"]);
  }
  const clerk = await api.person({ permissions: ["FRANCHISE"] });
  expect((await clerk.post(path, form)).status).toBe(201);

  for (const wrong of [
    { amount: 0 },
    { amount: "x" },
    { amount: "" },
    { amount: 10_000_000_001 },
    { day: "" },
    { day: daysLater(today, 1) },
    { note: "я".repeat(501) },
  ]) {
    const answer = await root.post(path, { ...payment(today, 1), ...wrong });
    expect([wrong, answer.status, Object.keys(answer.fields)]).toEqual([wrong, 422, Object.keys(wrong)]);
  }

  const found = paymentsSchema.parse((await root.get(path)).data);
  expect(found.items.map(({ amount }) => amount)).toEqual([12_345, -45, 12_345]);
  expect([found.amount, found.may_enter]).toEqual([24_645, true]);
  for (const change of [sql`update royalty_payments set amount = 1`, sql`delete from royalty_payments`])
    await expect(run(api.pool, change)).rejects.toThrow("written once");
});

it("a franchise's own people see what they owe, and enter nothing", async () => {
  const api = await testApi();
  onTestFinished(() => api.close());
  const root = await api.person({ root: true });
  const [mine, theirs] = [await made(root, franchiseEntity), await made(root, franchiseEntity)];
  const below = await made(root, franchiseEntity);
  await saved(root, franchiseEntity, below, { parent: mine });
  const today = dayOf(Date.now());
  for (const [n, id] of [mine, theirs, below].entries())
    await root.post(`/franchises/${id}/royalty_payments`, payment(today, 100 * (n + 1)));
  const partner = await api.person({ permissions: NEEDS });
  await run(api.pool, sql`update users set franchise_id = ${mine} where id = ${partner.id}`);

  for (const id of [mine, below])
    expect((await partner.post(`/franchises/${id}/royalty_payments`, payment(today, 1))).status).toBe(403);
  for (const path of ["royalty_payments", "financial_report"])
    expect((await partner.get(`/franchises/${theirs}/${path}`)).status).toBe(404);
  expect((await partner.post(`/franchises/${theirs}/royalty_payments`, payment(today, 1))).status).toBe(404);
  const found = paymentsSchema.parse((await partner.get(`/franchises/${mine}/royalty_payments`)).data);
  expect([found.amount, found.total, found.may_enter]).toEqual([400, 2, false]);
  const report = await reportFor(partner, REPORT, {});
  expect(report.total.figures).toMatchObject({ paid: 400, owed: -400 });
  const { count } = (
    await rows(api.pool, z.object({ count: z.number() }), sql`select count(*) as count from royalty_payments`)
  )[0] ?? { count: 0 };
  expect(count).toBe(3);
  const stranger = await api.person({ permissions: ["REPORT"] });
  expect((await stranger.get(`/reports/${REPORT}`)).status).toBe(403);
  expect((await stranger.get(`/franchises/${mine}/financial_report`)).status).toBe(403);
});
