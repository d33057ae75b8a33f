import { afterAll, describe, expect, it } from "vitest";
import { acceptedSchema, auditFileSchema, readsSchema } from "~server/contract/audit";
import { auditHealthSchema } from "~server/contract/audit-health";
import { type AuditPeriods, auditPeriodsSchema } from "~server/contract/audit-periods";
import { deviceSalesSchema } from "~server/contract/sales";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { testApi } from "./app";
import { makeDevice, makeModel } from "./network";
import { damaged, read } from "./reads";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const upload = async (device: number, bytes: Uint8Array | string) =>
  acceptedSchema.parse((await root.raw(`/devices/${device}/audits`, bytes)).data);
const decide = (device: number, file: number, decision: string) =>
  root.post(`/devices/${device}/audits/${file}/decision`, { decision });
const salesOf = async (device: number) =>
  deviceSalesSchema.parse((await root.get(`/devices/${device}/sales?from=2025-04-01&to=2025-12-31`)).data);
const totalOf = async (device: number) => (await salesOf(device)).total;
const heldOf = async (device: number) =>
  auditHealthSchema
    .parse((await root.get(`/devices/${device}/audits/health`)).data)
    .held.map(({ file_id, doubt, is_open }) => ({ file_id, doubt, is_open }));
/** All that is booked of a machine. */
const books = async (device: number) =>
  JSON.stringify(
    (await api.pool.query("select * from sales where device_id = $1 order by file_id, report, line", [device])).rows,
  );

describe("a read that is not believed", () => {
  it("is held, says why, and loses nothing: the next sound one counts since the one before", async () => {
    const device = await makeDevice(root, model);
    await upload(device, read({ number: 1, vends: 10 }));
    await upload(device, read({ number: 2, vends: 20 }));
    const wrong = await upload(device, damaged({ number: 3, vends: 30 }));
    expect(wrong).toMatchObject({ kind: "held", doubt: "crc", vends: 0 });
    expect(await totalOf(device)).toEqual({ count: 10, amount: 10_000 });
    expect(await heldOf(device)).toEqual([{ file_id: wrong.file_id, doubt: "crc", is_open: true }]);
    await upload(device, read({ number: 4, vends: 45 }));
    expect(await totalOf(device)).toEqual({ count: 35, amount: 35_000 });
    expect((await salesOf(device)).products.map(({ selection }) => selection)).toEqual(["1"]);
    expect(await heldOf(device)).toEqual([{ file_id: wrong.file_id, doubt: "crc", is_open: false }]);
  });

  it("jumps beyond what can be sold until the next one says the same", async () => {
    const device = await makeDevice(root, model);
    await upload(device, read({ number: 1, vends: 10 }));
    expect(await upload(device, read({ number: 2, vends: 20, value: 9_000_000 }))).toMatchObject({ doubt: "jump" });
    expect(await totalOf(device)).toEqual({ count: 0, amount: 0 });
    await upload(device, read({ number: 3, vends: 30, value: 9_010_000 }));
    expect(await totalOf(device)).toEqual({ count: 20, amount: 9_000_000 });
    expect(await heldOf(device)).toEqual([]);
  });

  it("of another machine asks before it begins a chain", async () => {
    const device = await makeDevice(root, model);
    await upload(device, read({ number: 1, vends: 10 }));
    const other = await upload(device, read({ number: 5, vends: 500, serial: "OTHER" }));
    expect(other).toMatchObject({ kind: "held", doubt: "machine" });
    await upload(device, read({ number: 6, vends: 600, serial: "OTHER" }));
    expect(await totalOf(device)).toEqual({ count: 0, amount: 0 });
    expect((await decide(device, other.file_id, "count")).status).toBe(200);
    expect(await totalOf(device)).toEqual({ count: 100, amount: 100_000 });
    expect(await heldOf(device)).toEqual([]);
  });
});

describe("what staff say of a file", () => {
  it("counts a held one, leaves any out, takes it back; each ends in the books of a rebuild", async () => {
    const device = await makeDevice(root, model);
    const files = [];
    for (const [number, vends] of [10, 20, 30, 40].entries())
      files.push(await upload(device, (number === 2 ? damaged : read)({ number: number + 1, vends })));
    const [, second, third] = files.map(({ file_id }) => file_id);
    const expectTotal = async (count: number) => {
      expect(await totalOf(device)).toEqual({ count, amount: count * 1000 });
      const before = await books(device);
      await rebuildSales(api.pool, [device]);
      expect(await books(device)).toBe(before);
    };
    await expectTotal(30);
    await decide(device, third ?? 0, "count");
    await expectTotal(30);
    const { items } = readsSchema.parse((await root.get(`/devices/${device}/audits`)).data);
    expect(items.map(({ kind, decision }) => [kind, decision])).toEqual([
      ["delta", "judge"],
      ["delta", "count"],
      ["delta", "judge"],
      ["baseline", "judge"],
    ]);
    await decide(device, files[0]?.file_id ?? 0, "leave_out");
    await expectTotal(20);
    await decide(device, second ?? 0, "leave_out");
    await expectTotal(10);
    await decide(device, files[0]?.file_id ?? 0, "judge");
    await expectTotal(30);
    await decide(device, second ?? 0, "judge");
    await decide(device, third ?? 0, "judge");
    await expectTotal(30);
    expect(await heldOf(device)).toHaveLength(1);
  });

  it("is refused where it makes no sense, and tells nothing of other machines' files", async () => {
    const [device, other] = [await makeDevice(root, model), await makeDevice(root, model)];
    const { file_id } = await upload(device, read({ number: 1, vends: 10 }));
    expect((await decide(device, file_id, "nonsense")).status).toBe(422);
    expect((await decide(other, file_id, "leave_out")).status).toBe(404);
    const file = auditFileSchema.parse((await root.get(`/devices/${device}/audits/${file_id}`)).data);
    expect(file.reports[0]?.read.decision).toBe("judge");
  });
});

it("a machine's periods stand beside telemetry, each with its state, those that ask a question by themselves", async () => {
  const device = await makeDevice(root, model);
  const files: number[] = [];
  for (const said of [
    { number: 1, vends: 10 },
    { number: 2, vends: 20 },
    { number: 5, vends: 30 },
  ])
    files.push((await upload(device, read(said))).file_id);
  files.push((await upload(device, damaged({ number: 6, vends: 40 }))).file_id);
  const periodsOf = async (query = "") =>
    auditPeriodsSchema.parse(
      (await root.get(`/devices/${device}/audits/periods?from=2025-04-01&to=2025-12-31${query}`)).data,
    );
  const statesOf = ({ items }: AuditPeriods) => items.map(({ file_id, states }) => [files.indexOf(file_id), states]);
  expect(statesOf(await periodsOf())).toEqual([
    [3, ["held"]],
    [2, ["gap", "alone"]],
    [1, ["alone"]],
    [0, ["baseline"]],
  ]);
  expect((await periodsOf()).items[2]?.sources).toEqual([
    {
      source: "cash",
      audit: { count: 10, amount: 10_000 },
      events: { count: 0, amount: 0 },
      booked: { count: 10, amount: 10_000 },
      beyond: { count: 0, amount: 0 },
    },
  ]);
  expect(statesOf(await periodsOf("&question=held"))).toEqual([[3, ["held"]]]);
  expect(statesOf(await periodsOf("&question=gap"))).toEqual([[2, ["gap", "alone"]]]);
  await decide(device, files[1] ?? 0, "leave_out");
  await decide(device, files[3] ?? 0, "count");
  expect(statesOf(await periodsOf())).toEqual([
    [3, ["doubtful", "alone"]],
    [2, ["gap", "alone"]],
    [1, ["left_out"]],
    [0, ["baseline"]],
  ]);
  expect(statesOf(await periodsOf("&question=gap"))).toEqual([[2, ["gap", "alone"]]]);
});

it("six reads of a machine without a clock end in the same books, in any order", async () => {
  const reads = [10, 25, 31, 60, 61, 90].map((vends, index) => read({ number: index + 1, vends, clock: false }));
  for (const order of [
    [0, 1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1, 0],
    [3, 4, 5, 0, 1, 2],
    [2, 0, 4, 1, 5, 3],
  ]) {
    const device = await makeDevice(root, model);
    for (const place of order) await upload(device, reads[place] ?? "");
    const booked = await api.pool.query(
      "select selection, source, sum(count)::integer as count, sum(amount)::integer as amount from sales where device_id = $1 group by 1, 2",
      [device],
    );
    expect([order, booked.rows]).toEqual([order, [{ selection: "1", source: "cash", count: 80, amount: 80_000 }]]);
  }
});
