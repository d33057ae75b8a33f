import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { acceptedSchema, auditFileSchema, readsSchema } from "~server/contract/audit";
import { deviceSalesSchema } from "~server/contract/sales";
import { only } from "~server/vending/database/query";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { envelope, fixture } from "../fixtures/evadts/build";
import { testApi } from "./app";
import { makeDevice, makeModel, makeUnit } from "./network";

const counted = z.object({ count: z.number().positive() });
const SAMPLES = "tests/fixtures/evadts-samples";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const upload = async (device: number, bytes: Uint8Array | string, headers = {}) =>
  acceptedSchema.parse((await root.raw(`/devices/${device}/audits`, bytes, headers)).data);
const wholeYear = "/sales?from=2025-04-01&to=2025-12-31";
const salesOf = async (device: number, query = wholeYear) =>
  deviceSalesSchema.parse((await root.get(`/devices/${device}${query}`)).data);

/** Everything derived, in a fixed order. */
async function derived(): Promise<string> {
  const tables = [
    "sales order by device_id, file_id, report, line",
    "sales_by_device_day order by device_id, day, source",
    "sales_by_product_day order by device_id, day, selection",
  ];
  const dumps = await Promise.all(
    tables.map(async (table) => JSON.stringify((await api.pool.query(`select * from ${table}`)).rows)),
  );
  const reads = await api.pool.query(
    "select file_id, report, state, kind, chain, position, previous_file, missing_reads, period, warnings from audit_reads order by file_id, report",
  );
  return JSON.stringify([...dumps, reads.rows]);
}

describe("two reads of a machine", () => {
  it("give the sales between them: the worked example of the format's description", async () => {
    const device = await makeDevice(root, model);
    expect(await upload(device, fixture("worked-first.txt"))).toMatchObject({
      kind: "baseline",
      vends: 0,
      repeated: false,
    });
    expect(await upload(device, fixture("worked-second.txt"))).toMatchObject({
      kind: "delta",
      vends: 431,
      value: 21610,
    });
    const sales = await salesOf(device);
    expect(sales.total).toEqual({ count: 431, amount: 21610 });
    expect(sales.products).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ selection: "1", count: 404, amount: 20200 }),
        expect.objectContaining({ selection: "2", count: 20, amount: 1200 }),
        expect.objectContaining({ selection: null, count: 7, amount: 210 }),
      ]),
    );
    expect(sales.days.find((day) => day.day === "2025-05-06")?.sources).toEqual({
      cash: { count: 308, amount: 15370 },
      cashless1: { count: 123, amount: 6240 },
    });
    const reads = readsSchema.parse((await root.get(`/devices/${device}/audits`)).data);
    expect(reads).toMatchObject({ total: 2, items: [{ kind: "delta", missing_reads: 1 }, { kind: "baseline" }] });
    const file = auditFileSchema.parse((await root.get(`/devices/${device}/audits/${reads.items[0]?.file_id}`)).data);
    expect(file.reports[0]).toMatchObject({ cash_to_collect: 21090 });
  });

  it("lose nothing by one between them that was cut off anywhere, whichever comes first", async () => {
    const read = (number: number, vends: number) =>
      Buffer.from(
        envelope([
          "ID1*CUT1*KIKKO*3",
          "ID4*2*1980*UAH",
          `EA3*${number}*25040${number}*0900******${number}`,
          `VA1*${vends * 1000}*${vends}`,
          `CA2*${vends * 1000}*${vends}`,
          "DA2*0*0",
          "PA1*1*1000",
          `PA2*${vends}*${vends * 1000}`,
        ]),
      ).toString("latin1");
    const cut = ["VA1", "CA2", "PA1", "PA2", "G85"].map((from) => read(2, 30).split(`${from}*`)[0] ?? "");
    for (const middle of cut)
      for (const order of [
        [0, 1, 2],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
      ]) {
        const device = await makeDevice(root, model);
        const files = [read(1, 10), middle, read(3, 90)];
        for (const place of order) await upload(device, files[place] ?? "");
        const { total, products } = await salesOf(device);
        expect([middle, order, total, products]).toEqual([
          middle,
          order,
          { count: 80, amount: 80_000 },
          [expect.objectContaining({ selection: "1", count: 80, amount: 80_000 })],
        ]);
        const reads = readsSchema.parse((await root.get(`/devices/${device}/audits`)).data);
        expect(reads.items.map(({ kind, missing_reads }) => [kind, missing_reads]).sort()).toEqual([
          ["baseline", 0],
          ["cut", 0],
          ["delta", 0],
        ]);
      }
  });

  it("give the same sales in the other order, and the same file twice changes nothing", async () => {
    const device = await makeDevice(root, model);
    await upload(device, fixture("worked-second.txt"));
    await upload(device, fixture("worked-first.txt"));
    expect((await salesOf(device)).total).toEqual({ count: 431, amount: 21610 });
    const before = await derived();
    expect(await upload(device, fixture("worked-second.txt"))).toMatchObject({ repeated: true });
    expect(await derived()).toBe(before);
  });

  it("keep the raw file to the byte", async () => {
    const device = await makeDevice(root, model);
    const raw = fixture("cyrillic-names.txt");
    const { file_id } = await upload(device, raw, { "x-file-name": encodeURIComponent("аудит.txt") });
    const answer = await api.app.request(`/devices/${device}/audits/${file_id}/raw`, {
      headers: { Authorization: root.token },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(raw))).toBe(true);
    expect(readsSchema.parse((await root.get(`/devices/${device}/audits`)).data).items[0]).toMatchObject({
      name: "аудит.txt",
      reason: "staff",
      author: root.email,
    });
  });

  it("count a new machine from its initialisation when staff say so", async () => {
    const device = await makeDevice(root, model);
    expect(await upload(device, fixture("coffee-first.txt"), { "x-from-initialisation": "1" })).toMatchObject({
      kind: "from_initialisation",
    });
    const sold = await only(
      api.pool,
      counted,
      sql`select sum(count) as count from sales where device_id = ${device} and source not in ('test', 'free')`,
    );
    const counter = await only(
      api.pool,
      counted,
      sql`select (counters->'totals'->'paid'->>'count')::integer as count from audit_reads where device_id = ${device}`,
    );
    expect(sold).toEqual(counter);
  });

  it("tell a wrong CRC as a warning, unless the machine is known for it", async () => {
    const warned = await makeDevice(root, model);
    const ignored = await makeDevice(root, model, undefined, { ignore_crc: "on" });
    await upload(warned, fixture("coffee-wrong-crc.txt"));
    await upload(ignored, fixture("coffee-wrong-crc.txt"));
    const codes = async (device: number) =>
      readsSchema
        .parse((await root.get(`/devices/${device}/audits`)).data)
        .items.flatMap((read) => read.warnings.map((one) => one.code));
    expect(await codes(warned)).toContain("crc_mismatch");
    expect(await codes(ignored)).not.toContain("crc_mismatch");
  });
});

describe("a machine's own unit", () => {
  it("hands files in with its secret, and with nothing else", async () => {
    const device = await makeDevice(root, model);
    const unit = await makeUnit(root, device);
    const send = (secret: string, serial = unit.serial) =>
      api
        .client(secret)
        .raw("/telemetry/audit", fixture("coffee-first.txt"), { "x-device": serial, "x-read-reason": "door" });
    expect((await send("wrong")).status).toBe(401);
    expect((await send(unit.secret, "other")).status).toBe(401);
    expect((await send(root.token)).status).toBe(401);
    expect((await send(unit.secret)).status).toBe(200);
    await api.gateway.flush();
    expect(readsSchema.parse((await root.get(`/devices/${device}/audits`)).data).items[0]).toMatchObject({
      reason: "door",
      author: null,
    });
    expect((await root.get(`/devices/${device}`)).data).toMatchObject({ status: "ONLINE" });
    expect((await api.client(unit.secret).get("/info")).status).toBe(401);
  });

  it("loses its old secret when a new one is made", async () => {
    const device = await makeDevice(root, model);
    const unit = await makeUnit(root, device);
    await root.post(`/telemetries/${unit.id}/rotate_secret`);
    expect(
      (await api.client(unit.secret).raw("/telemetry/audit", fixture("coffee-first.txt"), { "x-device": unit.serial }))
        .status,
    ).toBe(401);
    expect(JSON.stringify((await root.get(`/telemetries/${unit.id}`)).data)).not.toContain(unit.secret);
  });
});

describe("anything else that calls itself an audit", () => {
  it("is kept and said to hold no read", async () => {
    const device = await makeDevice(root, model);
    for (const bytes of ["hello", Buffer.from([0, 1, 2, 255, 254, 0]), envelope("PC1*1*100\nIC1*X")])
      expect(await upload(device, bytes)).toMatchObject({ kind: null, vends: 0 });
    const reads = readsSchema.parse((await root.get(`/devices/${device}/audits`)).data);
    expect(reads.items.map((read) => read.state)).toEqual(["failed", "failed", "failed"]);
    for (const read of reads.items)
      auditFileSchema.parse((await root.get(`/devices/${device}/audits/${read.file_id}`)).data);
    expect((await salesOf(device)).total.count).toBe(0);
  });

  it("may count beyond all measure without harm", async () => {
    const device = await makeDevice(root, model);
    for (const digits of [10, 12, 16, 19, 40]) {
      const huge = "9".repeat(digits);
      await upload(
        device,
        envelope(`ID4*0*1980*UAH\nVA1*${huge}*${huge}\nPA1*1*${huge}\nPA2*${huge}*${huge}\nEA3*${huge}`),
        { "x-from-initialisation": "1" },
      );
    }
    expect((await root.get(`/devices/${device}/sales`)).status).toBe(200);
    expect((await root.get("/devices")).status).toBe(200);
    expect((await root.get("/dashboard")).status).toBe(200);
  });

  it("is refused when empty or too large", async () => {
    const device = await makeDevice(root, model);
    expect((await root.raw(`/devices/${device}/audits`, "")).status).toBe(400);
    expect((await root.raw(`/devices/${device}/audits`, Buffer.alloc(10 * 1024 * 1024))).status).toBe(413);
    expect((await root.get(`/devices/${device}/audits/999999`)).status).toBe(404);
  });
});

it("takes every real file", async () => {
  const names = readdirSync(SAMPLES).filter((one) => one !== "SOURCES.md");
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const device = await makeDevice(root, model);
    const accepted = await upload(device, readFileSync(`${SAMPLES}/${name}`), { "x-from-initialisation": "1" });
    const file = auditFileSchema.parse((await root.get(`/devices/${device}/audits/${accepted.file_id}`)).data);
    const isConfiguration = name.startsWith("config_report");
    expect(file.reports[0]?.read.state, name).toBe(isConfiguration ? "failed" : "processed");
    const paid = file.reports[0]?.totals.paid_count;
    if (!isConfiguration && paid) expect(accepted.vends, name).toBe(paid);
  }
});

it("derives everything again from the raw files, identical to the byte", async () => {
  const before = await derived();
  await rebuildSales(api.pool);
  expect(await derived()).toBe(before);
});
