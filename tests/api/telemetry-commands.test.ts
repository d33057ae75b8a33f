import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { type DeviceCommand, deviceCommandSchema, deviceCommandsSchema } from "~server/contract/commands";
import { deviceEventsSchema } from "~server/contract/device-events";
import { candidatesSchema, rolloutSchema, rolloutsSchema } from "~server/contract/rollouts";
import { plain } from "~server/contract/plain";
import { recordSchema } from "~server/contract/record";
import { expireCommands } from "~server/vending/areas/commands/results";
import { run } from "~server/vending/database/query";
import { inventFleet } from "~server/vending/simulator/fleet";
import { idOf, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { callingUnit, iso, simulatedIn } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

type Unit = Awaited<ReturnType<typeof callingUnit>>;
let keys = 0;
const give = (device: number, name: string, over: Record<string, string | number> = {}, person = root) =>
  person.post(`/devices/${device}/commands`, { name, key: `key-of-command-${++keys}`, ...over });
const made = async (...args: Parameters<typeof give>): Promise<DeviceCommand> =>
  deviceCommandSchema.parse((await give(...args)).data);
const commandsOf = async (device: number) =>
  deviceCommandsSchema.parse((await root.get(`/devices/${device}/commands`)).data).items;
const say = (unit: Unit, command: number, state: string, more = {}) =>
  unit.send({
    events: [
      { id: `${command}-${state}-${Math.random()}`, t: "command_result", at: iso(Date.now()), command, state, ...more },
    ],
  });

describe("a command", () => {
  it("is queued, sent, delivered and done", async () => {
    const unit = await callingUnit(api, root, model);
    const command = await made(unit.device, "restart");
    expect(command).toMatchObject({ name: "restart", state: "queued", author: root.email, sent_at: null });
    const first = await unit.send();
    expect(first.commands).toMatchObject([
      { id: command.id, name: "restart", expires_at: command.expires_at.replace(/\.\d+Z$/, "Z") },
    ]);
    expect(await commandsOf(unit.device)).toMatchObject([{ state: "sent" }]);
    expect((await unit.send()).commands).toHaveLength(1);
    expect((await say(unit, command.id, "delivered")).commands).toEqual([]);
    expect(await commandsOf(unit.device)).toMatchObject([{ state: "delivered" }]);
    await say(unit, command.id, "done", { message: "booted" });
    await say(unit, command.id, "delivered");
    await say(unit, command.id, "failed");
    expect(await commandsOf(unit.device)).toMatchObject([{ state: "done", message: "booted" }]);
    expect((await unit.send()).commands).toEqual([]);
    expect((await root.get(`/devices/${unit.device}/events?kind=restart_request`)).data).toMatchObject({
      total: 1,
      items: [{ data: { name: "restart", author: root.email } }],
    });
  });

  it("is confirmed by its number alone, too", async () => {
    const unit = await callingUnit(api, root, model);
    const command = await made(unit.device, "request_statistics");
    await unit.send({ events: [{ t: "command_result", id: command.id, state: "delivered", at: iso(Date.now()) }] });
    await unit.send({ events: [{ t: "command_result", id: command.id, state: "done", at: iso(Date.now()) }] });
    expect(await commandsOf(unit.device)).toMatchObject([{ state: "done" }]);
  });

  it("sent twice with one key is one command; with another meaning it is refused", async () => {
    const unit = await callingUnit(api, root, model);
    const key = "the-same-key-again";
    const [one, other] = await Promise.all([
      give(unit.device, "restart", { key }),
      give(unit.device, "restart", { key }),
    ]);
    expect(idOf(one)).toBe(idOf(other));
    expect(await commandsOf(unit.device)).toHaveLength(1);
    expect(await give(unit.device, "restart_telemetry", { key })).toMatchObject({ status: 409, error: "conflict" });
  });

  it("expires, and may be taken back until the unit has it", async () => {
    const unit = await callingUnit(api, root, model);
    const [late, unwanted, held] = [
      await made(unit.device, "restart"),
      await made(unit.device, "restart_telemetry"),
      await made(unit.device, "request_statistics"),
    ];
    await run(api.pool, sql`update device_commands set expires_at = now() - interval '1 second' where id = ${late.id}`);
    const cancel = (id: number, person = root) => person.post(`/devices/${unit.device}/commands/${id}/cancel`);
    expect((await cancel(unwanted.id)).data).toMatchObject({ state: "cancelled" });
    expect((await cancel(unwanted.id)).data).toMatchObject({ state: "cancelled" });
    expect((await unit.send()).commands.map(({ id }) => id)).toEqual([held.id]);
    await say(unit, held.id, "delivered");
    expect(await cancel(held.id)).toMatchObject({ status: 409, error: "command_under_way" });
    expect((await cancel(999_999)).status).toBe(404);
    await expireCommands(api.pool);
    expect((await commandsOf(unit.device)).map(({ state }) => state)).toEqual(["delivered", "cancelled", "expired"]);
    expect(
      deviceEventsSchema.parse((await root.get(`/devices/${unit.device}/events?kind=command`)).data).items,
    ).toMatchObject([{ data: { name: "request_statistics", state: "delivered" } }]);
    // What was done was done.
    await say(unit, late.id, "done");
    expect((await commandsOf(unit.device)).at(-1)).toMatchObject({ state: "done" });
  });

  it("of another machine is none of a unit's business", async () => {
    const [unit, other] = [await callingUnit(api, root, model), await callingUnit(api, root, model)];
    const command = await made(unit.device, "restart");
    expect((await say(other, command.id, "done")).commands).toEqual([]);
    expect(await commandsOf(unit.device)).toMatchObject([{ state: "queued" }]);
  });

  it("needs a machine with a unit, and the right to give it", async () => {
    const unit = await callingUnit(api, root, model);
    const bare = await makeDevice(root, model);
    expect(await give(bare, "restart")).toMatchObject({ status: 409, error: "machine_without_telemetry" });
    const bad: (Record<string, string | number> & { name: string })[] = [
      { name: "explode" },
      { name: "restart", key: "short" },
      { name: "firmware_update" },
      { name: "restart", firmware: 1 },
      { name: "emergency_update", firmware: 999_999 },
    ];
    for (const form of bad) expect((await give(unit.device, form.name, form)).status, JSON.stringify(form)).toBe(422);
    const reader = await api.person({ permissions: ["LOCATION"] });
    expect((await give(unit.device, "restart", {}, reader)).status).toBe(403);
    const technician = await api.person({ permissions: ["DEVICE"] });
    expect((await give(unit.device, "restart", {}, technician)).status).toBe(201);
    expect((await give(unit.device, "firmware_update", { firmware: await makeFirmware() }, technician)).status).toBe(
      403,
    );
  });
});

async function makeFirmware(
  content: Uint8Array = randomBytes(150_000),
  active = "on",
  type = "TELEMETRY",
): Promise<number> {
  const file = idOf(
    await root.raw("/files?entity=firmware&field=image", content, {
      "content-type": "application/octet-stream",
      "x-file-name": "image.bin",
    }),
  );
  return idOf(await root.post("/firmwares", { name: `FW ${++keys}`, release: "3.0.0", type, image: file, active }));
}

describe("a firmware's image", () => {
  it("is given in ranges to the unit that was told to install it, and to no other", async () => {
    const content = randomBytes(150_000);
    const firmware = await makeFirmware(content);
    const [unit, other] = [await callingUnit(api, root, model), await callingUnit(api, root, model)];
    await made(unit.device, "firmware_update", { firmware });
    const get = (who: Unit, range?: string) =>
      api.app.request(`/telemetry/firmware/${firmware}`, {
        headers: { "X-Device": who.serial, Authorization: who.secret, ...(range ? { Range: range } : {}) },
      });
    expect((await unit.send()).commands).toMatchObject([
      {
        name: "firmware_update",
        firmware: {
          id: firmware,
          release: "3.0.0",
          size: 150_000,
          sha256: createHash("sha256").update(content).digest("hex"),
        },
      },
    ]);
    const whole = await get(unit);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    for (const [range, from, to] of [
      ["bytes=0-99", 0, 100],
      ["bytes=100-", 100, 150_000],
      ["bytes=149900-200000", 149_900, 150_000],
      ["bytes=-10", 149_990, 150_000],
    ] as const) {
      const part = await get(unit, range);
      expect(part.status, range).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/150000`);
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(from, to)), range).toBe(true);
    }
    expect((await get(unit, "bytes=150000-")).status).toBe(416);
    expect((await get(unit, "bytes=9-3")).status).toBe(416);
    expect((await get(unit, "lines=1-2")).status).toBe(200);
    expect((await get(other)).status).toBe(404);
    expect(
      (
        await api.app.request(`/telemetry/firmware/${firmware}`, {
          headers: { "X-Device": unit.serial, Authorization: "wrong" },
        })
      ).status,
    ).toBe(401);
  });

  it("is fetched, checked and installed by a unit, with progress, and a restart is done", async () => {
    const firmware = await makeFirmware();
    const unit = await callingUnit(api, root, model);
    const [machine] = inventFleet(1, "fw");
    if (!machine) throw new Error("no machine");
    const simulated = simulatedIn(api, unit, machine);
    await made(unit.device, "restart");
    await made(unit.device, "emergency_update", { firmware });
    await made(unit.device, "request_statistics");
    await simulated.talk(Date.now());
    await simulated.talk(Date.now());
    await api.gateway.flush();
    expect(await commandsOf(unit.device)).toMatchObject([
      { name: "request_statistics", state: "done" },
      { name: "emergency_update", state: "done", progress: 100 },
      { name: "restart", state: "done" },
    ]);
    expect((await root.get(`/devices/${unit.device}/state`)).data).toMatchObject({
      firmware: "3.0.0",
      last_received: { skipped: false },
    });
    expect((await root.get(`/devices/${unit.device}/events?kind=firmware`)).data).toMatchObject({
      items: [{ data: { version: "3.0.0", result: "installed" } }],
    });
  });
});

describe("a rollout", () => {
  it("goes to the chosen machines that one may see, tells its progress and can be called back", async () => {
    const firmware = await makeFirmware();
    const units = await Promise.all([1, 2, 3].map(() => callingUnit(api, root, model)));
    const bare = await makeDevice(root, model);
    const devices = [...units.map(({ device }) => device), bare].map(String);
    const mine = await api.person({
      permissions: ["DEVICE", "FIRMWARE"],
      mode: "OPEN_SELECTED",
      devices: units.slice(0, 2).map(({ device }) => device),
    });
    const form = { key: "rollout-of-the-day", devices };
    const { id } = { id: idOf(await mine.post(`/firmwares/${firmware}/rollouts`, form)) };
    expect(idOf(await mine.post(`/firmwares/${firmware}/rollouts`, form))).toBe(id);
    const [first] = units;
    if (!first) throw new Error("no unit");
    const command = (await first.send()).commands[0];
    await say(first, command?.id ?? 0, "delivered", { progress: 40 });
    expect(rolloutsSchema.parse((await root.get(`/firmwares/${firmware}/rollouts`)).data).items).toMatchObject([
      {
        id,
        emergency: false,
        total: 2,
        states: [
          { state: "delivered", count: 1 },
          { state: "queued", count: 1 },
        ],
      },
    ]);
    const seen = rolloutSchema.parse((await mine.get(`/firmwares/${firmware}/rollouts/${id}`)).data);
    expect(seen.devices.map(({ device, command: { state, progress } }) => [device.id, state, progress])).toEqual(
      expect.arrayContaining([
        [first.device, "delivered", 40],
        [units[1]?.device, "queued", null],
      ]),
    );
    const stranger = await api.person({
      permissions: ["DEVICE", "FIRMWARE"],
      mode: "OPEN_SELECTED",
      devices: [units[2]?.device ?? 0],
    });
    expect(rolloutSchema.parse((await stranger.get(`/firmwares/${firmware}/rollouts/${id}`)).data).devices).toEqual([]);
    expect((await root.post(`/firmwares/${firmware}/rollouts/${id}/cancel`)).status).toBe(200);
    expect(rolloutsSchema.parse((await root.get(`/firmwares/${firmware}/rollouts`)).data).items[0]?.states).toEqual([
      { state: "cancelled", count: 1 },
      { state: "delivered", count: 1 },
    ]);
    expect(
      (await mine.post(`/firmwares/${firmware}/rollouts`, { key: "none-of-mine", devices: [String(units[2]?.device)] }))
        .status,
    ).toBe(422);
    expect(
      (
        await root.post(`/firmwares/${await makeFirmware(randomBytes(2_000), "")}/rollouts`, {
          key: "not-released",
          devices,
        })
      ).status,
    ).toBe(422);
    expect((await (await api.person({ permissions: ["DEVICE"] })).get(`/firmwares/${firmware}/rollouts`)).status).toBe(
      403,
    );
  });

  it("finds machines by what their units run, type, model, project and words, and keeps what is chosen", async () => {
    const firmware = await makeFirmware();
    const project = idOf(await root.post("/projects", { name: "Метро" }));
    const place = await makeLocation(root, project);
    const other = await makeModel(root);
    const old = await callingUnit(api, root, other, { location: place });
    const fresh = await callingUnit(api, root, other);
    await makeDevice(root, other, place);
    await old.send({ fw: "old-1" });
    await fresh.send({ fw: "new-2" });
    const ask = async (query: string, person = root) =>
      candidatesSchema.parse((await person.get(`/firmwares/${firmware}/rollouts/candidates?${query}`)).data);
    const ids = async (query: string) => (await ask(query)).items.map(({ id }) => id);
    expect(await ids(`model=${other}`)).toEqual([old.device, fresh.device]);
    expect(await ids("release=old-1")).toEqual([old.device]);
    expect(await ids(`project=${project}`)).toEqual([old.device]);
    expect(await ids(`model=${other}&device_type=SNACK`)).toEqual([]);
    const found = await ask(`model=${other}&release=new-2&devices=${old.device}`);
    expect(found).toMatchObject({
      total: 1,
      items: [{ id: fresh.device, release: "new-2", status: "ONLINE" }],
      chosen: [{ id: old.device }],
    });
    expect(found.releases).toEqual(expect.arrayContaining(["new-2", "old-1"]));
    expect(found.models).toContainEqual({ id: other, label: "Модель" });
    expect(found.projects).toContainEqual({ id: project, label: "Метро" });
    const limited = await api.person({
      permissions: ["DEVICE", "FIRMWARE"],
      mode: "OPEN_SELECTED",
      devices: [fresh.device],
    });
    expect(await ask(`devices=${old.device}`, limited)).toMatchObject({
      total: 1,
      chosen: [],
      releases: ["new-2"],
      projects: [],
    });
    expect(
      (await (await api.person({ permissions: ["FIRMWARE"] })).get(`/firmwares/${firmware}/rollouts/candidates`))
        .status,
    ).toBe(403);
  });

  it("goes to all that a filter finds, while they are as many as the person agreed to", async () => {
    const firmware = await makeFirmware();
    const mine = await makeModel(root);
    const units = await Promise.all([1, 2].map(() => callingUnit(api, root, mine)));
    expect(
      await root.post(`/firmwares/${firmware}/rollouts`, {
        key: "all-that-were-three",
        all: "on",
        model: mine,
        expected: 3,
      }),
    ).toMatchObject({ status: 409, error: "count_changed" });
    expect(rolloutsSchema.parse((await root.get(`/firmwares/${firmware}/rollouts`)).data).items).toEqual([]);
    const besides = await callingUnit(api, root, model);
    const sent = async (form: object) =>
      rolloutSchema
        .parse(
          (
            await root.get(
              `/firmwares/${firmware}/rollouts/${idOf(await root.post(`/firmwares/${firmware}/rollouts`, { all: "on", model: mine, expected: 2, ...form }))}`,
            )
          ).data,
        )
        .devices.map(({ device }) => device.id)
        .sort((one, other) => one - other);
    const two = units.map(({ device }) => device).sort((one, other) => one - other);
    expect(await sent({ key: "all-that-are-two" })).toEqual(two);
    expect(await sent({ key: "and-one-besides", devices: [String(besides.device), String(two[0])] })).toEqual([
      ...two,
      besides.device,
    ]);
  });

  it("is repeated where it failed or expired, and only there", async () => {
    const firmware = await makeFirmware();
    const [well, ill, late] = [
      await callingUnit(api, root, model),
      await callingUnit(api, root, model),
      await callingUnit(api, root, model),
    ];
    const id = idOf(
      await root.post(`/firmwares/${firmware}/rollouts`, {
        key: "first-attempt",
        devices: [well, ill, late].map(({ device }) => String(device)),
        emergency: "on",
      }),
    );
    for (const [unit, state] of [
      [well, "done"],
      [ill, "failed"],
    ] as const)
      await say(unit, (await unit.send()).commands[0]?.id ?? 0, state);
    await run(
      api.pool,
      sql`update device_commands set expires_at = now() - interval '1 minute' where device_id = ${late.device}`,
    );
    await expireCommands(api.pool);
    const again = idOf(await root.post(`/firmwares/${firmware}/rollouts/${id}/retry`, { key: "second-attempt" }));
    expect(idOf(await root.post(`/firmwares/${firmware}/rollouts/${id}/retry`, { key: "second-attempt" }))).toBe(again);
    const second = rolloutSchema.parse((await root.get(`/firmwares/${firmware}/rollouts/${again}`)).data);
    expect(second).toMatchObject({ emergency: true, states: [{ state: "queued", count: 2 }] });
    expect(second.devices.map(({ device }) => device.id)).toEqual([ill.device, late.device]);
    expect((await root.post(`/firmwares/${firmware}/rollouts/${again}/retry`, { key: "nothing-failed" })).status).toBe(
      422,
    );
  });

  it("is refused for firmware that units do not install", async () => {
    const unit = await callingUnit(api, root, model);
    for (const type of ["DEVICE", "PAX"]) {
      const firmware = await makeFirmware(randomBytes(2_000), "on", type);
      expect(
        await root.post(`/firmwares/${firmware}/rollouts`, {
          key: `rollout-of-${type}`,
          devices: [String(unit.device)],
        }),
      ).toMatchObject({ status: 409, error: "firmware_not_for_units" });
      expect(await give(unit.device, "emergency_update", { firmware })).toMatchObject({
        status: 409,
        error: "firmware_not_for_units",
      });
    }
    expect(await commandsOf(unit.device)).toEqual([]);
  });

  it("is known by the firmware's name and version", async () => {
    const firmware = await makeFirmware();
    const { title, name } = recordSchema.parse((await root.get(`/firmwares/${firmware}`)).data);
    expect(title).toBe(`${plain(name)} 3.0.0`);
    expect((await root.get(`/options/firmware?ids=${firmware}`)).data).toMatchObject({ items: [{ label: title }] });
  });
});
