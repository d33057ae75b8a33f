import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ENTITIES } from "~server/contract/entities";
import { envelopeSchema } from "~server/contract/envelope";
import { pageSchema, recordSchema } from "~server/contract/record";
import { createApp } from "~server/vending/app";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { createGateway } from "~server/vending/areas/telemetry/gateway";
import { issueToken } from "~server/vending/areas/session/tokens";
import { only, rows, run } from "~server/vending/database/query";
import { demonstrate } from "~server/vending/demonstration/demonstrate";
import { inventMachines } from "~server/vending/demonstration/machines";
import { playDemonstration } from "~server/vending/demonstration/player";
import { isCutOff, isDark } from "~server/vending/demonstration/troubles";
import { CONFIG } from "./app";
import { sentBack } from "./samples";
import { type FreshDatabase, freshDatabase } from "../setup/fresh";

/** The network is invented as of some hours ago, so that the player has something to make up for; more hours than a quiet night has. */
const HOURS_AGO = 8;
const invented = new Date(Date.now() - HOURS_AGO * 3_600_000);

const config = { ...CONFIG, demonstration: true };

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await demonstrate(database.pool, invented);
});
afterAll(() => database.drop());

/** A sign-in of somebody who may do everything. */
let token: Promise<string> | undefined;
const rootToken = () =>
  (token ??= only(
    database.pool,
    z.object({ id: z.number() }),
    sql`
  insert into users (full_name, email, password, is_root, is_can_all, sport_life) values ('Адміністратор', 'root@example.com', '', true, true, true) returning id`,
  ).then(({ id }) => issueToken(database.pool, id)));

const number = async (query: ReturnType<typeof sql>) =>
  (await only(database.pool, z.object({ n: z.number() }), query)).n;
const TABLES = ["sales", "sales_by_device_day", "sales_by_product_day"];

/** One line that changes with any byte of any row. */
const fingerprint = async (table: string) => {
  const name = sql.identifier(table);
  return only(
    database.pool,
    z.object({ rows: z.number(), hash: z.string() }),
    sql`
    select count(*) as rows, md5(coalesce(string_agg(x.line, E'\n' order by x.line collate "C"), '')) as hash from (select ${name}::text as line from ${name}) x`,
  );
};
const fingerprints = (tables: readonly string[]) => Promise.all(tables.map(fingerprint));
const BUSINESS = [
  "divisions",
  "franchises",
  "fiscal_cashiers",
  "pax_terminals",
  "firmwares",
  "warehouses",
  "stock",
  "stock_moves",
  "stock_move_lines",
  "crews",
  "crew_vehicles",
  "location_groups",
  "key_clients",
  "key_wallets",
  "qr_batches",
  "qr_codes",
  "sport_life_keys",
  "sport_life_discount_rows",
  "project_plans",
  "royalty_payments",
];
const EVERYTHING = [
  ...TABLES,
  "audit_files",
  "companies",
  "projects",
  "users",
  "user_groups",
  "locations",
  "device_manufacturers",
  "device_models",
  "ingredients",
  "recipes",
  "recipe_ingredients",
  "planograms",
  "planogram_cells",
  "devices",
  "telemetries",
  "history",
  "demonstration",
  ...BUSINESS,
  "ticket_categories",
  "ticket_solutions",
  "ticket_states",
  "ticket_rules",
  "tickets",
  "ticket_entries",
  "ticket_errors",
  "alert_rules",
];

describe("an invented network", () => {
  it("has a batch of codes of which some are used, and keys of which few are overdrawn", async () => {
    const used = await number(
      sql`select count(*) as n from qr_codes where batch_id is not null and used_at is not null`,
    );
    const [overdrawn, keys] = [
      await number(sql`select count(*) as n from key_wallets where overdrawn`),
      await number(sql`select count(*) as n from key_wallets`),
    ];
    expect({ used, overdrawn, keys, few: overdrawn > 0 && overdrawn * 10 < keys }).toMatchObject({ few: true });
    expect([used > 20, used < 300]).toEqual([true, true]);
  });

  it("has what an operator has", async () => {
    const counts = Object.fromEntries(
      await Promise.all(EVERYTHING.map(async (table) => [table, (await fingerprint(table)).rows] as const)),
    );
    expect(counts).toMatchObject({
      companies: 2,
      projects: 6,
      users: 14,
      user_groups: 10,
      locations: 71,
      device_manufacturers: 5,
      device_models: 10,
      ingredients: 23,
      recipes: 27,
      planograms: 9,
      devices: 120,
      telemetries: 120,
      ticket_categories: 6,
      ticket_solutions: 8,
      ticket_states: 3,
      ticket_rules: 2,
      alert_rules: 10,
      tickets: 42,
    });
    const types = await rows(
      database.pool,
      z.object({ device_type: z.string(), n: z.number() }),
      sql`select device_type, count(*) as n from devices group by 1 order by 1`,
    );
    expect(types).toEqual([
      { device_type: "COFFEE", n: 72 },
      { device_type: "COFFEE_TABLETOP", n: 18 },
      { device_type: "SNACK", n: 30 },
    ]);
    expect(await number(sql`select count(distinct region) as n from locations`)).toBeGreaterThanOrEqual(15);
    expect(await number(sql`select count(*) as n from devices where hidden`)).toBe(3);
    expect(await number(sql`select count(*) as n from devices where not in_work`)).toBe(5);
  });

  it("has no planogram on a machine of another model", async () => {
    const on = sql`from devices d join planograms p on p.id = d.planogram_id where p.device_model_id`;
    expect(await number(sql`select count(*)::integer as n ${on} <> d.model_id`)).toBe(0);
    // One is for a single model, and stands on machines of it.
    expect(await number(sql`select count(*)::integer as n ${on} = d.model_id`)).toBeGreaterThan(0);
  });

  it("leaves no area empty, and its books balance", async () => {
    for (const table of BUSINESS) expect([table, (await fingerprint(table)).rows > 0]).toEqual([table, true]);
    const off = sql`select count(*) as n from stock s where s.quantity <> (select sum(l.quantity) from stock_move_lines l join stock_moves m on m.id = l.move_id
      where m.to_place = s.place and m.to_id = s.place_id and l.ingredient_id = s.ingredient_id)`;
    expect(await number(off)).toBe(0);
  });

  it("has a help desk at work", async () => {
    const tickets = await rows(
      database.pool,
      z.object({ status: z.string(), n: z.number() }),
      sql`select status, count(*) as n from tickets group by 1`,
    );
    expect(tickets.length).toBeGreaterThanOrEqual(6);
    expect(
      await number(
        sql`select count(*) as n from tickets t join users u on u.id = t.responsible_id where u.blocked and t.status not in ('RESOLVED', 'CLOSED')`,
      ),
    ).toBeGreaterThanOrEqual(1);
    expect(
      await number(
        sql`select count(*) as n from ticket_entries e join tickets t on t.id = e.ticket_id where e.at < t.created_at or e.at > now()`,
      ),
    ).toBe(0);
    // The help desk follows what is broken, and nothing else; at some hours nothing is.
    const following = sql`device_errors e full join (select * from ticket_errors where closed_at is null) t on t.device_id = e.device_id and t.code = upper(e.raw)`;
    expect(
      await number(sql`select count(*) as n from ${following} where coalesce(e.open, false) <> (t.code is not null)`),
    ).toBe(0);
  });

  it("has prices and recipes that changed, and what portions cost before", async () => {
    expect(await number(sql`select count(*) as n from ingredient_prices where from_at > '-infinity'`)).toBe(7);
    expect(await number(sql`select count(*) as n from recipe_contents where from_at > '-infinity'`)).toBe(2);
    const latte = await rows(
      database.pool,
      z.object({ cost: z.number() }),
      sql`select k.cost from recipe_costs k join recipes r on r.id = k.recipe_id where r.name = 'Лате' order by k.from_day`,
    );
    // Beans, water, milk, sugar, cup and stirrer, by hand: 10,2525 ₴ at first and 11,45 ₴ now.
    const costs = latte.map(({ cost }) => cost);
    expect([costs.length, costs[0], costs.at(-1)]).toEqual([8, 1_025_250, 1_145_000]);
  });

  it("has plans that some projects meet and others miss, and royalty that came in", async () => {
    const plans = sql`from project_plans p where to_char(p.month, 'YYYY-MM') = to_char(${invented.toISOString()}::timestamptz at time zone 'Europe/Kyiv', 'YYYY-MM') and p.amount > 0 and p.vends > 0`;
    expect(await number(sql`select count(*) as n ${plans}`)).toBe(5);
    const changes = sql`select count(*) as n from history where entity = 'project' and changes->0->>'field' = 'plan'`;
    expect(await number(changes)).toBe(await number(sql`select count(*) as n from project_plans`));
    expect(await number(sql`select count(distinct franchise_id) as n from royalty_payments where amount > 0`)).toBe(3);
    expect(await number(sql`select count(*) as n from royalty_payments where day > now()::date`)).toBe(0);
  });

  it("knows employees of the sports club by their keys, and guests besides", async () => {
    const scans = sql`from scans s left join sport_life_keys k on k.number = s.code where s.partner = 'Sport Life' and s.result = 'vended'`;
    expect(await number(sql`select count(distinct k.id) as n ${scans}`)).toBeGreaterThan(5);
    expect(await number(sql`select count(*) as n ${scans} and k.id is null`)).toBeGreaterThan(0);
  });

  it("sold something on every day", async () => {
    const days = await rows(
      database.pool,
      z.object({ day: z.string(), vends: z.number() }),
      sql`
      select day, sum(count) as vends from sales_by_device_day where source not in ('test', 'free') and day >= (${invented.toISOString()}::timestamptz at time zone 'Europe/Kyiv')::date - 60 group by day order by day`,
    );
    expect(days.length).toBeGreaterThanOrEqual(60);
    for (const { vends } of days.slice(0, -1)) expect(vends).toBeGreaterThan(800);
    expect(
      new Set(
        (await rows(database.pool, z.object({ source: z.string() }), sql`select distinct source from sales`)).map(
          ({ source }) => source,
        ),
      ),
    ).toEqual(new Set(["cash", "cashless1", "cashless2", "test", "free"]));
  });

  it("has machines with oddities", async () => {
    const odd = (where: ReturnType<typeof sql>) =>
      number(sql`select count(distinct r.device_id) as n from audit_reads r where ${where}`);
    expect(await odd(sql`missing_reads > 0`)).toBeGreaterThan(0);
    expect(await odd(sql`warnings @> '[{"code":"crc_mismatch"}]'`)).toBe(1);
    expect(await odd(sql`kind = 'from_initialisation'`)).toBe(1);
    expect(await odd(sql`jsonb_array_length(counters->'products') = 0`)).toBe(1);
    expect(await odd(sql`header->>'machineTime' is null`)).toBe(1);
    expect(
      await odd(
        sql`warnings @> '[{"code":"tubes_disagree"}]' or period->'flags' @> '[{"code":"cash_imbalance"}]' or period->'flags' @> '[{"code":"counter_fell"}]' or state = 'failed'`,
      ),
    ).toBe(0);
    expect(
      await number(sql`
      select count(distinct s.device_id) as n from sales s join devices d on d.id = s.device_id
      where s.selection is not null and not exists (select 1 from planogram_cells c where c.planogram_id = d.planogram_id and c.cell = s.selection)`),
    ).toBe(2);
  });

  it("adds up: rollups and sales are the same money", async () => {
    const sums = sql`sum(count) as count, sum(amount) as amount`;
    const schema = z.object({ count: z.number(), amount: z.number() });
    const sales = await only(database.pool, schema, sql`select ${sums} from sales`);
    expect(await only(database.pool, schema, sql`select ${sums} from sales_by_device_day`)).toEqual(sales);
    expect(await only(database.pool, schema, sql`select ${sums} from sales_by_product_day`)).toEqual(sales);
  });

  it("keeps what was held before readers: as good as every vended scan has marked its vend", async () => {
    const { vended, marked } = await only(
      database.pool,
      z.object({ vended: z.number(), marked: z.number() }),
      sql`select count(*) as vended, count(sale_id) as marked from scans where result = 'vended'`,
    );
    expect(vended).toBeGreaterThan(1_000);
    expect(marked / vended).toBeGreaterThan(0.95);
    expect(await number(sql`select count(*) as n from sales where paid_with is not null`)).toBe(marked);
    expect(await number(sql`select count(*) as n from failed_vends`)).toBeGreaterThan(100);
  });

  it("stands as a network does: some machines dark, some open, some quiet, some with a wrong clock", async () => {
    const playing = inventMachines().filter(({ life, silentSince }) => life === "works" && silentSince === null);
    const at = invented.getTime();
    const dark = playing.filter((machine) => isDark(machine, at) && isCutOff(machine, at)).map(({ serial }) => serial);
    expect(
      await rows(
        database.pool,
        z.object({ serial: z.string() }),
        sql`select d.serial_number as serial from device_states s join devices d on d.id = s.device_id where s.mains is false order by 1`,
      ),
    ).toEqual(expect.arrayContaining(dark.sort().map((serial) => ({ serial }))));
    expect(await number(sql`select count(*) as n from device_states where abs(clock_seconds) > 3600`)).toBe(3);
    expect(await number(sql`select count(*) as n from device_events where clock = 'corrected'`)).toBeGreaterThan(100);
    const unlike = sql`select count(*) as n from telemetries t join device_states s on s.telemetry_id = t.id where t.sim_operator <> case s.operator when '25501' then 'Vodafone' when '25503' then 'Kyivstar' else 'lifecell' end`;
    expect(await number(unlike)).toBe(0);
  });

  it("tells of the connection of every machine that sold", async () => {
    const untold = sql`select count(*) as n from device_states s where not exists (
      select 1 from device_events e where e.device_id = s.device_id and e.kind = 'online' and e.at < ${invented.toISOString()}::timestamptz - interval '24 hours')`;
    expect(await number(untold)).toBe(0);
    expect(await number(sql`select count(*) as n from device_events where kind = 'offline'`)).toBeGreaterThan(50);
    expect(
      await number(
        sql`select count(*) as n from (select kind, lag(kind) over (partition by device_id order by at) as before from device_events where kind in ('online', 'offline')) x where kind = before`,
      ),
    ).toBe(0);
  });

  it("has sales by code, by card and by partners that are sales, and hears its bank terminals", async () => {
    for (const kind of ["qr", "rfid", "partner"]) {
      const scans = sql`from device_events e join devices d on d.id = e.device_id where e.kind = ${kind} and e.data->>'result' = 'vended'`;
      expect(await number(sql`select count(*) as n ${scans}`), kind).toBeGreaterThan(200);
      const unsold = sql`select count(*) as n ${scans} and not exists (select 1 from sales s where s.device_id = e.device_id and abs(extract(epoch from s.sold_at - e.at)) < 1 and s.selection = e.data->>'cell' and s.amount = (e.data->>'price')::bigint)`;
      expect(await number(unsold), kind).toBe(0);
    }
    expect(await number(sql`select count(*) as n from device_events where kind = 'restarted'`)).toBeGreaterThan(10);
    const silent = sql`select count(*) as n from pax_terminals p where p.last_contact_at is null and exists (select 1 from sales s where s.device_id = p.device_id and s.source = 'cashless2' and s.file_id is null)`;
    expect(await number(silent)).toBe(0);
    expect(
      await number(
        sql`select count(*) as n from pax_terminals where last_contact_at > ${invented.toISOString()}::timestamptz - interval '1 hour'`,
      ),
    ).toBeGreaterThan(10);
  });

  it.each(ENTITIES.filter(({ singleton }) => !singleton).map((entity) => [entity.name, entity] as const))(
    "has %s records that can be saved as they are",
    async (_, entity) => {
      const app = createApp({ pool: database.pool, config, gateway: createGateway(database.pool) });
      const headers = { Authorization: await rootToken(), "content-type": "application/x-www-form-urlencoded" };
      const call = async (path: string, body?: URLSearchParams) =>
        envelopeSchema.parse(
          await (await app.request(path, body ? { method: "POST", headers, body } : { headers })).json(),
        );
      const { items } = pageSchema.parse((await call(`${entity.api}?limit=40`)).data);
      for (const { id } of items) {
        const record = recordSchema.parse((await call(`${entity.api}/${id}`)).data);
        const saved = await call(`${entity.api}/${id}`, sentBack(entity, record));
        expect([record.title, saved.error, saved.fields, saved.data]).toEqual([
          record.title,
          null,
          undefined,
          { id, version: record.version },
        ]);
      }
    },
  );

  it("is not invented again", async () => {
    const before = await fingerprints(EVERYTHING);
    await demonstrate(database.pool);
    expect(await fingerprints(EVERYTHING)).toEqual(before);
  });

  it("is finished when its making was broken off", async () => {
    const machine = sql`(select min(device_id) from audit_files)`;
    const month = () =>
      only(
        database.pool,
        z.object({ count: z.number(), amount: z.number() }),
        sql`select sum(count) as count, sum(amount) as amount from sales`,
      );
    const before = await month();
    for (const table of ["sales_by_product_day", "sales_by_device_day", "sales", "audit_reads", "audit_files"])
      await run(database.pool, sql`delete from ${sql.identifier(table)} where device_id = ${machine}`);
    await run(database.pool, sql`update demonstration set finished = false`);
    await demonstrate(database.pool);
    expect(await month()).toEqual(before);
  });

  it("lives on: units call, and sales go up", async () => {
    const vends = () =>
      number(sql`select sum(count) as n from sales_by_device_day where source not in ('test', 'free')`);
    const called = () =>
      number(sql`select count(*) as n from device_states where last_contact_at > now() - interval '2 minutes'`);
    const playing = inventMachines().filter(({ life, silentSince }) => life === "works" && silentSince === null);
    expect(playing).toHaveLength(110);
    const started = Date.now();
    const before = await vends();
    expect(await called()).toBe(0);
    const app = createApp({ pool: database.pool, config });
    const player = playDemonstration(app, database.pool);
    // 120 machines, of which two lie in store, three were stopped and five have been silent for hours or days; nobody hears one that is cut off.
    const heard = () =>
      playing.filter((machine) => !isCutOff(machine, started) && !isCutOff(machine, Date.now())).length;
    try {
      while ((await vends()) < before + 20 || (await called()) < heard()) await sleep(200);
    } finally {
      await player.stop();
    }
    const silent = playing.filter((machine) => isCutOff(machine, started) && isCutOff(machine, Date.now())).length;
    expect(await called()).toBeLessThanOrEqual(110 - silent);
    expect(await number(sql`select count(*) as n from audit_differences`)).toBe(0);
    // One file was damaged on its way.
    const odd = sql`select kind, doubt from audit_reads where kind not in ('delta', 'baseline', 'from_initialisation')`;
    expect(await rows(database.pool, z.unknown(), odd)).toEqual([{ kind: "held", doubt: "crc" }]);
    expect(await number(sql`select count(*) as n from sales where count < 0`)).toBe(0);
  });

  it("is warned of warmth where it is cold: machines that brew are hot", async () => {
    const measured = (over: ReturnType<typeof sql>) =>
      number(sql`
        select count(*) as n from device_states s join devices d on d.id = s.device_id
          join alert_rules r on r.cause = 'temperature' and d.model_id = any(r.models)
        where ${over}`);
    expect(await measured(sql`s.temperatures is not null`)).toBeGreaterThan(10);
    expect(await measured(sql`r.temperature_limit < any(s.temperatures)`)).toBe(0);
  });

  it("takes no call of a unit that does not know its secret", async () => {
    const { serial } = await only(
      database.pool,
      z.object({ serial: z.string() }),
      sql`select min(serial) as serial from telemetries`,
    );
    const app = createApp({ pool: database.pool, config });
    expect(
      (
        await app.request("/telemetry/batch", {
          method: "POST",
          body: "{}",
          headers: { "X-Device": serial, Authorization: "wrong" },
        })
      ).status,
    ).toBe(401);
  });

  it("is derived again without a difference, what came file by file too", async () => {
    const before = await fingerprints(TABLES);
    const some = await rows(database.pool, z.object({ id: z.number() }), sql`select id from devices where id % 4 = 0`);
    await rebuildSales(
      database.pool,
      some.map(({ id }) => id),
    );
    expect(await fingerprints(TABLES)).toEqual(before);
  });

  it("leaves somebody's own machines alone", async () => {
    const own = await freshDatabase();
    try {
      await run(
        own.pool,
        sql`with maker as (insert into device_manufacturers (name) values ('M') returning id),
        model as (insert into device_models (name, manufacturer_id, device_type) select 'X', id, 'COFFEE' from maker returning id)
        insert into devices (serial_number, model_id, device_type, ownership_type) select 'OWN-1', id, 'COFFEE', 'PERSONAL' from model`,
      );
      await demonstrate(own.pool);
      expect(await only(own.pool, z.object({ n: z.number() }), sql`select count(*) as n from devices`)).toEqual({
        n: 1,
      });
    } finally {
      await own.drop();
    }
  });
});
