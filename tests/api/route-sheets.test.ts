import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { collectionsSchema } from "~server/contract/collections";
import { holdsSchema } from "~server/contract/maintenance";
import { roundSchema } from "~server/contract/needs";
import { historySchema, recordSchema } from "~server/contract/record";
import { myRouteSchema, type Sheet, sheetSchema, STOP_PHOTOS } from "~server/contract/route-sheets";
import { movesSchema, stockSchema } from "~server/contract/stock";
import { purchaseSchema } from "~server/contract/stock-lists";
import { checkStock } from "~server/vending/areas/logistics/check";
import { settleConsumption } from "~server/vending/areas/logistics/consumption";
import { run, transaction } from "~server/vending/database/query";
import { idOf, type Person, testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit, HOUR, iso, MINUTE, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);
let serial = 0;
const key = () => `sheet-key-${++serial}`;

const cups = idOf(
  await root.post("/ingredients", {
    ...{ name: "Стаканчик", type: "UNIT", unit: "PC", price_type: "PER_PIECE", price: 220 },
    ...{ pack_count: 50, weight: 300, volume: 2000 },
  }),
);
const recipe = idOf(
  await root.post("/recipes", {
    ...{ name: "Еспресо", item_number: 1, "ingredients[0].ingredient": cups, "ingredients[0].quantity": 1 },
  }),
);
const planogram = idOf(
  await root.post("/planograms", {
    ...{ name: "Одна комірка", "cells[0].cell": "11", "cells[0].recipe": recipe, "cells[0].price": 3000 },
  }),
);

/** A crew with one member, a warehouse with so many cups, and machines that hold 600 each. */
async function world({ machines = 2, stocked = 5_000 } = {}) {
  const member = await api.person();
  const warehouse = idOf(await root.post("/warehouses", { name: `Склад ${++serial}` }));
  if (stocked)
    await root.post(`/warehouses/${warehouse}/moves`, {
      ...{ key: key(), kind: "RECEIPT", "lines[0].ingredient": cups, "lines[0].quantity": stocked },
    });
  const units = [];
  for (let nth = 0; nth < machines; nth++)
    units.push(
      await callingUnit(api, root, model, {
        values: { planogram: String(planogram), in_work: "on", device_type: "COFFEE" },
      }),
    );
  const devices = units.map(({ device }) => device);
  for (const device of devices)
    await root.post(`/devices/${device}/maintenance`, {
      ...{ key: key(), "fills[0].slot": `bunker:${cups}`, "fills[0].level": 0 },
    });
  const crew = idOf(
    await root.post("/crews", {
      ...{ name: `Екіпаж ${serial}`, type: "CREW", warehouse, members: member.id },
      ...Object.fromEntries(devices.map((device, n) => [`devices[${n}]`, device])),
    }),
  );
  return { member, warehouse, crew, units, devices };
}
const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Kyiv" });
const draft = async (crew: number, devices: readonly number[], over: Record<string, string | number> = {}, by = root) =>
  by.post("/route_sheets", {
    ...{ key: key(), crew, day: today() },
    ...Object.fromEntries(devices.map((device, n) => [`stops[${n}].device`, device])),
    ...over,
  });
const act = (id: number, action: string, form = {}, by = root) => by.post(`/route_sheets/${id}/${action}`, form);
const sheetOf = async (id: number, by: Person = root): Promise<Sheet> =>
  sheetSchema.parse((await by.get(`/route_sheets/${id}/sheet`)).data);
const statusOf = async (id: number) => (await sheetOf(id)).status;
const lying = async (path: string) =>
  stockSchema.parse((await root.get(`${path}/stock`)).data).items.reduce((all, { quantity }) => all + quantity, 0);
async function onTheRoad(over: Parameters<typeof world>[0] = {}) {
  const made = await world(over);
  const id = idOf(await draft(made.crew, made.devices));
  for (const action of ["submit", "approve"]) expect((await act(id, action)).status).toBe(200);
  expect((await made.member.post(`/my_route/${id}/accept`, { key: key() })).status).toBe(200);
  return { ...made, id };
}
const loadOf = (amount: number, of = key()) => ({ key: of, "loads[0].ingredient": cups, "loads[0].quantity": amount });

describe("a route sheet", () => {
  it("goes from a draft to completed, and every place has what the books say", async () => {
    const { member, warehouse, crew, devices, units } = await world();
    const [first = 0, second = 0] = devices;
    const id = idOf(await draft(crew, devices));
    // Of a draft the amounts are those of now.
    expect(await sheetOf(id)).toMatchObject({
      ...{ status: "DRAFT", loads: [{ picked: 1200, packs: 24, free: 5000 }] },
      stops: [
        { tasks: ["fill"], fills: [{ proposed: 600, level: 0 }] },
        { tasks: ["fill"], fills: [{ proposed: 600 }] },
      ],
    });
    const other = await draft(crew, [first]);
    expect([other.status, other.fields]).toEqual([422, { stops: [{ key: "on_other_sheet" }] }]);

    expect((await act(id, "approve")).status).toBe(409);
    expect((await act(id, "submit")).status).toBe(200);
    const frozen = await sheetOf(id);
    expect(frozen).toMatchObject({ status: "NEW", loads: [{ picked: 1200, packs: 24, free: 5000 }] });
    expect((await act(id, "approve")).status).toBe(200);
    const { items: bought } = purchaseSchema.parse((await root.get(`/stock/purchase?warehouse=${warehouse}`)).data);
    expect(bought).toEqual([]);

    // A stranger has no such sheet, the member has it on the phone.
    const stranger = await api.person();
    expect(myRouteSchema.parse((await stranger.get("/my_route")).data).items).toEqual([]);
    expect((await stranger.post(`/my_route/${id}/accept`, { key: key() })).status).toBe(404);
    expect(myRouteSchema.parse((await member.get("/my_route")).data).items).toMatchObject([{ id, may: ["accept"] }]);
    expect((await member.post(`/my_route/${id}/load`, loadOf(10))).error).toBe("sheet_moved_on");
    for (let times = 0; times < 2; times++)
      expect((await member.post(`/my_route/${id}/accept`, { key: key() })).status).toBe(200);

    const short = await member.post(`/my_route/${id}/load`, loadOf(6_000));
    expect([short.status, short.fields]).toEqual([422, { "loads[0].quantity": [{ key: "not_enough", count: 5000 }] }]);
    const load = loadOf(1_000);
    for (let times = 0; times < 2; times++) expect((await member.post(`/my_route/${id}/load`, load)).status).toBe(200);
    expect([await lying(`/warehouses/${warehouse}`), await lying(`/crews/${crew}`)]).toEqual([4_000, 1_000]);

    // The door opens: the crew has begun.
    await units[0]?.send({ events: [{ id: `door ${id}`, t: "door", at: iso(Date.now()), state: "opened" }] });
    const [one, two] = (await sheetOf(id)).stops;
    expect([one?.status, two?.status]).toEqual(["service", "unserved"]);

    const serve = {
      ...{ key: key(), "fills[0].slot": `bunker:${cups}`, "fills[0].found": 40, "fills[0].put": 550 },
      ...{ "fills[0].taken": 5, "fills[0].thrown": 3, collected: "on", bag: "B-17", cleaned: "on", note: "Сервіс" },
    };
    const at = `/my_route/stops/${one?.id}`;
    expect((await member.post(`${at}/serve`, serve)).fields).toEqual({ thrown_reason: [{ key: "required" }] });
    const whole = { ...serve, thrown_reason: "DAMAGED" };
    for (let times = 0; times < 2; times++) expect((await member.post(`${at}/serve`, whole)).status).toBe(200);
    expect((await member.post(`${at}/serve`, { ...whole, key: key() })).error).toBe("stop_served");
    expect([await lying(`/crews/${crew}`), await lying(`/devices/${first}`)]).toEqual([455, 582]);

    // One record, seen everywhere.
    const { slots } = holdsSchema.parse((await root.get(`/devices/${first}/maintenance`)).data);
    expect(slots).toMatchObject([{ level: 582 }]);
    const { items: bags } = collectionsSchema.parse((await root.get(`/devices/${first}/collections`)).data);
    expect(bags).toMatchObject([{ bag: "B-17", counted: null, difference: null }]);
    const { items: moved } = movesSchema.parse((await root.get(`/devices/${first}/moves`)).data);
    expect(moved.map(({ kind }) => kind).toSorted()).toEqual(["COUNT", "FILL", "TAKE_OUT", "WRITE_OFF"]);

    const done = { key: key(), "returns[0].ingredient": cups, "returns[0].quantity": 450 };
    expect((await member.post(`/my_route/${id}/complete`, done)).fields).toEqual({
      [`stop-${two?.id}`]: [{ key: "required" }],
    });
    const said = { ...done, "unserved[0].stop": two?.id ?? 0, "unserved[0].reason": "closed" };
    for (let times = 0; times < 2; times++)
      expect((await member.post(`/my_route/${id}/complete`, said)).status).toBe(200);
    expect(await sheetOf(id)).toMatchObject({
      status: "PARTLY_COMPLETED",
      loads: [{ picked: 1200, loaded: 1000, put: 545, returned: 450 }],
      stops: [{ status: "served" }, { status: "unserved", reason: "closed" }],
    });
    expect([await lying(`/warehouses/${warehouse}`), await lying(`/crews/${crew}`)]).toEqual([4_450, 5]);
    // The machine is free for the next plan.
    expect((await draft(crew, [second])).status).toBe(201);
    const history = historySchema.parse((await root.get(`/route_sheets/${id}/history`)).data);
    const statuses = history.items.map(({ action, changes }) => [
      action,
      changes.find(({ field }) => field === "status")?.after,
    ]);
    expect(statuses).toEqual([
      ["update", "PARTLY_COMPLETED"],
      ["update", "LOADED"],
      ["update", "ACCEPTED"],
      ["approve", "APPROVED"],
      ["submit", "NEW"],
      ["create", "DRAFT"],
    ]);
  });

  it("takes an entry that waited for a network for one of its own moment: what was sold since comes on top", async () => {
    const { id, member, crew, devices, units } = await onTheRoad({ machines: 2 });
    expect((await member.post(`/my_route/${id}/load`, loadOf(1_000))).status).toBe(200);
    const [first, second] = (await sheetOf(id)).stops;
    const past = sql`now() - interval '2 hours'`;
    await run(
      api.pool,
      sql`update device_stocks set filled_at = ${past} where device_id in (${devices[0]}, ${devices[1]})`,
    );
    const sold = (minutesAgo: number) => vend({ cell: "11", at: iso(Date.now() - minutesAgo * MINUTE) });
    await units[0]?.send({ events: [sold(90), sold(30), sold(20), sold(10)] });
    const entry = (more: object) => ({ key: key(), waited: 3_600, "fills[0].slot": `bunker:${cups}`, ...more });
    const serve = (stop: number | undefined, more: object) => member.post(`/my_route/stops/${stop}/serve`, entry(more));
    expect((await serve(first?.id, { "fills[0].found": 40, "fills[0].put": 500 })).status).toBe(200);
    const levelOf = async (nth: number) =>
      holdsSchema.parse((await root.get(`/devices/${devices[nth]}/maintenance`)).data).slots[0]?.level;
    // Three were sold after it, one before.
    await transaction(api.pool, (tx) => settleConsumption(tx, devices[0] ?? 0));
    expect([await levelOf(0), await lying(`/devices/${devices[0]}`)]).toEqual([537, 537]);
    // Told of what was put in alone, it comes on top of the level of then.
    await run(api.pool, sql`update device_stocks set filled = 100 where device_id = ${devices[1]}`);
    await units[1]?.send({ events: [sold(90), sold(30), sold(20)] });
    expect((await serve(second?.id, { "fills[0].put": 200 })).status).toBe(200);
    expect(await levelOf(1)).toBe(297);
    const served = (await sheetOf(id)).stops.map(({ served_at: at }) =>
      Math.round((Date.now() - Date.parse(at ?? "")) / HOUR),
    );
    expect(served).toEqual([1, 1]);
    expect(await lying(`/crews/${crew}`)).toBe(300);
    expect((await serve(first?.id, { waited: -1 })).fields).toEqual({ waited: [{ key: "incorrect" }] });
  });

  it("finds what was missing once: vends of before, told later, are no second loss", async () => {
    const { crew, devices, member, units } = await world({ machines: 1 });
    const [device = 0] = devices;
    /** Found and put in so many hours ago, as a crew would without a network. */
    const visit = async (hoursAgo: number, found: number, put: number) => {
      const id = idOf(await draft(crew, [device]));
      for (const action of ["submit", "approve"]) await act(id, action);
      await member.post(`/my_route/${id}/accept`, { key: key() });
      await member.post(`/my_route/${id}/load`, loadOf(put + 1));
      const entry = { key: key(), waited: hoursAgo * 3_600, "fills[0].slot": `bunker:${cups}` };
      const [stop] = (await sheetOf(id)).stops;
      const served = { ...entry, "fills[0].found": found, "fills[0].put": put };
      expect((await member.post(`/my_route/stops/${stop?.id}/serve`, served)).status).toBe(200);
      expect((await member.post(`/my_route/${id}/complete`, { key: key() })).status).toBe(200);
    };
    const sold = (...hoursAgo: number[]) =>
      units[0]?.send({ events: hoursAgo.map((ago) => vend({ cell: "11", at: iso(Date.now() - ago * HOUR) })) });
    const left = async () => {
      await transaction(api.pool, (tx) => settleConsumption(tx, device));
      return lying(`/devices/${device}`);
    };
    await visit(100, 100, 0);
    await sold(90, 80);
    expect(await left()).toBe(98);
    // Ten were sold, of which two were told by then.
    await visit(50, 90, 200);
    expect(await left()).toBe(290);
    await sold(79, 75, 60, 59, 52, 51, 50.5, 50.2);
    expect(await left()).toBe(290);
    await sold(49, 20, 1);
    await sold(70);
    expect(await left()).toBe(287);
    expect(await checkStock(api.pool)).toEqual([]);
  });

  it("keeps photos of a machine, each once, for its crew and who sees the machine", async () => {
    const { id, member } = await onTheRoad();
    expect((await member.post(`/my_route/${id}/load`, loadOf(1_000))).status).toBe(200);
    const [stop] = (await sheetOf(id)).stops;
    const photo = await sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: "#c63" } })
      .jpeg()
      .toBuffer();
    const add = (content: Uint8Array, of = key(), by: Person = member) =>
      by.raw(`/my_route/stops/${stop?.id}/photos?key=${of}`, content);
    const [first, again] = [await add(photo, "photo-of-it"), await add(photo, "photo-of-it")];
    expect([first.status, again.data]).toEqual([201, first.data]);
    const broken = await Promise.all([add(Buffer.from("GIF89a no image")), add(photo.subarray(0, 300))]);
    expect(broken.map(({ status, error }) => [status, error])).toEqual([
      [422, "file_type"],
      [422, "file_type"],
    ]);
    const stranger = await api.person({ permissions: ["CREW"], mode: "OPEN_SELECTED" });
    expect((await add(photo, key(), stranger)).status).toBe(404);
    expect((await sheetOf(id)).stops.map(({ photos }) => photos)).toEqual([[idOf(first)], []]);
    const path = `/my_route/photos/${idOf(first)}`;
    const seen = async (by: Person, at = path) => {
      const answer = await api.app.request(at, { headers: { Authorization: by.token } });
      return answer.status === 200 ? sharp(Buffer.from(await answer.arrayBuffer())).metadata() : answer.status;
    };
    expect(await seen(root)).toMatchObject({ format: "webp", width: 1_600, height: 800 });
    expect(await seen(member, `${path}/thumbnail`)).toMatchObject({ format: "webp", width: 400 });
    expect([await seen(stranger), await seen(stranger, `${path}/thumbnail`)]).toEqual([404, 404]);
    for (let more = 1; more < STOP_PHOTOS.most; more++) expect((await add(photo)).status).toBe(201);
    expect((await add(photo)).error).toBe("too_many_photos");
  });

  it("is loaded by who keeps its warehouse, who does nothing else with it", async () => {
    const { id, warehouse, crew } = await onTheRoad();
    const keeper = await api.person({ permissions: ["WAREHOUSE"] });
    const waiting = async (by: Person) => (await by.get(`/warehouses/${warehouse}/sheets`)).data;
    expect(await waiting(keeper)).toMatchObject({ items: [{ id, status: "ACCEPTED", crew: { id: crew } }] });
    expect((await keeper.get(`/my_route/${id}`)).data).toMatchObject({ id, may: ["load"] });
    expect(myRouteSchema.parse((await keeper.get("/my_route")).data).items).toEqual([]);
    const nobody = await api.person({ permissions: ["INGREDIENT"] });
    expect([
      (await nobody.get(`/my_route/${id}`)).status,
      (await nobody.post(`/my_route/${id}/load`, loadOf(5))).status,
    ]).toEqual([404, 404]);
    expect((await keeper.post(`/my_route/${id}/load`, loadOf(700))).status).toBe(200);
    expect([await lying(`/warehouses/${warehouse}`), await lying(`/crews/${crew}`)]).toEqual([4_300, 700]);
    expect(await waiting(keeper)).toEqual({ items: [] });
    const [stop] = (await sheetOf(id)).stops;
    const others = [
      `/my_route/${id}/accept`,
      `/my_route/${id}/complete`,
      `/my_route/stops/${stop?.id}/begin`,
      `/my_route/stops/${stop?.id}/serve`,
    ];
    for (const path of others) expect([path, (await keeper.post(path, { key: key() })).status]).toEqual([path, 404]);
  });

  it("brings back what was taken out and nobody picked", async () => {
    const { crew, devices, member, warehouse } = await world({ machines: 1 });
    await run(api.pool, sql`update device_stocks set filled = 200 where device_id = ${devices[0]}`);
    const id = idOf(await draft(crew, devices, { "stops[0].clean": "on" }));
    for (const action of ["submit", "approve"]) expect((await act(id, action)).status).toBe(200);
    expect((await sheetOf(id)).loads).toEqual([]);
    await member.post(`/my_route/${id}/accept`, { key: key() });
    expect((await member.post(`/my_route/${id}/load`, { key: key() })).status).toBe(200);
    const [stop] = (await sheetOf(id)).stops;
    const slot = { key: key(), "fills[0].slot": `bunker:${cups}` };
    const taken = await member.post(`/my_route/stops/${stop?.id}/serve`, { ...slot, "fills[0].taken": 30 });
    expect(taken.status).toBe(200);
    expect((await sheetOf(id)).loads).toMatchObject([{ ingredient: { id: cups }, picked: 0, loaded: null, put: -30 }]);
    const back = { key: key(), "returns[0].ingredient": cups, "returns[0].quantity": 30 };
    expect((await member.post(`/my_route/${id}/complete`, back)).status).toBe(200);
    expect([await lying(`/warehouses/${warehouse}`), await lying(`/crews/${crew}`)]).toEqual([5_030, 0]);
    expect((await sheetOf(id)).loads).toMatchObject([{ put: -30, returned: 30 }]);
  });

  it("says of a slot that nobody told of that its level is not known, never that it is empty", async () => {
    const { crew, devices, member } = await world({ machines: 1 });
    await run(api.pool, sql`delete from device_stocks where device_id = ${devices[0]}`);
    const id = idOf(await draft(crew, devices));
    for (const action of ["submit", "approve"]) expect((await act(id, action)).status).toBe(200);
    expect((await sheetOf(id)).stops[0]?.fills).toMatchObject([{ level: null, proposed: 600 }]);
    await member.post(`/my_route/${id}/accept`, { key: key() });
    await member.post(`/my_route/${id}/load`, loadOf(700));
    const [stop] = (await sheetOf(id)).stops;
    const slot = { key: key(), "fills[0].slot": `bunker:${cups}` };
    expect((await member.post(`/my_route/stops/${stop?.id}/serve`, { ...slot, "fills[0].put": 10 })).status).toBe(200);
    const { slots } = holdsSchema.parse((await root.get(`/devices/${devices[0]}/maintenance`)).data);
    expect(slots).toMatchObject([{ level: null }]);
  });

  it("is no draft any more once it is submitted, and frees what it reserved when it is cancelled", async () => {
    const { crew, devices, warehouse } = await world({ stocked: 700 });
    const id = idOf(await draft(crew, devices));
    await act(id, "submit");
    const { version } = recordSchema.parse((await root.get(`/route_sheets/${id}`)).data);
    const changed = await root.post(`/route_sheets/${id}`, {
      ...{ version, crew, warehouse, day: today(), "stops[0].device": devices[0] ?? 0 },
    });
    expect([changed.status, changed.error]).toEqual([409, "sheet_fixed"]);
    await act(id, "approve");
    // 1200 of 700 are reserved: another sheet sees that nothing is left.
    const [third] = (await world({ machines: 1, stocked: 0 })).devices;
    const next = idOf(await draft(crew, [third ?? 0]));
    expect((await sheetOf(next)).loads).toMatchObject([{ picked: 600, free: -500 }]);
    expect((await act(id, "cancel")).fields).toEqual({ cancel_reason: [{ key: "required" }] });
    expect((await act(id, "cancel", { cancel_reason: "Дощ" })).status).toBe(200);
    expect((await act(id, "cancel", { cancel_reason: "Дощ" })).status).toBe(409);
    expect((await sheetOf(next)).loads).toMatchObject([{ picked: 600, free: 700 }]);
    expect(await statusOf(id)).toBe("CANCELED");
    expect((await draft(crew, [devices[0] ?? 0])).status).toBe(201);
  });

  it("is approved by somebody else where the settings want that", async () => {
    const { crew, devices } = await world({ machines: 1 });
    const author = await api.person({ permissions: ["CREW"] });
    const other = await api.person({ permissions: ["CREW"] });
    await run(
      api.pool,
      sql`insert into settings (id, sheets_need_second) values (1, true) on conflict (id) do update set sheets_need_second = true`,
    );
    try {
      const id = idOf(await draft(crew, devices, {}, author));
      expect((await act(id, "submit", {}, author)).status).toBe(200);
      expect((await act(id, "approve", {}, author)).status).toBe(409);
      expect((await act(id, "approve", {}, other)).status).toBe(200);
    } finally {
      await run(api.pool, sql`update settings set sheets_need_second = false`);
    }
  });

  it("belongs to the crew that stands in, while it does", async () => {
    const { crew, devices } = await world({ machines: 1 });
    const deputy = await api.person();
    const standIn = idOf(
      await root.post("/crews", { name: `Підміна ${++serial}`, type: "REPLACEMENT", members: deputy.id }),
    );
    const id = idOf(await draft(crew, devices));
    for (const action of ["submit", "approve"]) await act(id, action);
    expect((await deputy.post(`/my_route/${id}/accept`, { key: key() })).status).toBe(404);
    await run(api.pool, sql`update crews set replaced_by_id = ${standIn} where id = ${crew}`);
    expect((await deputy.post(`/my_route/${id}/accept`, { key: key() })).status).toBe(200);
  });

  it("says when the crew comes to each machine, in the order that was chosen, and where nobody lets it in", async () => {
    const { crew, devices } = await world({ machines: 3 });
    const weekday = new Date().toLocaleDateString("en", { timeZone: "Europe/Kyiv", weekday: "long" }).toUpperCase();
    const hours: Record<string, string>[] = [
      { opens_at: "15:00", closes_at: "16:00" },
      {},
      { "closed_on[0]": weekday },
    ];
    for (const [at, device] of devices.entries()) {
      const place = { name: `Місце ${++serial}`, address: "вул. Садова, 1", city: "Київ", region: "AA" };
      const location = idOf(
        await root.post("/locations", { ...place, latitude: "50.45", longitude: `30.${50 + at * 5}`, ...hours[at] }),
      );
      await run(api.pool, sql`update devices set location_id = ${location} where id = ${device}`);
    }
    const [noon = 0, always = 0, closed = 0] = devices;
    const chosen = await sheetOf(idOf(await draft(crew, [always, closed, noon])));
    expect(chosen.stops).toMatchObject([
      { device: { id: always }, due_at: 480, late: false, closed: false, opens_at: null },
      { device: { id: closed }, late: true, closed: true },
      { device: { id: noon }, due_at: 900, late: false, opens_at: "15:00", closes_at: "16:00" },
    ]);
    expect(chosen.exceeds).toEqual(["hours"]);
    // From eight until it has served the last one at three, and back.
    expect(chosen.minutes).toBeGreaterThan(420 + 16);

    const query = `crew=${crew}&day=${today()}&devices=${devices.join(",")}`;
    const round = roundSchema.parse((await root.get(`/needs/round?${query}`)).data);
    expect(round.stops.find(({ device }) => device.id === noon)).toMatchObject({ due_at: 900, late: false });
    expect(round.exceeds).toContain("hours");
    const bad = await root.post("/locations", { name: "x", address: "x", city: "x", region: "AA", opens_at: "25:00" });
    expect([bad.status, Object.keys(bad.fields ?? {})]).toEqual([422, ["opens_at"]]);
  });

  it("is the dispatcher's who sees a machine on it, and shows them no other", async () => {
    const { crew, devices } = await world();
    const id = idOf(await draft(crew, devices));
    const limited = await api.person({ permissions: ["CREW"], mode: "OPEN_SELECTED", devices: devices.slice(0, 1) });
    const none = await api.person({ permissions: ["CREW"], mode: "OPEN_SELECTED", devices: [] });
    expect((await sheetOf(id, limited)).stops.map(({ device }) => device.id)).toEqual(devices.slice(0, 1));
    expect((await none.get(`/route_sheets/${id}/sheet`)).status).toBe(404);
    expect((await (await api.person()).get(`/route_sheets/${id}/sheet`)).status).toBe(403);
  });

  it("keeps every entry of two phones, and each once", async () => {
    const { member, id, crew, devices } = await onTheRoad({ machines: 4 });
    await member.post(`/my_route/${id}/load`, loadOf(2_400));
    const { stops } = await sheetOf(id, root);
    const entries = stops.flatMap((stop) => [1, 2].map((phone) => ({ stop, key: `phone ${phone} at ${stop.id}` })));
    const sent = await Promise.all(
      [...entries, ...entries].map(({ stop, key: of }) =>
        member.post(`/my_route/stops/${stop.id}/serve`, {
          ...{ key: of, "fills[0].slot": `bunker:${cups}`, "fills[0].found": 100, "fills[0].put": 500 },
        }),
      ),
    );
    // Of each machine one phone was first, both times; the other one is told.
    expect(sent.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(8).fill(200),
      ...Array<number>(8).fill(409),
    ]);
    expect(await lying(`/crews/${crew}`)).toBe(400);
    for (const device of devices) expect(await lying(`/devices/${device}`)).toBe(600);
    expect(
      (
        await member.post(`/my_route/${id}/complete`, {
          key: key(),
          "returns[0].ingredient": cups,
          "returns[0].quantity": 400,
        })
      ).status,
    ).toBe(200);
    expect(await statusOf(id)).toBe("COMPLETED");
  });
});
