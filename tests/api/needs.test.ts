import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { deviceForecastSchema, needsSchema, roundSchema } from "~server/contract/needs";
import { recordSchema } from "~server/contract/record";
import { statusesSchema } from "~server/contract/statuses";
import { makeProfiles } from "~server/vending/areas/sales/usual-week";
import { keepForecasts } from "~server/vending/areas/needs/keep";
import { idOf, testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit, HOUR, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);
const DAY = 24 * HOUR;

const cups = idOf(
  await root.post("/ingredients", {
    name: "Стаканчик",
    type: "UNIT",
    unit: "PC",
    price_type: "PER_PIECE",
    price: 220,
    pack_count: 50,
    weight: 300,
    volume: 2000,
  }),
);
const recipe = idOf(
  await root.post("/recipes", {
    name: "Еспресо",
    item_number: 1,
    "ingredients[0].ingredient": String(cups),
    "ingredients[0].quantity": "1",
  }),
);
const planogram = idOf(
  await root.post("/planograms", {
    name: "Одна комірка",
    "cells[0].cell": "11",
    "cells[0].recipe": String(recipe),
    "cells[0].price": "3000",
  }),
);
const location = async (name: string, latitude: string, longitude: string) =>
  idOf(
    await root.post("/locations", {
      name,
      address: "вул. Садова, 1",
      city: "Київ",
      region: "AA",
      ...(latitude ? { latitude, longitude } : {}),
    }),
  );

/** A machine that sold once an hour for three weeks and was filled two hours ago. */
async function hourly(at: number, level: number) {
  const unit = await callingUnit(api, root, model, {
    values: { planogram: String(planogram), location: String(at), in_work: "on", device_type: "COFFEE" },
  });
  const now = Date.now();
  for (let day = 21; day > 0; day--)
    await unit.send({
      events: Array.from({ length: 24 }, (_, hour) =>
        vend({ at: iso(now - day * DAY + hour * HOUR + 60_000), cell: "11", price: 3000 }),
      ),
    });
  await unit.send({
    events: [
      {
        id: `fill ${unit.device}`,
        t: "maintenance",
        at: iso(now - 30_000),
        fills: [{ slot: `bunker:${cups}`, level }],
      },
    ],
  });
  return unit;
}

it("a machine that sells once an hour runs out after as many hours as it has cups", async () => {
  const [near, far] = [await location("Поруч", "50.45", "30.52"), await location("Далі", "50.47", "30.60")];
  const soon = await hourly(near, 20);
  const late = await hourly(far, 300);
  await makeProfiles(api.pool);
  await keepForecasts(api.pool);
  const forecast = deviceForecastSchema.parse((await root.get(`/devices/${soon.device}/forecast`)).data);
  const [slot] = forecast.slots;
  expect(slot?.level).toBe(20);
  expect((Date.parse(slot?.runs_out_at ?? "") - Date.now()) / HOUR).toBeCloseTo(20, -1);
  const needs = needsSchema.parse((await root.get("/needs")).data);
  expect(needs.items.map(({ device }) => device.id)).toEqual([soon.device, late.device]);
  const crew = idOf(
    await root.post("/crews", { name: "Екіпаж", type: "CREW", devices: [String(soon.device), String(late.device)] }),
  );
  const reply = await root.get(`/needs/round?crew=${crew}`);
  const round = roundSchema.parse(reply.data);
  expect(round.stops.map(({ device }) => device.id)).toEqual([soon.device]);
});

it("a crew that serves by the group of a place has its machines' needs and round, also while it is away", async () => {
  const place = await location("Груповий", "50.44", "30.51");
  const unit = await hourly(place, 5);
  await makeProfiles(api.pool);
  await keepForecasts(api.pool);
  const name = (kind: string) => `${kind} ${unit.device}`;
  const standIn = idOf(await root.post("/crews", { name: name("Підміна"), type: "REPLACEMENT" }));
  const warehouse = idOf(await root.post("/warehouses", { name: name("Склад") }));
  const crew = idOf(await root.post("/crews", { name: name("Груповий"), type: "CREW", warehouse: String(warehouse) }));
  await root.post("/locations_groups", { name: name("Група"), crew: String(crew), locations: String(place) });
  const served = async (by: number) => {
    const needs = needsSchema.parse((await root.get(`/needs?crew=${by}`)).data);
    const round = roundSchema.parse((await root.get(`/needs/round?crew=${by}`)).data);
    const states = statusesSchema.parse((await root.get(`/devices/states?crew=${by}`)).data);
    return [
      needs.items.map(({ device, crew: who }) => [device.id, who?.id]),
      round.stops.map(({ device }) => device.id),
      states.items.map(({ id }) => id),
    ];
  };
  const counted = async (id: number) => (await root.get(`/crews/${id}`)).data;
  expect(await counted(crew)).toMatchObject({ devices: [], devices_count: 1 });
  const all = [[[unit.device, crew]], [unit.device], [unit.device]];
  expect(await served(crew)).toEqual(all);
  const ofWarehouse = needsSchema.parse((await root.get(`/needs?warehouse=${warehouse}`)).data);
  expect(ofWarehouse.items.map(({ device }) => device.id)).toEqual([unit.device]);
  const before = recordSchema.parse((await root.get(`/crews/${crew}`)).data);
  await root.post(`/crews/${crew}`, {
    version: String(before.version),
    name: name("Груповий"),
    type: "CREW",
    replaced_by: String(standIn),
  });
  expect(await counted(crew)).toMatchObject({ devices_count: 0 });
  expect(await counted(standIn)).toMatchObject({ devices_count: 1 });
  expect(await served(crew)).toEqual([[], [], []]);
  expect(await served(standIn)).toEqual([[[unit.device, standIn]], [unit.device], [unit.device]]);
});

it("who is limited to a project sees and plans its machines alone", async () => {
  const all = needsSchema.parse((await root.get("/needs")).data);
  const [first] = all.items;
  const limited = await api.person({ permissions: ["CREW"], mode: "OPEN_SELECTED", devices: [first?.device.id ?? 0] });
  const seen = needsSchema.parse((await limited.get("/needs")).data);
  expect(seen.items.map(({ device }) => device.id)).toEqual([first?.device.id]);
  const named = all.items.map(({ device }) => device.id).join(",");
  const crew = idOf(await root.post("/crews", { name: "Обмежений", type: "CREW", devices: String(first?.device.id) }));
  const round = roundSchema.parse((await limited.get(`/needs/round?crew=${crew}&devices=${named}`)).data);
  expect(round.stops.map(({ device }) => device.id)).toEqual([first?.device.id]);
  expect((await (await api.person({ permissions: ["DEVICE"] })).get("/needs")).status).toBe(403);
});

/** What happens to a machine: hours ago, in whatever order it is told. */
const told = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant("sold" as const), hours: fc.integer({ min: 1, max: 400 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("filled" as const),
      hours: fc.integer({ min: 1, max: 400 }),
      level: fc.integer({ min: 0, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("corrected" as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  },
);

it("levels, drift and use are what a slow count of everything that was told gives", async () => {
  let number = 100;
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 5, maxLength: 25 }), async (all) => {
      number++;
      const unit = idOf(
        await root.post("/ingredients", {
          ...{ name: `Капсула ${number}`, type: "UNIT", unit: "PC", price_type: "PER_PIECE", price: 100 },
        }),
      );
      const contents = (quantity: number) => ({
        ...{ name: `Напій ${number}`, item_number: number },
        ...{ "ingredients[0].ingredient": String(unit), "ingredients[0].quantity": String(quantity) },
      });
      const drink = idOf(await root.post("/recipes", contents(1)));
      const menu = idOf(
        await root.post("/planograms", {
          ...{ name: `Меню ${number}`, "cells[0].cell": "11" },
          ...{ "cells[0].recipe": String(drink), "cells[0].price": "3000" },
        }),
      );
      const machine = await callingUnit(api, root, model, { values: { planogram: String(menu), in_work: "on" } });
      // The slow count: everything told so far, gone through each time.
      const now = Date.now();
      const sales: number[] = [];
      let quantity = 1;
      let filled: { at: number; level: number; drift: number | null } | undefined;
      const booked = () =>
        filled ? filled.level - sales.filter((at) => at > (filled?.at ?? 0)).length * quantity : null;
      for (const [index, one] of all.entries()) {
        if (one.what === "sold") {
          const at = now - one.hours * HOUR - index;
          sales.push(at);
          await machine.send({ events: [vend({ at: iso(at), cell: "11", price: 3000 })] });
        } else if (one.what === "filled") {
          const at = now - one.hours * HOUR - index;
          await machine.send({
            events: [
              {
                id: `fill ${index}`,
                t: "maintenance",
                at: iso(at),
                fills: [{ slot: `bunker:${unit}`, level: one.level }],
              },
            ],
          });
          if (filled && filled.at > at) continue;
          const before = booked();
          const isNear = filled !== undefined && at - filled.at <= 2 * HOUR;
          const drift =
            before === null
              ? null
              : one.level < before - 60
                ? one.level - before
                : before < -60
                  ? -before
                  : isNear
                    ? (filled?.drift ?? null)
                    : null;
          filled = { at, level: one.level, drift };
        } else {
          quantity = one.quantity;
          const { version } = recordSchema.parse((await root.get(`/recipes/${drink}`)).data);
          const answer = await root.post(`/recipes/${drink}`, { ...contents(quantity), version, holds_from: "always" });
          expect(answer.status).toBe(200);
        }
      }
      await keepForecasts(api.pool);
      const { slots } = deviceForecastSchema.parse((await root.get(`/devices/${machine.device}/forecast`)).data);
      const [slot] = slots;
      const level = booked();
      expect(slot?.level ?? null).toBe(level === null ? null : Math.max(0, level));
      expect(slot?.drift ?? null).toBe(filled?.drift ?? null);
      const days = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Kyiv" });
      const today = days.format(now);
      const before = sales.filter((at) => days.format(at) < today);
      const first = before.map((at) => days.format(at)).toSorted()[0];
      const passed = first === undefined ? 0 : (Date.parse(today) - Date.parse(first)) / DAY;
      expect(slot?.per_day ?? 0).toBeCloseTo(passed ? (before.length * quantity) / passed : 0, 3);
      if (level !== null && level > 0 && slot?.runs_out_at)
        expect((Date.parse(slot.runs_out_at) - now) / DAY).toBeCloseTo(level / slot.per_day, -0.5);
    }),
    { numRuns: 6 },
  );
});
