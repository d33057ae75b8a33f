import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { company as companyEntity } from "~server/contract/entities/companies";
import { project as projectEntity } from "~server/contract/entities/projects";
import { type PlanYear, planYearSchema, YEAR_FIGURES, type YearFigures } from "~server/contract/plan-years";
import { PLAN_FIGURES, type PlansPage, plansSchema, plansTable } from "~server/contract/plans";
import { historySchema } from "~server/contract/record";
import { type Dashboard, dashboardSchema } from "~server/contract/sales";
import { rows } from "~server/vending/database/query";
import { foldSales } from "~server/vending/areas/sales/fold";
import { localTime } from "~server/vending/time";
import { daysLater } from "../fleet/report-days";
import { monthOf, planFigures, planTotal } from "../fleet/plan-truth";
import { type Facts, readFacts } from "../fleet/report-facts";
import { Life } from "../fleet/report-life";
import { freshOf } from "../fleet/report-sight";
import { seenOf } from "../fleet/report-truth";
import { type Viewer, viewersOf } from "../fleet/report-viewers";
import { random } from "../unit/evadts/random";
import { type Person, testApi } from "./app";
import { made, saved } from "./samples";
import { DAY, iso, vend } from "./unit";
import { slowStories } from "./stories";

const SEEDS = slowStories(2);

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const today = () => localTime(Date.now()).slice(0, 10);
const thisMonth = () => today().slice(0, 7);
const monthBefore = (month: string) => daysLater(`${month}-01`, -1).slice(0, 7);
const monthAfter = (month: string) => daysLater(monthOf(month).to, 1).slice(0, 7);

type Plan = {
  project: number;
  amount?: number | string;
  vends?: number | string;
  was?: [number | string, number | string];
};
const formOf = (month: string, plans: readonly Plan[]) => ({
  month,
  ...Object.fromEntries(
    plans.flatMap(({ project, amount = "", vends = "", was = ["", ""] }, n): [string, number | string][] => [
      [`plans[${n}].project`, project],
      [`plans[${n}].amount`, amount],
      [`plans[${n}].vends`, vends],
      [`plans[${n}].amount_before`, was[0]],
      [`plans[${n}].vends_before`, was[1]],
    ]),
  ),
});
const save = (who: Person, month: string, ...plans: Plan[]) => who.post("/plans", formOf(month, plans));
const read = async (who: Person, query: Record<string, string> = {}): Promise<PlansPage> => {
  const answer = await who.get(`/plans?${new URLSearchParams(query)}`);
  expect([answer.status, answer.fields]).toEqual([200, {}]);
  return plansSchema.parse(answer.data);
};
const readYear = async (who: Person, query: Record<string, string> = {}): Promise<PlanYear> => {
  const answer = await who.get(`/plans/year?${new URLSearchParams(query)}`);
  expect([answer.status, answer.fields]).toEqual([200, {}]);
  return planYearSchema.parse(answer.data);
};
const planOf = async (project: number, month: string) =>
  (await read(root, { month, limit: "200" })).items.find((one) => one.project.id === project)?.plan;
const everyPlan = () =>
  rows(
    api.pool,
    z.object({ project: z.number(), month: z.string(), amount: z.number().nullable(), vends: z.number().nullable() }),
    sql`select project_id as project, to_char(month, 'YYYY-MM') as month, amount, vends from project_plans order by 1, 2`,
  );

const projects = () =>
  rows(
    api.pool,
    z.object({
      id: z.number(),
      name: z.string(),
      company: z.number().nullable(),
      franchises: z.array(z.number().nullable()),
    }),
    sql`select p.id, p.name, p.company_id as company, array(select l.franchise_id from locations l where l.project_id = p.id) as franchises from projects p`,
  );

/** Which projects limits leave in sight: named, with a place or machine that is; not those that are closed. */
function seesProject(
  facts: Facts,
  { limits }: Viewer,
  { id, franchises }: { id: number; franchises: (number | null)[] },
): boolean {
  const ofProject = facts.locations.filter(({ project_id }) => project_id === id).map((one) => one.id);
  const there = facts.devices.filter((one) => one.location_id !== null && ofProject.includes(one.location_id));
  return (
    (limits.franchises === null || franchises.some((one) => one !== null && limits.franchises?.includes(one))) &&
    limits.access.every(({ mode, projects: named, locations, devices }) => {
      if (mode === "CLOSE_SELECTED") return !named.includes(id);
      if (mode !== "OPEN_SELECTED") return true;
      return (
        named.includes(id) ||
        ofProject.some((one) => locations.includes(one)) ||
        there.some((one) => devices.includes(one.id))
      );
    })
  );
}

async function expectTrue(facts: Facts, viewer: Viewer, month: string, sort: string): Promise<void> {
  const day = today();
  const found = await read(viewer.person, { month, sort, limit: "200" });
  // At midnight it is asked again.
  if (day !== today()) return expectTrue(facts, viewer, month, sort);
  const plans = (await everyPlan()).filter((one) => one.month === month);
  const seen = seenOf(facts, { filters: {} }, viewer.limits);
  const truth = (await projects())
    .filter((one) => seesProject(facts, viewer, one))
    .map(({ id, name }) => {
      const plan = plans.find(({ project }) => project === id);
      const sold = seen.filter(({ place }) => place.project_id === id);
      return {
        project: { id, label: name },
        amount: planFigures(plan?.amount ?? null, sold, "amount", month, day),
        vends: planFigures(plan?.vends ?? null, sold, "count", month, day),
      };
    });
  const pairs = ({ amount, vends }: Omit<(typeof truth)[number], "project">) =>
    Object.fromEntries(PLAN_FIGURES.map((name) => [name, { amount: amount[name], vends: vends[name] }]));
  const byId = <T extends { project: { id: number } }>(items: readonly T[]) =>
    items.toSorted((a, b) => a.project.id - b.project.id);
  expect([viewer.who, month, byId(found.items), found.total, found.rows]).toEqual([
    viewer.who,
    month,
    byId(truth.map((one) => ({ project: one.project, ...pairs(one) }))),
    pairs({ amount: planTotal(truth.map(({ amount }) => amount)), vends: planTotal(truth.map(({ vends }) => vends)) }),
    truth.length,
  ]);
  expectSorted(found, sort);
  expect(found.fresh).toEqual(freshOf(facts, viewer.limits));
  const [first, second] = await Promise.all(
    ["1", "2"].map((page) => read(viewer.person, { month, sort, page, limit: "1" })),
  );
  expect([first?.items, second?.items, first?.total]).toEqual([
    found.items.slice(0, 1),
    found.items.slice(1, 2),
    found.total,
  ]);
}

function expectSorted({ items }: PlansPage, sort: string): void {
  const figure = PLAN_FIGURES.find((name) => sort.replace(/^-|_amount$|_vends$/g, "") === name);
  const kind = sort.endsWith("_vends") ? "vends" : "amount";
  const values = items.map((one) => (figure ? one[figure][kind] : one.project.label));
  const known = values.filter((value) => value !== null);
  const rising = known.toSorted((a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "uk"),
  );
  expect([sort, values.slice(0, known.length)]).toEqual([sort, sort.startsWith("-") ? rising.reverse() : rising]);
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index);
type Reckoned = ReturnType<typeof planFigures>;

/** Every month of a year, each quarter and the year of what a viewer sees are those of single vends; so they are of one project alone. */
async function expectYearTrue(facts: Facts, viewer: Viewer, year: number, project: number): Promise<void> {
  const day = today();
  const found = await readYear(viewer.person, { year: String(year), limit: "200" });
  const one = await readYear(viewer.person, { year: String(year), project: String(project) });
  if (day !== today()) return expectYearTrue(facts, viewer, year, project);
  const plans = await everyPlan();
  const seen = seenOf(facts, { filters: {} }, viewer.limits);
  const truth = (await projects())
    .filter((each) => seesProject(facts, viewer, each))
    .map(({ id }) => {
      const sold = seen.filter(({ place }) => place.project_id === id);
      const of = (kind: "amount" | "vends") =>
        MONTHS.map((index) => {
          const month = `${year}-${String(index + 1).padStart(2, "0")}`;
          const plan = plans.find((each) => each.project === id && each.month === month)?.[kind] ?? null;
          return planFigures(plan, sold, kind === "vends" ? "count" : kind, month, day);
        });
      return { id, amount: of("amount"), vends: of("vends") };
    });
  /** Figures of some months of some projects together. */
  const sum = (some: typeof truth, from: number, to: number) => {
    const of = (kind: "amount" | "vends") => planTotal(some.flatMap((each): Reckoned[] => each[kind].slice(from, to)));
    const [amount, vends] = [of("amount"), of("vends")];
    return Object.fromEntries(YEAR_FIGURES.map((name) => [name, { amount: amount[name], vends: vends[name] }]));
  };
  const spans = (some: typeof truth) => ({
    months: MONTHS.map((index) => sum(some, index, index + 1)),
    quarters: [0, 3, 6, 9].map((first) => sum(some, first, first + 3)),
    year: sum(some, 0, 12),
  });
  const byId = Object.fromEntries(found.items.map(({ project: { id }, ...own }) => [id, own]));
  expect([viewer.who, year, byId, found.total]).toEqual([
    ...[viewer.who, year],
    Object.fromEntries(truth.map((each) => [each.id, spans([each])])),
    spans(truth),
  ]);
  expect(found.fresh).toEqual(freshOf(facts, viewer.limits));
  const alone = truth.filter(({ id }) => id === project);
  expect([one.items.map((each) => each.project.id), one.total]).toEqual([alone.map(({ id }) => id), spans(alone)]);
}

/** Vends of every day of the last weeks, of today and of the same months a year ago. */
async function sellOften({ units, pick, draw }: Life): Promise<void> {
  for (const unit of units) {
    const ago = () => pick([1, 30, 56, 64, 64]) * draw() + (draw() < 0.2 ? 335 : 0);
    const sold = () =>
      vend({
        at: iso(Date.now() - ago() * DAY),
        price: 25 * Math.floor(draw() * 300),
        source: pick(["cash", "cashless1", "test"]),
      });
    await unit.send({ events: Array.from({ length: 60 }, sold) });
  }
}

describe("plans of projects", () => {
  it.each(SEEDS)("stand beside what was sold, what may be expected and what is needed: %d", async (seed) => {
    const draw = random(seed);
    const life = await Life.begin(api, root, draw);
    const viewers = await viewersOf(life);
    const months = [monthAfter(thisMonth()), thisMonth(), thisMonth(), monthBefore(thisMonth())];
    const year = Number(thisMonth().slice(0, 4));
    const years = [year, year, year - 1, year + 1];
    for (let round = 0; round < 4; round++) {
      if (round > 0) await sellOften(life);
      for (let step = 0; step < 12; step++) {
        await life.step();
        if (draw() < 0.2) await foldSales(api.pool);
        if (draw() < 0.5) {
          const [project, month] = [life.pick(life.of("project")), life.pick(months)];
          const { amount = null, vends = null } = (await planOf(project, month)) ?? {};
          const drawn = (most: number) => (draw() < 0.2 ? "" : Math.floor(draw() ** 3 * most));
          const plan = { project, amount: drawn(9_000_000), vends: drawn(900) };
          expect((await save(root, month, { ...plan, was: [amount ?? "", vends ?? ""] })).status).toBe(200);
        }
      }
      const facts = await readFacts(api.pool);
      for (const viewer of viewers)
        for (const month of months)
          await expectTrue(facts, viewer, month, life.pick(plansTable.list.columns.flatMap((one) => [one, `-${one}`])));
      for (const viewer of viewers)
        await expectYearTrue(facts, viewer, life.pick(years), life.pick(life.of("project")));
    }
  });

  it("of a month that is over expect what came; of one without sales nothing", async () => {
    const { items, days_left } = await read(root, { month: "2001-02" });
    expect(days_left).toBe(0);
    for (const one of items) expect([one.expected, one.needed.amount]).toEqual([one.actual, null]);
    const empty = await made(root, projectEntity);
    const next = (await read(root, { month: monthAfter(thisMonth()), limit: "200" })).items.find(
      (one) => one.project.id === empty,
    );
    expect(next?.expected).toEqual({ amount: null, vends: null });
  });
});

describe("a year of plans", () => {
  it("has the figures of its months’ screens, their quarters' sums and those of the year", async () => {
    const project = await made(root, projectEntity);
    await save(root, "2034-02", { project, amount: 100, vends: 3 });
    await save(root, "2034-03", { project, amount: 40 });
    await save(root, "2034-12", { project, vends: 9 });
    const {
      items: [found],
    } = await readYear(root, { year: "2034", project: String(project) });
    const planned = ({ plan }: YearFigures) => [plan.amount, plan.vends];
    expect(found?.months.map(planned).filter(([amount, vends]) => amount !== null || vends !== null)).toEqual([
      [100, 3],
      [40, null],
      [null, 9],
    ]);
    expect(found?.quarters.map(planned)).toEqual([
      [140, 3],
      [null, null],
      [null, null],
      [null, 9],
    ]);
    expect(found && planned(found.year)).toEqual([140, 12]);
    const month = (await read(root, { month: "2034-02", project: String(project) })).items[0];
    expect(found?.months[1]).toEqual({ ...found?.months[1], ...month, needed: undefined, project: undefined });
  });

  it("is of the projects and companies that are asked for, in order, and of nothing that makes no sense", async () => {
    const company = await made(root, companyEntity);
    const [mine, other] = [await made(root, projectEntity), await made(root, projectEntity)];
    await saved(root, projectEntity, mine, { company });
    const ids = (page: { items: { project: { id: number } }[] }) => page.items.map((one) => one.project.id);
    for (const ask of [read, readYear]) {
      expect(ids(await ask(root, { company: String(company) }))).toEqual([mine]);
      expect(ids(await ask(root, { project: String(other), company: String(company) }))).toEqual([]);
      expect(ids(await ask(root, { project: String(other), company: "none" }))).toEqual([other]);
    }
    for (const sort of ["amount", "-amount", "vends", "-vends", "project", "-project"]) {
      const { items } = await readYear(root, { sort, limit: "200" });
      const values = items.map(({ year: { actual } }) => (sort.endsWith("vends") ? actual.vends : actual.amount) ?? 0);
      const rising = values.toSorted((a, b) => a - b);
      if (!sort.endsWith("project")) expect(values).toEqual(sort.startsWith("-") ? rising.reverse() : rising);
    }
    for (const [query, field] of [
      ["year=1999", "year"],
      ["year=2200", "year"],
      ["year=20x6", "year"],
      ["sort=done", "sort"],
      ["project=0", "project"],
      ["company=9999999999", "company"],
      ["limit=201", "limit"],
    ]) {
      const answer = await root.get(`/plans/year?${query}`);
      expect([query, answer.status, Object.keys(answer.fields)]).toEqual([query, 400, [field]]);
    }
    expect((await (await api.person({ permissions: ["PROJECT"] })).get("/plans/year")).status).toBe(403);
  });
});

describe("the dashboard", () => {
  it("tells how this month's plans in money stand, to who sees plans", async () => {
    const dashboard = async (who: Person) => dashboardSchema.parse((await who.get("/dashboard")).data).plan;
    const project = await made(root, projectEntity);
    const month = thisMonth();
    const stranger = await api.person({ permissions: ["REPORT"], mode: "OPEN_SELECTED", projects: [project] });
    expect(await dashboard(stranger)).toBe(null);
    await save(root, month, { project, vends: 4 });
    expect(await dashboard(stranger)).toBe(null);
    await save(root, month, { project, amount: 40_000, vends: 4, was: ["", 4] });
    expect(await dashboard(stranger)).toEqual({ plan: 40_000, actual: 0, done: 0, expected: null });
    expect(await dashboard(await api.person({ permissions: ["PROJECT"] }))).toBe(null);
    const life = await Life.begin(api, root, random(7));
    await sellOften(life);
    for (const one of life.of("project")) await save(root, month, { project: one, amount: 70_000 });
    const planned = (await read(root, { month, limit: "200" })).items.filter(({ plan }) => plan.amount !== null);
    const sum = (name: "plan" | "actual" | "expected") =>
      planned.reduce((total, one) => total + (one[name].amount ?? 0), 0);
    const whole = await dashboard(root);
    expect([whole?.plan, whole?.actual, whole?.expected]).toEqual([sum("plan"), sum("actual"), sum("expected")]);
    expect(sum("actual")).toBeGreaterThan(0);
    expect(whole?.done).toBeCloseTo((100 * sum("actual")) / sum("plan"), 1);
    await expectWholeAlone(dashboard, planned);
  });
});

/** Who sees all machines of a project is told how its plan stands, who sees all but one of them is not. */
async function expectWholeAlone(
  dashboard: (who: Person) => Promise<Dashboard["plan"]>,
  planned: PlansPage["items"],
): Promise<void> {
  const machines = await rows(
    api.pool,
    z.object({ project: z.number(), ids: z.array(z.number()) }),
    sql`select project_id as project, array_agg(id) as ids from devices where project_id is not null group by 1`,
  );
  const asked = machines.flatMap(({ project, ids }) => {
    const plan = planned.find((one) => one.project.id === project);
    return plan && ids.length > 1 ? [{ plan, ids }] : [];
  });
  expect(asked.length).toBeGreaterThan(0);
  for (const { plan, ids } of asked) {
    const seeing = (devices: number[]) => api.person({ permissions: ["REPORT"], mode: "OPEN_SELECTED", devices });
    expect(await dashboard(await seeing(ids.slice(1)))).toBe(null);
    expect((await dashboard(await seeing(ids)))?.plan).toBe(plan.plan.amount);
  }
}

describe("a plan", () => {
  it("is set, changed and taken away, and its project's history says by whom", async () => {
    const project = await made(root, projectEntity);
    const month = "2031-05";
    expect((await save(root, month, { project, amount: 5_000, vends: 7 })).data).toEqual({ changed: 1 });
    expect((await save(root, month, { project, amount: 5_000, vends: 7, was: [5_000, 7] })).data).toEqual({
      changed: 0,
    });
    expect((await save(root, month, { project, vends: 8, was: [5_000, 7] })).data).toEqual({ changed: 1 });
    expect(await planOf(project, month)).toEqual({ amount: null, vends: 8 });
    expect((await save(root, month, { project, was: ["", 8] })).data).toEqual({ changed: 1 });
    expect((await everyPlan()).filter((one) => one.project === project)).toEqual([]);
    const { items } = historySchema.parse((await root.get(`/projects/${project}/history`)).data);
    expect(items.slice(0, 3).map(({ changes, author }) => [author !== null, changes])).toEqual(
      [
        [{ month, amount: null, vends: 8 }, null],
        [
          { month, amount: 5_000, vends: 7 },
          { month, amount: null, vends: 8 },
        ],
        [null, { month, amount: 5_000, vends: 7 }],
      ].map(([before, after]) => [true, [{ field: "plan", before, after }]]),
    );
  });

  it("that somebody else changed meanwhile is not written over, nor is anything else of the form", async () => {
    const [one, other] = [await made(root, projectEntity), await made(root, projectEntity)];
    const month = "2031-06";
    await save(root, month, { project: one, amount: 1_000 });
    await save(root, month, { project: one, amount: 2_000, was: [1_000, ""] });
    const stale = await save(
      root,
      month,
      { project: other, amount: 9 },
      { project: one, amount: 3_000, was: [1_000, ""] },
    );
    expect([stale.status, stale.fields]).toEqual([409, { "plans[1].amount": [{ key: "plan_changed" }] }]);
    expect([(await planOf(one, month))?.amount, await planOf(other, month)]).toEqual([
      2_000,
      { amount: null, vends: null },
    ]);
    // What nobody touched is let be, and who wants what is there already is right.
    const fine = await save(
      root,
      month,
      { project: other, amount: 9 },
      { project: one, amount: 1_000, was: [1_000, ""] },
    );
    expect([fine.status, fine.data, (await planOf(one, month))?.amount]).toEqual([200, { changed: 1 }, 2_000]);
    expect((await save(root, month, { project: one, amount: 2_000, was: [1_000, ""] })).data).toEqual({ changed: 0 });
  });

  it("of many who change it at once is that of one, and all others are told", async () => {
    const project = await made(root, projectEntity);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save(root, "2031-07", { project, amount: 100 + n })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await planOf(project, "2031-07"))?.amount).toBe(100 + won);
  });

  it("is taken over from the month before where there is none", async () => {
    const [one, other] = [await made(root, projectEntity), await made(root, projectEntity)];
    await save(root, "2031-12", { project: one, amount: 100, vends: 3 }, { project: other, vends: 5 });
    await save(root, "2032-01", { project: other, amount: 70 });
    expect((await root.post("/plans/copy", { month: "2032-01" })).data).toEqual({ changed: 1 });
    expect([await planOf(one, "2032-01"), await planOf(other, "2032-01")]).toEqual([
      { amount: 100, vends: 3 },
      { amount: 70, vends: null },
    ]);
    expect((await root.post("/plans/copy", { month: "2032-01" })).data).toEqual({ changed: 0 });
  });

  it("is taken over from the same month a year before where there is none, and from no other", async () => {
    const [one, other] = [await made(root, projectEntity), await made(root, projectEntity)];
    await save(root, "2036-02", { project: one, amount: 100, vends: 3 }, { project: other, vends: 5 });
    await save(root, "2037-01", { project: one, amount: 1 }, { project: other, amount: 1 });
    await save(root, "2037-02", { project: other, amount: 70 });
    const copy = { month: "2037-02", of: "year" };
    expect((await root.post("/plans/copy", copy)).data).toEqual({ changed: 1 });
    expect([await planOf(one, "2037-02"), await planOf(other, "2037-02")]).toEqual([
      { amount: 100, vends: 3 },
      { amount: 70, vends: null },
    ]);
    expect((await root.post("/plans/copy", copy)).data).toEqual({ changed: 0 });
    const { items } = historySchema.parse((await root.get(`/projects/${one}/history`)).data);
    expect(items[0]?.changes).toEqual([
      { field: "plan", before: null, after: { month: "2037-02", amount: 100, vends: 3 } },
    ]);
    const wrong = await root.post("/plans/copy", { month: "2037-02", of: "century" });
    expect([wrong.status, Object.keys(wrong.fields)]).toEqual([422, ["of"]]);
  });

  it("of a quarter or a year is spread over its months to the kopeck, longer ones having more", async () => {
    const project = await made(root, projectEntity);
    const spread = (over: object) => root.post("/plans/spread", { month: "2031-02", project, span: "year", ...over });
    expect((await spread({ amount: 365_001 })).data).toEqual({ changed: 12 });
    const months = (await everyPlan()).filter((one) => one.project === project);
    expect(months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, n) => `2031-${String(n + 1).padStart(2, "0")}`),
    );
    expect(months.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(365_001);
    // Nothing was ever sold: every day is as good as another.
    expect(months.map(({ amount }) => Math.floor((amount ?? 0) / 1_000))).toEqual([
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ]);
    const refused = await spread({ span: "quarter", vends: 90 });
    expect([refused.status, refused.fields]).toEqual([409, { replace: [{ key: "plans_there", count: 3 }] }]);
    expect((await spread({ span: "quarter", vends: 90, replace: "on" })).data).toEqual({ changed: 3 });
    expect(await planOf(project, "2031-03")).toEqual({ amount: null, vends: 31 });
    expect((await planOf(project, "2031-04"))?.vends).toBe(null);
  });

  it("is made by who has PROJECT besides REPORT, and seen by who has REPORT", async () => {
    const project = await made(root, projectEntity);
    const [reader, maker, neither] = [
      await api.person({ permissions: ["REPORT"] }),
      await api.person({ permissions: ["REPORT", "PROJECT"] }),
      await api.person({ permissions: ["PROJECT"] }),
    ];
    expect((await reader.get("/plans")).status).toBe(200);
    expect((await neither.get("/plans")).status).toBe(403);
    for (const who of [reader, neither]) {
      expect((await save(who, "2031-08", { project, amount: 1 })).status).toBe(403);
      expect((await who.post("/plans/copy", { month: "2031-08" })).status).toBe(403);
      expect((await who.post("/plans/spread", { month: "2031-08", project, span: "year", amount: 1 })).status).toBe(
        403,
      );
    }
    expect((await save(maker, "2031-08", { project, amount: 1 })).status).toBe(200);
  });

  it("of a project that is out of sight is neither seen nor changed, copied or spread", async () => {
    const [open, closed] = [await made(root, projectEntity), await made(root, projectEntity)];
    await save(root, "2033-01", { project: open, amount: 5 }, { project: closed, amount: 6 });
    const maker = await api.person({ permissions: ["REPORT", "PROJECT"], mode: "OPEN_SELECTED", projects: [open] });
    const found = await read(maker, { month: "2033-01" });
    expect(found.items.map((one) => one.project.id)).toEqual([open]);
    expect(found.total.plan.amount).toBe(5);
    const before = await everyPlan();
    const refused = await save(
      maker,
      "2033-01",
      { project: open, amount: 50, was: [5, ""] },
      { project: closed, amount: 60, was: [6, ""] },
    );
    expect([refused.status, refused.fields]).toEqual([422, { "plans[1].project": [{ key: "incorrect" }] }]);
    const spread = await maker.post("/plans/spread", {
      month: "2033-01",
      project: closed,
      span: "year",
      amount: 1,
      replace: "on",
    });
    expect([spread.status, Object.keys(spread.fields)]).toEqual([422, ["project"]]);
    expect(await everyPlan()).toEqual(before);
    expect((await maker.post("/plans/copy", { month: "2033-02" })).data).toEqual({ changed: 1 });
    expect(await planOf(closed, "2033-02")).toEqual({ amount: null, vends: null });
  });

  it.each([
    ["a negative amount", { "plans[0].amount": -1 }, "plans[0].amount"],
    ["a huge amount", { "plans[0].amount": "99999999999999999999" }, "plans[0].amount"],
    ["half a kopeck", { "plans[0].amount": "1.5" }, "plans[0].amount"],
    ["words", { "plans[0].amount": "багато" }, "plans[0].amount"],
    ["negative vends", { "plans[0].vends": -3 }, "plans[0].vends"],
    ["huge vends", { "plans[0].vends": 1_000_000_001 }, "plans[0].vends"],
    ["no month", { month: "" }, "month"],
    ["a thirteenth month", { month: "2031-13" }, "month"],
    ["a day", { month: "2031-01-01" }, "month"],
    ["a month of no calendar", { month: "9999-01" }, "month"],
    ["an unknown project", { "plans[0].project": 2_147_483_647 }, "plans[0].project"],
    ["no project", { "plans[0].project": "" }, "plans[0].project"],
    ["a project that is no number", { "plans[0].project": "'; drop table project_plans" }, "plans[0].project"],
    ["nothing", { "plans[0].project": undefined }, "plans"],
  ])("of %s is refused, and nothing changes", async (_, wrong, field) => {
    const project = await made(root, projectEntity);
    const before = await everyPlan();
    const form: Record<string, string | number | undefined> = {
      ...formOf("2031-09", [{ project, amount: 1, vends: 1 }]),
      ...wrong,
    };
    const sent = Object.entries(form).filter(
      ([name, value]) => value !== undefined && (field !== "plans" || !name.startsWith("plans")),
    );
    const answer = await root.post("/plans", Object.fromEntries(sent.map(([name, value]) => [name, value ?? ""])));
    expect([answer.status, Object.keys(answer.fields)]).toEqual([422, [field]]);
    expect(await everyPlan()).toEqual(before);
  });

  it("of a project that stands twice in a form is refused", async () => {
    const project = await made(root, projectEntity);
    const twice = await save(root, "2031-09", { project, amount: 1 }, { project, amount: 2 });
    expect(twice.status).toBe(422);
    expect(await planOf(project, "2031-09")).toEqual({ amount: null, vends: null });
  });

  it("asked for in a way that makes no sense is refused beside what is wrong", async () => {
    const fieldsOf = async (query: string) => {
      const answer = await root.get(`/plans?${query}`);
      return [answer.status, Object.keys(answer.fields)];
    };
    expect(await fieldsOf("month=2031")).toEqual([400, ["month"]]);
    expect(await fieldsOf("sort=name")).toEqual([400, ["sort"]]);
    expect(await fieldsOf("limit=201")).toEqual([400, ["limit"]]);
  });
});
