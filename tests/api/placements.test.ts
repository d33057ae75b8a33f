import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ENTITIES } from "~server/contract/entities";
import { placementsSchema } from "~server/contract/placements";
import { recordSchema } from "~server/contract/record";
import { rebuildRollups } from "~server/vending/areas/sales/rebuild";
import { rows } from "~server/vending/database/query";
import { checkRollups } from "../fleet/rollups";
import { random } from "../unit/evadts/random";
import { idOf, type Person, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { heldAt, placedAt, type Said } from "./said";
import { made, saved } from "./samples";
import { callingUnit, DAY, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const entityAt = (path: string) => {
  const found = ENTITIES.find((entity) => entity.api === path);
  if (!found) throw new Error(`no entity at ${path}`);
  return found;
};

const change = (path: string, id: number, values: Parameters<typeof saved>[3]) =>
  saved(root, entityAt(path), id, values);

/** Sales by a column of their placements: of the rollup, of the sales themselves. */
async function cut(table: "sales" | "sales_by_device_day", column: string) {
  const cells = await rows(
    api.pool,
    z.object({ of: z.number().nullable(), amount: z.number() }),
    sql`select p.${sql.identifier(column)} as of, sum(s.amount) as amount from ${sql.identifier(table)} s join placements p on p.id = s.placement_id
    where p.device_id = s.device_id group by 1`,
  );
  return Object.fromEntries(cells.map(({ of, amount }) => [String(of), amount]));
}

const COLUMNS = [
  "location_id",
  "project_id",
  "company_id",
  "franchise_id",
  "division_id",
  "location_group_id",
  "crew_id",
  "planogram_id",
];

describe("sales belong to where their machine stood when they were made", () => {
  it.each([1, 2, 3])("whatever moved, was handed over or corrected, and since whenever: %d", async (seed) => {
    const draw = random(seed);
    const pick = <T>(all: readonly T[]): T => {
      const one = all[Math.floor(draw() * all.length)];
      if (one === undefined) throw new Error("nothing to pick");
      return one;
    };
    const some = (path: string) => Promise.all([1, 2, 3].map(() => made(root, entityAt(path))));
    const [companies, projects, franchises, divisions, planograms] = await Promise.all([
      some("/companies"),
      some("/projects"),
      some("/franchises"),
      some("/divisions"),
      some("/planograms"),
    ]);
    const locations = await Promise.all([1, 2, 3].map(() => makeLocation(root)));
    const crews = await Promise.all(
      [1, 2].map(async (n) => idOf(await root.post("/crews", { name: `Екіпаж ${seed} ${n}`, type: "CREW" }))),
    );
    const standIns = await Promise.all(
      [1, 2].map(async (n) => idOf(await root.post("/crews", { name: `Заміна ${seed} ${n}`, type: "REPLACEMENT" }))),
    );
    const groups = await Promise.all(
      [1, 2].map(async (n) => idOf(await root.post("/locations_groups", { name: `Група ${seed} ${n}` }))),
    );
    const units = await Promise.all(locations.map((location) => callingUnit(api, root, model, { location })));
    // Companies of projects are said of by some; a location that has one itself does not ask its project.
    for (const project of projects) expect((await change("/projects", project, { company: "" })).status).toBe(200);
    const said: Said[] = units.flatMap(({ device }, n) => {
      const location = locations[n] ?? null;
      return [{ subject: "device", id: device, field: "location", from: -Infinity, value: location }] satisfies Said[];
    });
    const vends: { device: number; at: number; price: number }[] = [];
    const inCrew = new Map<number, number>();
    const inGroup = new Map<number, number>();

    /** A change since some moment, through the API; what it says is noted down when it was taken. */
    const say = async (path: string, id: number, values: Parameters<typeof change>[2], news: Omit<Said, "from">[]) => {
      const since = pick(["now", "always", "earlier", "earlier"] as const);
      const earlier = Date.now() - Math.floor(draw() * 20 * DAY);
      const before = Date.now();
      const answer = await change(path, id, {
        ...values,
        ...(since === "now" ? {} : { holds_from: since === "always" ? "always" : iso(earlier) }),
      });
      // A location and its project may not be of two companies.
      if (answer.fields.project || answer.fields.company) return;
      expect([path, answer.status, answer.error, answer.fields]).toEqual([path, 200, null, {}]);
      const from = since === "now" ? before : since === "always" ? -Infinity : earlier;
      // What does not change says nothing of the past either.
      for (const one of news)
        if (heldAt(said, one.subject, one.id, one.field, Infinity) !== one.value) said.push({ ...one, from });
    };
    const steps = {
      sell: async () => {
        const unit = pick(units);
        const told = Array.from({ length: 8 }, () => ({
          at: Date.now() - Math.floor(draw() * 20 * DAY),
          price: 100 * (1 + Math.floor(draw() * 90)),
        }));
        const failed = vend({ at: iso(Date.now() - Math.floor(draw() * 20 * DAY)), result: "vend_fail" });
        await unit.send({ events: [...told.map(({ at, price }) => vend({ at: iso(at), price })), failed] });
        vends.push(...told.map((one) => ({ ...one, device: unit.device })));
      },
      move: () => {
        const [{ device }, location] = [pick(units), pick(locations)];
        return say("/devices", device, { location }, [
          { subject: "device", id: device, field: "location", value: location },
        ]);
      },
      stock: () => {
        const [{ device }, planogram] = [pick(units), pick(planograms)];
        return say("/devices", device, { planogram }, [
          { subject: "device", id: device, field: "planogram", value: planogram },
        ]);
      },
      handOver: () => {
        const [id, field] = [pick(locations), pick(["project", "company", "franchise", "division"] as const)];
        const value = pick(
          { project: projects, company: companies, franchise: franchises, division: divisions }[field],
        );
        return say("/locations", id, { [field]: value }, [{ subject: "location", id, field, value }]);
      },
      found: () => {
        const [id, company] = [pick(projects), pick(companies)];
        return say("/projects", id, { company }, [{ subject: "project", id, field: "company", value: company }]);
      },
      crew: () => {
        const [id, { device }] = [pick(crews), pick(units)];
        const others = units.map((one) => one.device).filter((one) => inCrew.get(one) === id && one !== device);
        const leaves = inCrew.get(device) === id;
        // A machine of another crew is left to it here: which of two is its own is not the question.
        if (inCrew.has(device) && !leaves) return Promise.resolve();
        if (leaves) inCrew.delete(device);
        else inCrew.set(device, id);
        return say("/crews", id, { devices: leaves ? others : [...others, device] }, [
          { subject: "device", id: device, field: "crew", value: leaves ? null : id },
        ]);
      },
      replace: () => {
        const [id, value] = [pick(crews), pick([...standIns, null])];
        return say("/crews", id, { replaced_by: value ?? "" }, [{ subject: "crew", id, field: "replaced_by", value }]);
      },
      group: () => {
        const [id, place, crew] = [pick(groups), pick(locations), pick(crews)];
        const others = locations.filter((one) => inGroup.get(one) === id && one !== place);
        const leaves = inGroup.get(place) === id;
        if (inGroup.has(place) && !leaves) return Promise.resolve();
        if (leaves) inGroup.delete(place);
        else inGroup.set(place, id);
        return say("/locations_groups", id, { locations: leaves ? others : [...others, place], crew }, [
          { subject: "location", id: place, field: "location_group", value: leaves ? null : id },
          { subject: "location_group", id, field: "crew", value: crew },
        ]);
      },
    };
    const ours = sql.param(units.map(({ device }) => device));
    const check = async (table: string, column: string, when: string) => {
      const slow: Record<string, number> = {};
      for (const { device, at, price } of vends) {
        const of = String(placedAt(said, device, at)[column]);
        slow[of] = (slow[of] ?? 0) + price;
      }
      const cells = await rows(
        api.pool,
        z.object({ of: z.string(), amount: z.number() }),
        sql`select coalesce(p.${sql.identifier(column)}::text, 'null') as of, sum(s.amount) as amount from ${sql.identifier(table)} s
        join placements p on p.id = s.placement_id and p.device_id = s.device_id where s.device_id = any(${ours}::int[]) group by 1`,
      );
      const found = Object.fromEntries(cells.map(({ of, amount }) => [of, amount]));
      expect([when, table, column, found]).toEqual([when, table, column, slow]);
    };
    /** A machine's own record says who serves it now. */
    const checkCrews = async (when: string) => {
      const found = await rows(
        api.pool,
        z.object({ device: z.number(), crew: z.number().nullable() }),
        sql`select id as device, crew_id as crew from devices where id = any(${ours}::int[]) order by id`,
      );
      const slow = found.map(({ device }) => ({ device, crew: placedAt(said, device, Date.now()).crew_id ?? null }));
      expect([when, found]).toEqual([when, slow]);
    };
    const kinds = Object.entries(steps);
    for (let step = 0; step < 45; step++) {
      const [name, act] = pick([["sell", steps.sell] as const, ...kinds]);
      await act();
      await checkCrews(`${step}: ${name}`);
      // At once: what comes later may put right what this left wrong.
      for (const column of ["crew_id", "location_group_id", pick(COLUMNS)])
        await check("sales_by_device_day", column, `${step}: ${name}`);
      await checkRollups(api.pool, draw, `${step}: ${name}`);
    }
    for (const column of COLUMNS)
      for (const table of ["sales", "sales_by_device_day"]) await check(table, column, "at the end");
  });

  it("and rollups made anew are the same", async () => {
    const all = () => Promise.all(COLUMNS.map((column) => cut("sales_by_device_day", column)));
    const before = await all();
    await rebuildRollups(api.pool);
    expect(await all()).toEqual(before);
    await checkRollups(api.pool, random(0), "made anew");
  });
});

describe("a change of where a machine stands", () => {
  it("cannot be said to hold from what is to come, nor from no moment at all", async () => {
    const { device } = await callingUnit(api, root, model);
    const location = await makeLocation(root);
    for (const holds_from of [iso(Date.now() + DAY), "завтра", "0", "0000-01-01T00:00:00Z", "9999-12-31T23:59"]) {
      const answer = await change("/devices", device, { location, holds_from });
      expect([holds_from, answer.status, Object.keys(answer.fields ?? {})]).toEqual([holds_from, 422, ["holds_from"]]);
    }
  });
});

describe("the placements of a machine", () => {
  const placementsOf = async (who: Person, device: number, query = "") =>
    placementsSchema.parse((await who.get(`/devices/${device}/placements${query}`)).data);
  const told = async (who: Person, device: number) =>
    (await placementsOf(who, device)).items.map(({ from, location, crew, company }) => [
      from,
      location?.label ?? null,
      crew?.label ?? null,
      company?.label ?? null,
    ]);

  it("say where it stood since when, the latest first, and name what was deleted since", async () => {
    const [first, second] = [await makeLocation(root), await makeLocation(root)];
    const device = await makeDevice(root, model, first);
    const nameOf = async (location: number) =>
      recordSchema.parse((await root.get(`/locations/${location}`)).data).title;
    const [before, now] = [await nameOf(first), await nameOf(second)];
    expect(await told(root, device)).toEqual([[null, before, null, null]]);

    const [moved, served] = [iso(Date.now() - 5 * DAY), iso(Date.now() - 2 * DAY)];
    await change("/devices", device, { location: second, holds_from: moved });
    const crew = idOf(await root.post("/crews", { name: "Екіпаж місця", type: "CREW" }));
    await change("/crews", crew, { devices: [device], holds_from: served });
    const company = await made(root, entityAt("/companies"));
    const owner = recordSchema.parse((await root.get(`/companies/${company}`)).data).title;
    await change("/locations", second, { company, holds_from: "always" });
    const expected = [
      [served, now, "Екіпаж місця", owner],
      [moved, now, null, owner],
      [null, before, null, null],
    ];
    expect(await told(root, device)).toEqual(expected);
    expect((await root.post(`/locations/${first}/delete`)).status).toBe(200);
    expect(await told(root, device)).toEqual(expected);
    expect(await placementsOf(root, device, "?limit=1&page=2")).toMatchObject({
      items: [{ from: moved }],
      total: 3,
      page: 2,
    });
  });

  it("are told to who sees the machine; places out of their sight, deleted or not, are numbers", async () => {
    const [hidden, gone, here] = [await makeLocation(root), await makeLocation(root), await makeLocation(root)];
    const device = await makeDevice(root, model, hidden);
    await change("/devices", device, { location: gone, holds_from: iso(Date.now() - 5 * DAY) });
    await change("/devices", device, { location: here, holds_from: iso(Date.now() - DAY) });
    expect((await root.post(`/locations/${gone}/delete`)).status).toBe(200);
    const limited = { permissions: ["DEVICE"], mode: "OPEN_SELECTED" };
    const near = await api.person({ ...limited, devices: [device] });
    const far = await api.person({ ...limited, locations: [hidden] });
    const labels = (await placementsOf(near, device)).items.map(({ location }) => location?.label);
    expect(labels).toEqual([expect.stringMatching(/^Локація/), `#${gone}`, `#${hidden}`]);
    expect((await far.get(`/devices/${device}/placements`)).status).toBe(404);
    const elsewhere = await api.person({ permissions: ["LOCATION"] });
    expect((await elsewhere.get(`/devices/${device}/placements`)).status).toBe(403);
  });
});

it("a machine that is new to the statistics is found by its key, not among all that come with it", async () => {
  const client = await api.pool.connect();
  try {
    // As when a network is imported: what is counted so far are places, and machines come by the thousand.
    await client.query(
      "begin; delete from held_facts; insert into held_facts select 'location', i, 'project', '-infinity', 1 from generate_series(1, 5000) i; analyze held_facts",
    );
    const { rows: plan } = await client.query<{ "QUERY PLAN": string }>(
      "explain select * from held_facts where subject = 'device' and subject_id = 7 and field = 'location' order by from_at desc limit 1",
    );
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain(
      "using held_facts_subject_subject_id_field_from_at_pk",
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
});
