import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sheetSchema } from "~server/contract/route-sheets";
import { checkStock } from "~server/vending/areas/logistics/check";
import { settleConsumption } from "~server/vending/areas/logistics/consumption";
import { only, rows, transaction } from "~server/vending/database/query";
import { chance, type Random, randomOf, whole } from "~server/vending/demonstration/random";
import { clientOf, idOf, type Reply } from "../api/app";
import { ADMIN, type Service, startService } from "../fleet/service";

const KILLS = 20;
const CREWS = 4;
const MACHINES = 3;
/** What a canister holds. */
const CAPACITY = 600;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Values = Readonly<Record<string, string | number>>;
type Client = ReturnType<typeof clientOf>;
const client = (token: string) => clientOf((path, init) => fetch(`${service.api}${path}`, init), token);

/** Sends a form until it is answered, the same each time: who is cut off does not know whether it arrived. */
async function sent(by: Client, path: string, form: Values): Promise<Reply> {
  for (;;) {
    const reply = await by.post(path, form).catch(() => undefined);
    if (reply && reply.status < 500) return reply;
    await sleep(20);
  }
}
async function done(by: Client, path: string, form: Values): Promise<Reply> {
  const reply = await sent(by, path, form);
  if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.error} ${JSON.stringify(reply.fields)}`);
  return reply;
}

test(`killed ${KILLS} times while crews load, serve and bring back and machines sell, the ledger has everything once`, async () => {
  const { data } = await client("").post("/login", ADMIN);
  const root = client(z.object({ token: z.string() }).parse(data).token);
  const cups = idOf(
    await root.post("/ingredients", {
      name: "Стаканчик",
      type: "UNIT",
      unit: "PC",
      price_type: "PER_PIECE",
      price: 220,
    }),
  );
  const recipe = { name: "Еспресо", item_number: 1, "ingredients[0].ingredient": cups, "ingredients[0].quantity": 1 };
  const cell = {
    "cells[0].cell": "11",
    "cells[0].recipe": idOf(await root.post("/recipes", recipe)),
    "cells[0].price": 1,
  };
  const planogram = idOf(await root.post("/planograms", { name: "Одна комірка", ...cell }));
  const manufacturer = idOf(await root.post("/device_manufacturers", { name: "Виробник" }));
  const model = idOf(await root.post("/device_models", { name: "Модель", manufacturer, device_type: "COFFEE" }));
  const warehouse = idOf(await root.post("/warehouses", { name: "Склад" }));
  /** What lies where, as people who never forget have it. */
  const truth = new Map<string, number>();
  const put = (place: string, amount: number) => truth.set(place, (truth.get(place) ?? 0) + amount);
  const has = (place: string) => truth.get(place) ?? 0;
  let told = 0;
  let isOver = false;

  const units = new Map<number, { serial: string; secret: string; untold: object[] }>();
  let vends = 0;
  const crews = [];
  for (let nth = 0; nth < CREWS; nth++) {
    const devices = [];
    for (let machine = 0; machine < MACHINES; machine++) {
      const device = idOf(
        await root.post("/devices", {
          ...{ serial_number: `M-${nth}-${machine}`, model, planogram, device_type: "COFFEE" },
          ...{ ownership_type: "PERSONAL", in_work: "on" },
        }),
      );
      const serial = `8800${nth}${machine}`.padEnd(12, "0");
      const unit = idOf(await root.post("/telemetries", { serial, type: "DEX", device }));
      const { data: told } = await root.post(`/telemetries/${unit}/rotate_secret`, {});
      units.set(device, { serial, secret: z.object({ revealed: z.string() }).parse(told).revealed, untold: [] });
      devices.push(device);
    }
    const crew = idOf(await root.post("/crews", { name: `Екіпаж ${nth}`, type: "CREW", warehouse }));
    crews.push({ crew, devices, random: randomOf("crew", nth) });
  }

  const receive = async (key: string, quantity: number) => {
    const line = { "lines[0].ingredient": cups, "lines[0].quantity": quantity };
    await done(root, `/warehouses/${warehouse}/moves`, { key, kind: "RECEIPT", ...line });
    put("warehouse", quantity);
  };
  /** A crew's day, over and over: each entry with a key of its own. */
  async function work({ crew, devices, random }: { crew: number; devices: number[]; random: Random }): Promise<void> {
    for (let day = 0; !isOver; day++) {
      const name = (what: string) => `crew-${crew}-day-${day}-${what}`;
      await receive(name("receipt"), whole(random, 500, 2_000));
      const stops = Object.fromEntries(devices.map((device, n) => [`stops[${n}].device`, device]));
      const sheet = idOf(await done(root, "/route_sheets", { key: name("sheet"), crew, day: "2026-11-25", ...stops }));
      // An action that was done is refused the second time.
      for (const action of ["submit", "approve"]) await sent(root, `/route_sheets/${sheet}/${action}`, {});
      await accept(sheet);
      const loaded = whole(random, 300, 1_500);
      const load = { "loads[0].ingredient": cups, "loads[0].quantity": loaded };
      const reply = await sent(root, `/my_route/${sheet}/load`, { key: name("load"), ...load });
      if (reply.status === 422) {
        // Others were faster: there is not so much left.
        await done(root, `/my_route/${sheet}/load`, { key: name("nothing") });
      } else {
        put("warehouse", -loaded);
        put(`crew ${crew}`, loaded);
      }
      const read = sheetSchema.parse((await again(() => root.get(`/route_sheets/${sheet}/sheet`))).data);
      for (const stop of read.stops) await serve(crew, stop.id, stop.device.id, random, name(`stop-${stop.id}`));
      const back = whole(random, 0, has(`crew ${crew}`));
      const returns = { "returns[0].ingredient": cups, "returns[0].quantity": back };
      await done(root, `/my_route/${sheet}/complete`, { key: name("complete"), ...returns });
      put("warehouse", back);
      put(`crew ${crew}`, -back);
    }
  }

  /** A dispatcher is no member of a crew: accepted by the books alone. */
  async function accept(sheet: number): Promise<void> {
    await only(
      service.pool,
      z.object({ id: z.number() }),
      sql`update route_sheets set status = 'ACCEPTED' where id = ${sheet} and status in ('APPROVED', 'ACCEPTED') returning id`,
    );
  }

  /** A machine sells some of what is in it; its unit tells of that at once, or only after somebody was there. */
  async function sell(device: number, random: Random): Promise<void> {
    const unit = units.get(device);
    const sold = whole(random, 0, Math.min(40, has(`machine ${device}`)));
    put(`machine ${device}`, -sold);
    for (let nth = 0; nth < sold; nth++)
      unit?.untold.push({
        ...{ id: `vend ${++vends}`, t: "sale", at: new Date().toISOString(), cell: "11", price: 100 },
        ...{ source: "cash", result: "vend_success" },
      });
    if (chance(random, 0.5)) await tell(device);
  }
  /** The unit's events, again until they are taken. */
  async function tell(device: number): Promise<void> {
    const unit = units.get(device);
    if (!unit?.untold.length) return;
    const body = JSON.stringify({ sent_at: new Date().toISOString(), events: unit.untold });
    const headers = { "x-device": unit.serial, authorization: unit.secret, "content-type": "application/json" };
    for (;;) {
      const answer = await fetch(`${service.api}/telemetry/batch`, { method: "POST", headers, body }).catch(
        () => undefined,
      );
      if (answer?.status === 200) break;
      if (answer && answer.status < 500) throw new Error(`a batch was answered ${answer.status}`);
      await sleep(20);
    }
    unit.untold = [];
  }

  async function serve(crew: number, stop: number, device: number, random: Random, key: string): Promise<void> {
    const [van, machine] = [`crew ${crew}`, `machine ${device}`];
    await sell(device, random);
    const found = has(machine);
    const thrown = chance(random, 0.3) ? whole(random, 0, Math.min(20, found)) : 0;
    const taken = chance(random, 0.3) ? whole(random, 0, Math.min(30, found - thrown)) : 0;
    const filled = whole(random, 0, Math.min(has(van), CAPACITY - found + thrown + taken));
    const of = { found, put: filled, taken, thrown };
    await done(root, `/my_route/stops/${stop}/serve`, {
      ...{ key, thrown_reason: "DAMAGED", "fills[0].slot": `bunker:${cups}` },
      ...Object.fromEntries(Object.entries(of).map(([what, amount]) => [`fills[0].${what}`, amount])),
    });
    put(van, taken - filled);
    put(machine, filled - taken - thrown);
    told++;
  }

  async function again(read: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      const reply = await read().catch(() => undefined);
      if (reply && reply.status < 500) return reply;
      await sleep(20);
    }
  }

  const written = () => only(service.pool, z.object({ n: z.number() }), sql`select count(*) as n from stock_moves`);
  async function kill(): Promise<void> {
    const random = randomOf("kills");
    for (let kills = 0; kills < KILLS; kills++) {
      const { n } = await written();
      while ((await written()).n < n + 2 + whole(random, 0, 6)) await sleep(1);
      await service.kill();
      await service.start();
    }
    isOver = true;
  }
  // Who cannot go on ends it all.
  await Promise.all([kill(), ...crews.map(work)]);

  expect(told).toBeGreaterThan(KILLS);
  for (const device of units.keys()) {
    await tell(device);
    await transaction(service.pool, (tx) => settleConsumption(tx, device));
  }
  expect(vends).toBeGreaterThan(100);
  expect(await checkStock(service.pool)).toEqual([]);
  const lying = await rows(
    service.pool,
    z.object({ place: z.string(), quantity: z.number() }),
    sql`select case place when 'WAREHOUSE' then 'warehouse' when 'CREW' then 'crew ' || place_id else 'machine ' || place_id end as place, sum(quantity)::float8 as quantity
    from stock group by 1 having sum(quantity) > 0 order by 1`,
  );
  expect(Object.fromEntries(lying.map(({ place, quantity }) => [place, quantity]))).toEqual(
    Object.fromEntries([...truth].filter(([, amount]) => amount > 0).toSorted(([a], [b]) => a.localeCompare(b))),
  );
  const { used, found } = await only(
    service.pool,
    z.object({ used: z.number(), found: z.number() }),
    sql`select coalesce(sum(l.quantity) filter (where m.kind = 'CONSUMPTION'), 0)::float8 as used, coalesce(sum(case when m.to_place = 'DEVICE' then l.quantity else -l.quantity end) filter (where m.kind = 'COUNT'), 0)::float8 as found
    from stock_moves m join stock_move_lines l on l.move_id = m.id`,
  );
  // Each vend took one, once; what was missing because it was not told yet is no loss in the end.
  expect([used, found]).toEqual([vends, 0]);
});
