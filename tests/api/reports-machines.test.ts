import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { location as locationEntity } from "~server/contract/entities/locations";
import { rows, run } from "~server/vending/database/query";
import { instantOf } from "~server/vending/time";
import { random } from "../unit/evadts/random";
import { idOf } from "./app";
import { dayOf, movingNetwork, type Place, reportFor, rowsOf } from "./moving";
import { makeDevice } from "./network";
import { heldAt } from "./said";
import { saved } from "./samples";
import { DAY, HOUR, iso } from "./unit";

const REPORT = "devices_by_count";
const CUTS = [
  "model",
  "manufacturer",
  "device_type",
  "ownership",
  "project",
  "location",
  "region",
  "crew",
  "franchise",
] as const;
type Cut = (typeof CUTS)[number];

interface Machine {
  id: number;
  model: number;
  type: string;
  ownership: string;
  inWork: boolean;
  hidden: boolean;
  heard: number | null;
  hasUnit: boolean;
  hasTerminal: boolean;
  created: number;
  deleted: number | null;
}
type Group = { at: readonly Machine[]; before: readonly Machine[] };

it.each([1, 2, 3])("machines are counted where they stood, and who came and went: %d", async (seed) => {
  const draw = random(seed);
  const network = await movingNetwork(draw);
  const { api, root, pick, models, locations, said } = network;
  const manufacturers = await rows(
    api.pool,
    z.object({ id: z.number(), of: z.number() }),
    sql`select id, manufacturer_id as of from device_models`,
  );
  const franchise = idOf(await root.post("/franchises", { name: `Франшиза ${seed}` }));
  await run(api.pool, sql`update locations set region = 'BC' where id = ${locations[1]}`);
  const machines: Machine[] = network.units.map(({ device }, n) => ({
    ...{ id: device, model: models[n % 2] ?? 0, type: "COFFEE", ownership: "PERSONAL", inWork: true, hidden: false },
    ...{ heard: null, hasUnit: true, hasTerminal: false, created: -Infinity, deleted: null },
  }));
  /** The service notes when something is made and deleted; here it was so long ago as is drawn. */
  const made = (id: number, at: number) =>
    run(api.pool, sql`update devices set created_at = ${iso(at)} where id = ${id}`);
  for (const { id } of machines) await made(id, Date.now() - 100 * DAY);

  const alive = () => machines.filter(({ deleted }) => deleted === null);
  const steps = {
    create: async () => {
      const [location, model, type, ownership] = [
        pick(locations),
        pick(models),
        pick(["COFFEE", "SNACK"]),
        pick(["PERSONAL", "RENT"]),
      ];
      const [inWork, created] = [draw() < 0.7, network.earlier()];
      const id = await makeDevice(root, model, location, {
        device_type: type,
        ownership_type: ownership,
        in_work: inWork ? "on" : "",
      });
      await made(id, created);
      said.push({ subject: "device", id, field: "location", from: -Infinity, value: location });
      machines.push({
        ...{ id, model, type, ownership, inWork, created },
        hidden: false,
        heard: null,
        hasUnit: false,
        hasTerminal: false,
        deleted: null,
      });
    },
    remove: async () => {
      // A machine that has called stays.
      const gone = alive().filter(({ heard, hasUnit, hasTerminal }) => heard === null && !hasUnit && !hasTerminal)[0];
      if (!gone) return;
      expect((await root.post(`/devices/${gone.id}/delete`)).status).toBe(200);
      gone.deleted = Math.max(network.earlier(), gone.created + HOUR);
      await run(
        api.pool,
        sql`update deleted_records set at = ${iso(gone.deleted)} where entity = 'device' and entity_id = ${gone.id}`,
      );
    },
    hide: async () => {
      const one = pick(alive());
      await root.post(`/devices/${one.id}/${one.hidden ? "show" : "hide"}`);
      const now = await rows(
        api.pool,
        z.object({ hidden: z.boolean() }),
        sql`select hidden from devices where id = ${one.id}`,
      );
      one.hidden = now[0]?.hidden ?? false;
    },
    call: async () => {
      const unit = pick(network.units);
      await unit.send({});
      const heard = draw() < 0.5 ? Date.now() : Date.now() - 5 * DAY;
      await run(
        api.pool,
        sql`update device_states set last_contact_at = ${iso(heard)} where device_id = ${unit.device}`,
      );
      for (const one of machines) if (one.id === unit.device) one.heard = heard;
    },
    terminal: async () => {
      const one = pick(alive());
      if (one.hasTerminal) return;
      await root.post("/pax", { serial: `PAX${one.id}-${seed}`, device: one.id });
      one.hasTerminal = true;
    },
    move: async () => {
      const [one, location] = [pick(alive()), pick(locations)];
      const [since, at] = [pick(["now", "earlier"]), network.earlier()];
      const before = Date.now();
      const answer = await saved(root, deviceEntity, one.id, {
        location,
        ...(since === "now" ? {} : { holds_from: iso(at) }),
      });
      expect(answer.status).toBe(200);
      if (network.placeOf(one.id, Infinity).location_id !== location)
        said.push({
          subject: "device",
          id: one.id,
          field: "location",
          from: since === "now" ? before : at,
          value: location,
        });
    },
    franchise: async () => {
      const [id, value] = [pick(locations), pick([franchise, null])];
      const [before, was] = [Date.now(), heldAt(said, "location", id, "franchise", Infinity)];
      expect((await saved(root, locationEntity, id, { franchise: value ?? "" })).status).toBe(200);
      if (was !== value) said.push({ subject: "location", id, field: "franchise", from: before, value });
    },
    change: network.change,
  };

  const keyOf = (cut: Cut, { model, type, ownership }: Machine, place: Place): string => {
    switch (cut) {
      case "model":
        return String(model);
      case "manufacturer":
        return String(manufacturers.find((one) => one.id === model)?.of);
      case "device_type":
        return type;
      case "ownership":
        return ownership;
      case "region":
        return place.location_id === null ? "null" : place.location_id === locations[1] ? "BC" : "AA";
      default:
        return String(place[`${cut}_id`]);
    }
  };
  const check = async (step: number) => {
    const { from, to } = draw() < 0.5 ? { ...network.days(), to: dayOf(Date.now()) } : network.days();
    const by = [pick(CUTS), ...(draw() < 0.4 ? [pick(CUTS)] : [])].filter((cut, n, all) => all.indexOf(cut) === n);
    const narrowed = pick<Record<string, string>>([
      {},
      {},
      { device_type: "SNACK" },
      { project: String(pick(network.projects)) },
      { model: String(models[0]) },
    ]);
    const passes = (machine: Machine, place: Place) =>
      Object.entries(narrowed).every(
        ([cut, value]) =>
          (cut === "device_type" || cut === "model" || cut === "project") && keyOf(cut, machine, place) === value,
      );
    const begin = instantOf(`${from}T00:00:00`);
    const end = Math.min(Date.now(), instantOf(`${dayOf(instantOf(`${to}T12:00:00`) + DAY)}T00:00:00`));
    const isNow = to >= dayOf(Date.now());
    for (const [n, { who, sees }] of network.viewers.entries()) {
      const there = (at: number) =>
        machines.flatMap((machine) => {
          const place = network.placeOf(machine.id, at);
          const exists = machine.created <= at && (machine.deleted === null || machine.deleted > at);
          return exists && sees(place, machine.id) && passes(machine, place)
            ? [{ machine, key: by.map((cut) => keyOf(cut, machine, place)).join("/") }]
            : [];
        });
      const [before, at] = [there(begin), there(end)];
      const figures = (group: Group) => {
        const states = (is: (machine: Machine) => boolean) => (isNow && at.length ? group.at.filter(is).length : null);
        return {
          devices: group.at.length,
          came: group.at.filter((one) => !group.before.includes(one)).length,
          went: group.before.filter((one) => !group.at.includes(one)).length,
          in_work: states(({ inWork }) => inWork),
          hidden: states(({ hidden }) => hidden),
          online: states(({ heard }) => heard !== null && heard > Date.now() - DAY),
          offline: states(({ heard }) => heard !== null && heard < Date.now() - DAY),
          with_telemetry: states(({ hasUnit }) => hasUnit),
          with_terminal: states(({ hasTerminal }) => hasTerminal),
        };
      };
      const ofKey = (key: string): Group => ({
        at: at.filter((one) => one.key === key).map(({ machine }) => machine),
        before: before.filter((one) => one.key === key).map(({ machine }) => machine),
      });
      const all = { at: at.map(({ machine }) => machine), before: before.map(({ machine }) => machine) };
      const slow = Object.fromEntries(
        [...new Set([...at, ...before].map(({ key }) => key))].map((key) => [key, figures(ofKey(key))]),
      );
      const asked = { from, to, by, ...narrowed };
      expect([step, n, asked, rowsOf(await reportFor(who, REPORT, asked), ...by)]).toEqual([
        ...[step, n, asked],
        {
          rows: Object.fromEntries(Object.entries(slow).filter(([, one]) => one.devices || one.came || one.went)),
          total: figures(all),
        },
      ]);
    }
  };
  const kinds = Object.values(steps);
  for (let step = 0; step < 45; step++) {
    await pick([steps.create, steps.remove, ...kinds])();
    if (step % 4 === 3) await check(step);
  }
  expect(machines.filter(({ deleted }) => deleted !== null).length).toBeGreaterThan(1);
});

it("cuts are chosen: at most two, each once, and rows are ordered by what was chosen", async () => {
  const { root } = await movingNetwork(random(9));
  const statusOf = async (query: string) => (await root.get(`/reports/${REPORT}?${query}`)).status;
  for (const query of ["", "by=region", "by=region&by=crew&sort=-crew", "by=model&sort=model"])
    expect([query, await statusOf(query)]).toEqual([query, 200]);
  for (const query of ["by=recipe", "by=region&by=region", "by=region&by=crew&by=model", "by=region&sort=model"])
    expect([query, await statusOf(query)]).toEqual([query, 400]);
});
