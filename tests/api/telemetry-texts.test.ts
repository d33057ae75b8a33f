import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deviceEventsSchema } from "~server/contract/device-events";
import { deviceStateSchema } from "~server/contract/device-state";
import type { EVENTS } from "~server/contract/telemetry-events";
import { readBatch } from "~server/vending/areas/telemetry/batch";
import { gathered } from "~server/vending/areas/telemetry/gathered";
import { createPings } from "~server/vending/areas/telemetry/pings";
import { type Incoming, type Stored, storeBatches } from "~server/vending/areas/telemetry/store";
import { rows } from "~server/vending/database/query";
import { USUAL_EVENTS } from "../hostile/events";
import { testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);
const unitIn = () => callingUnit(api, root, model);
const stateOf = async (device: number) => deviceStateSchema.parse((await root.get(`/devices/${device}/state`)).data);
const eventsOf = async (device: number) =>
  deviceEventsSchema.parse((await root.get(`/devices/${device}/events`)).data).items;

/** What PostgreSQL keeps in no text, and what no screen shows. */
const POISON = "К\u0000и\ud800їв\u0007\tстар";
const CLEAN = "Київ стар";

describe("a text of a unit", () => {
  it("is cleaned at the door, whatever it tells of, and costs nobody else anything", async () => {
    const [poisoned, good] = await Promise.all([unitIn(), unitIn()]);
    const ping = {
      fw: POISON,
      net: { operator: POISON, rssi: -70, type: POISON },
      imei: POISON,
      terminal: { answers: true, serial: POISON, fw: POISON },
    };
    await Promise.all([poisoned.send(ping), good.send({ net: { operator: "Київстар", rssi: -60 } })]);
    expect(await stateOf(good.device)).toMatchObject({ status: "ONLINE", network: { operator: "Київстар" } });
    expect(await stateOf(poisoned.device)).toMatchObject({
      status: "ONLINE",
      firmware: CLEAN,
      network: { operator: CLEAN, type: CLEAN },
    });
  });

  const scan = { code: POISON, result: "accepted", reason: POISON, cell: POISON };
  const events: Record<keyof typeof EVENTS, object> = {
    ...USUAL_EVENTS,
    sale: { cell: POISON, name: POISON, price: 2500, source: "cash", code: POISON },
    error: { code: POISON, active: true, text: POISON },
    maintenance: { who: POISON, fills: [{ slot: POISON, level: 1 }] },
    collection: { who: POISON, bag: POISON },
    rfid: scan,
    qr: scan,
    partner: { ...scan, partner: POISON },
    restart: { reason: POISON },
    terminal: { answers: true, serial: POISON, fw: POISON },
    firmware: { version: POISON },
    command_result: { command: 1, state: "done", message: POISON },
  };

  it("of every kind of event is kept clean, and so is what this version does not know", async () => {
    const unit = await unitIn();
    const at = iso(Date.now() - 60_000);
    const told = [
      ...Object.entries(events).map(([t, event], index) => ({ id: `event ${index}`, t, at, ...event })),
      { id: "newer", t: POISON, at, [POISON]: { deep: [POISON] } },
    ];
    expect(await unit.send({ events: told })).toMatchObject({ accepted: told.length, refused: [] });
    const kept = JSON.stringify(await eventsOf(unit.device));
    expect(kept).toContain(CLEAN);
    expect(kept).not.toMatch(/\\u0000|\\ud800|\\u0007|\\t/);
  });

  it("that is an event's id cannot be mended: two would become one", async () => {
    const unit = await unitIn();
    const answer = await unit.send({ events: [vend({ id: "a\u0000" }), vend({ id: "a\u0001" }), vend({ id: "a" })] });
    expect(answer).toMatchObject({ accepted: 1, refused: [{ reason: "no_id" }, { reason: "no_id" }] });
  });

  it("nested deeper than any batch is refused before it is laid out", async () => {
    const unit = await unitIn();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const body = `{"events":[{"id":"1","t":"newer","at":"${iso(Date.now())}","x":${deep}},${JSON.stringify(vend())}]}`;
    expect((await unit.raw(body)).status).toBe(400);
    expect(await unit.send({ events: [vend()] })).toMatchObject({ accepted: 1, refused: [] });
  });
});

describe("a shared write that fails", () => {
  /** As if the door had let it through. */
  const spoilt = "a\u0000b";

  it("of pings is tried apart: only the bad one is lost", async () => {
    const units = await Promise.all(Array.from({ length: 5 }, unitIn));
    const pings = createPings(api.pool);
    for (const [index, { id, device }] of units.entries())
      pings.add({
        device,
        unit: id,
        contact_at: Date.now(),
        network: { at: Date.now(), operator: index === 2 ? spoilt : "Lifecell", rssi: -70, type: null },
      });
    await pings.flush();
    const states = await Promise.all(units.map(({ device }) => stateOf(device)));
    expect(states.map(({ network }) => network?.operator)).toEqual([
      "Lifecell",
      "Lifecell",
      undefined,
      "Lifecell",
      "Lifecell",
    ]);
  });

  it("of batches is tried apart: the good ones are kept whole, the bad one answers for itself", async () => {
    const units = await Promise.all(Array.from({ length: 5 }, unitIn));
    const batches = gathered<Incoming, Stored>((list) => storeBatches(api.pool, list), { most: 40 });
    const answers = await Promise.allSettled(
      units.map(({ id, device }, index) => {
        const read = readBatch({ events: [vend({ name: "Еспресо" })] }, Date.now());
        if (index === 2) for (const event of read.events) event.data.name = spoilt;
        return batches.ask({ device, unit: id, read, news: { device, unit: id, contact_at: Date.now() } });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    const sold = await rows(
      api.pool,
      z.object({ device_id: z.number() }),
      sql`select device_id from sales where device_id = any(${sql.param(units.map(({ device }) => device))}::integer[]) order by 1`,
    );
    expect(sold.map(({ device_id }) => device_id)).toEqual(
      units
        .filter((_, index) => index !== 2)
        .map(({ device }) => device)
        .sort((one, other) => one - other),
    );
  });
});
