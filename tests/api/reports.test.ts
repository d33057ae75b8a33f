import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { reportSchema } from "~server/contract/reports/answer";
import { OF_SALES } from "~server/contract/reports/common";
import { REPORTS as ALL_REPORTS } from "~server/contract/reports";
import { aggregatedSales } from "~server/contract/reports/sales";
import { sortsOf } from "~server/contract/entity";
import { isCut } from "~server/contract/reports/cuts";
import { ownReport } from "~server/contract/reports/own";
import { columnsBy, type Report, sortsBy } from "~server/contract/reports/report";
import { foldSales } from "~server/vending/areas/sales/fold";
import { localTime } from "~server/vending/time";
import {
  ADDED_UP,
  ask,
  expectAddsUp,
  expectFresh,
  expectNames,
  expectPages,
  expectSorted,
  expectSubtotals,
  inOrder,
  plainly,
  sortOf,
} from "../fleet/report-checks";
import { daysLater } from "../fleet/report-days";
import { type Facts, readFacts } from "../fleet/report-facts";
import { Life } from "../fleet/report-life";
import { type Question, questionsOf } from "../fleet/report-questions";
import { truthOf } from "../fleet/report-truth";
import { type Viewer, viewersOf } from "../fleet/report-viewers";
import { random } from "../unit/evadts/random";
import { expectBeside } from "../unit/vending/beside";
import { testApi } from "./app";
import { slowStories } from "./stories";

const SEEDS = slowStories(2);

/** Those of sales; each of the others has a test of its own. */
const DECLARED = ALL_REPORTS.filter(({ facts, by }) => facts === "sales" && !by);
const OWN = [
  ["project"],
  ["span", "crew"],
  ["region", "recipe", "span"],
  ["company", "division"],
  ["planogram"],
  ["city", "device"],
  ["location_group", "franchise"],
  ["span"],
  ["recipe", "project"],
].map(chosen);
/** Hundreds of questions, each answered twice: on a busy machine that takes longer than other tests may. */
const LONG_MS = 240_000;
/** All that are declared, and one of a person's own. */
const reportsFor = ({ sort }: Pick<Question, "sort">): Report[] => [
  ...DECLARED,
  ...OWN.slice(sort % OWN.length).slice(0, 1),
];

/** A person's own report by some cuts, as if it were declared so. */
function chosen(names: readonly string[]): Report {
  const rows = names.filter(isCut);
  return { ...ownReport, rows, list: { ...ownReport.list, columns: columnsBy(ownReport, rows) } };
}

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const lives: Life[] = [];

/** Every report about one question is what single vends come to, and all agree. */
async function expectTrue(facts: Facts, viewers: readonly Viewer[], question: Question): Promise<void> {
  const viewer = viewers[question.viewer];
  if (!viewer) throw new Error("nobody asks");
  const totals = new Set<string>();
  for (const [n, report] of reportsFor(question).entries()) {
    const found = await ask(viewer.person, report, question);
    const step = report.rows.includes("span") ? question.step : undefined;
    const { from, to, compared } = found;
    expect([from, to, compared !== null]).toEqual([question.from, question.to, question.compare !== undefined]);
    if (compared && question.compare) expectBeside({ from, to }, compared, question.compare, step);
    const asked = { step, filters: question.filters, period: { from, to }, compared };
    const truth = truthOf(facts, report, asked, viewer.limits);
    const told = { total: found.total, rows: inOrder(report, found.items.map(plainly)), count: found.rows };
    expect([report.name, told]).toEqual([
      report.name,
      { total: truth.total, rows: inOrder(report, truth.rows), count: truth.rows.length },
    ]);
    expect(found.items).toHaveLength(found.rows);
    expectSorted(report, sortOf(report, question), found, facts);
    expectNames(found, facts, viewer.limits);
    expectAddsUp(report, found);
    expectFresh(found, facts, viewer.limits);
    await expectSubtotals(viewer.person, report, question, found, truth.subtotals);
    if (n === question.sort % (DECLARED.length + 1)) await expectPages(viewer.person, report, question, found);
    totals.add(JSON.stringify([found.total.figures.vends, found.total.figures.amount]));
  }
  expect(totals.size).toBe(1);
}

/** Two people whose limits part the network have totals that add up to the whole. */
async function expectParted([all, , open, closed]: readonly Viewer[], question: Question): Promise<void> {
  if (!all || !open || !closed) throw new Error("nobody asks");
  for (const report of reportsFor(question)) {
    const totals = await Promise.all([all, open, closed].map(({ person }) => ask(person, report, question)));
    for (const measure of report.measures.filter((one) => ADDED_UP.test(one)))
      for (const which of ["figures", "before"] as const) {
        const [whole = 0, one = 0, other = 0] = totals.map(({ total }) => total[which]?.[measure] ?? 0);
        expect([report.name, measure, one + other]).toEqual([report.name, measure, whole]);
      }
  }
}

describe("reports", () => {
  it.each(SEEDS)(
    "are what single vends come to, whatever moved, was handed over or corrected: %d",
    async (seed) => {
      const draw = random(seed);
      const life = await Life.begin(api, root, draw);
      lives.push(life);
      const viewers = await viewersOf(life);
      const questions = questionsOf(life);
      for (let round = 0; round < 5; round++) {
        for (let step = 0; step < 10; step++) {
          await life.step();
          // Elsewhere what changed waits to be counted.
          if (draw() < 0.2) await foldSales(api.pool);
        }
        await life.quiet();
        if (round === 4) await foldSales(api.pool);
        const facts = await readFacts(api.pool);
        await fc.assert(
          fc.asyncProperty(questions, (question) => expectTrue(facts, viewers, question)),
          { numRuns: 8, seed: 100 * seed + round },
        );
      }
      await fc.assert(
        fc.asyncProperty(questions, (question) => expectParted(viewers, question)),
        { numRuns: 3, seed },
      );
      const to = localTime(Date.now()).slice(0, 10);
      const ever = {
        from: daysLater(to, -600),
        to,
        compare: undefined,
        step: "month" as const,
        viewer: 0,
        sort: 0,
        limit: 1,
      };
      const filters = { device: life.of("device").map(String) };
      expect((await ask(root, aggregatedSales, { ...ever, filters })).total.figures.amount).toBe(life.sold);
    },
    LONG_MS,
  );

  it.each(OF_SALES)("are narrowed by %s", async (filter) => {
    const life = lives.at(-1);
    if (!life) throw new Error("nothing has lived");
    const facts = await readFacts(api.pool);
    const everything = { who: "everything", person: root, limits: { franchises: null, access: [] } };
    const to = localTime(Date.now()).slice(0, 10);
    const asked = { from: daysLater(to, -420), to, compare: undefined, step: "month" as const, sort: 0, limit: 1 };
    for (const value of life.valuesOf(filter))
      await expectTrue(facts, [everything], { ...asked, viewer: 0, filters: { [filter]: [value] } });
  });

  it.each(
    [...DECLARED, ...OWN.slice(0, 3)].map((report) => [`${report.name} by ${report.rows.join()}`, report] as const),
  )("%s comes in every order", async (_, report) => {
    const facts = await readFacts(api.pool);
    const to = localTime(Date.now()).slice(0, 10);
    for (const [sort, name] of sortsOf(report).entries()) {
      const question: Question = {
        from: daysLater(to, -60),
        to,
        compare: "before",
        step: "week",
        viewer: 0,
        sort,
        limit: 1,
        filters: {},
      };
      const found = await ask(root, report, question);
      expect([name, found.items.length > 1]).toEqual([name, true]);
      expectSorted(report, name, found, facts);
    }
  });

  it.each(ALL_REPORTS.map((report) => [report.name, report] as const))(
    "%s says of one measure what it says of all",
    async (_, report) => {
      const to = localTime(Date.now()).slice(0, 10);
      const all = { from: daysLater(to, -200), to, limit: "10000" };
      const read = async (more: Record<string, string>) =>
        reportSchema.parse(
          (await root.get(`/reports/${report.name}?${new URLSearchParams({ ...all, ...more }).toString()}`)).data,
        );
      const whole = await read({});
      for (const measure of report.measures) {
        const part = await read({ measures: measure, sort: `-${measure}` });
        expect(part.total.figures).toEqual({ [measure]: whole.total.figures[measure] });
        const figures = new Map(whole.items.map(({ cuts, figures: of }) => [JSON.stringify(cuts), of[measure]]));
        for (const { cuts, figures: of } of part.items)
          expect([cuts, of]).toEqual([cuts, { [measure]: figures.get(JSON.stringify(cuts)) }]);
      }
    },
  );

  it.each(ALL_REPORTS.map((report) => [report.name, report] as const))(
    "%s has the same rows at once as on its pages",
    async (_, report) => {
      const to = localTime(Date.now()).slice(0, 10);
      for (const sort of sortsBy(report, report.by?.usual ?? []).slice(0, 4)) {
        const query = new URLSearchParams({ from: daysLater(to, -400), to, sort });
        if (report.compares !== false) query.set("compare", "before");
        const page = reportSchema.parse((await root.get(`/reports/${report.name}?${query}&limit=10000`)).data);
        const answer = await api.app.request(`/reports/${report.name}/rows?${query}&limit=1`, {
          headers: { Authorization: root.token },
        });
        const [head, ...lines] = (await answer.text())
          .trimEnd()
          .split("\n")
          .map((line): unknown => JSON.parse(line));
        expect([sort, head, lines]).toEqual([
          sort,
          { from: page.from, to: page.to, compared: page.compared },
          page.items,
        ]);
      }
    },
  );

  it("refuse a filter that makes no sense before the first row", async () => {
    const answer = await api.app.request("/reports/aggregated_sales/rows?device=none", {
      headers: { Authorization: root.token },
    });
    expect([
      answer.status,
      Object.keys(z.object({ fields: z.record(z.string(), z.unknown()) }).parse(await answer.json()).fields),
    ]).toEqual([422, ["device"]]);
  });

  it("are of the last 30 days, unless days are named", async () => {
    const today = () => localTime(Date.now()).slice(0, 10);
    const before = today();
    const { from, to } = reportSchema.parse((await root.get("/reports/aggregated_sales")).data);
    expect([before, today()]).toContain(to);
    expect(from).toBe(daysLater(to, -29));
  });

  it("of days to come only, or of more years than a report holds, are refused beside the day that is wrong", async () => {
    const fieldsOf = async (query: string) => {
      const reply = await root.get(`/reports/aggregated_sales?${query}`);
      return [reply.status, Object.keys(reply.fields)];
    };
    expect(await fieldsOf("from=2190-01-01")).toEqual([422, ["from"]]);
    expect(await fieldsOf("from=1990-01-01")).toEqual([422, ["from"]]);
    expect(await fieldsOf("from=2026-01-02&to=2026-01-01")).toEqual([400, ["to"]]);
    expect(await fieldsOf("from=2020-01-01&to=2023-01-03")).toEqual([400, ["to"]]);
    expect(await fieldsOf("from=2020-01-01&to=2023-01-02")).toEqual([200, []]);
  });
});
