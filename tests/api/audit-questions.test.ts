import { afterAll, describe, expect, it } from "vitest";
import { acceptedSchema, readsSchema } from "~server/contract/audit";
import { questionsSchema } from "~server/contract/audit-questions";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { testApi } from "./app";
import { makeLocation, makeModel } from "./network";
import { damaged, read } from "./reads";
import { callingUnit, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const upload = async (device: number, bytes: Uint8Array | string) =>
  acceptedSchema.parse((await root.raw(`/devices/${device}/audits`, bytes)).data).file_id;
const questions = async (query = "", person = root) =>
  questionsSchema.parse((await person.get(`/audits/questions?${query}`)).data);
const asked = async (device: number, query = "") =>
  (await questions(query)).items
    .filter((one) => one.device.id === device)
    .map(({ question, count, amount }) => [question, count, amount]);

/** A machine that asks everything: a read is missing, the last one is damaged, and telemetry told two vends too few. */
async function asking() {
  const location = await makeLocation(root);
  const unit = await callingUnit(api, root, model, { location });
  const { device } = unit;
  await upload(device, read({ number: 1, vends: 10 }));
  await upload(device, read({ number: 4, vends: 15 }));
  const held = await upload(device, damaged({ number: 5, vends: 30 }));
  return { unit, device, held, location };
}

const today = new Date().toISOString();

describe("what of audits waits for a person", () => {
  it("stands in one list over all machines, counted and filtered by question, and goes when it is settled", async () => {
    const { device, held } = await asking();
    expect(await asked(device)).toEqual([
      ["held", 1, 0],
      ["gap", 2, 0],
    ]);
    expect(await asked(device, "question=gap")).toEqual([["gap", 2, 0]]);
    expect(await asked(device, "month=2025-04-01")).toHaveLength(2);
    expect(await asked(device, "month=2025-05-01")).toEqual([]);
    const { counts, months } = await questions();
    expect(counts.questions).toEqual(
      expect.arrayContaining([
        { question: "held", count: 1 },
        { question: "gap", count: 1 },
      ]),
    );
    expect([counts.total, months]).toEqual([2, ["2025-04-01"]]);
    await rebuildSales(api.pool, [device]);
    expect(await asked(device)).toHaveLength(2);
    expect((await root.post(`/devices/${device}/audits/${held}/decision`, { decision: "leave_out" })).status).toBe(200);
    expect(await asked(device)).toEqual([["gap", 2, 0]]);
  });

  it("misses no read that came and was left out", async () => {
    const { device } = await callingUnit(api, root, model);
    await upload(device, read({ number: 1, vends: 10 }));
    const second = await upload(device, read({ number: 2, vends: 20 }));
    await upload(device, read({ number: 4, vends: 40 }));
    const missing = async () => {
      const { items } = readsSchema.parse((await root.get(`/devices/${device}/audits`)).data);
      return [items.map((one) => one.missing_reads), await asked(device)];
    };
    const one = [[1, 0, 0], [["gap", 1, 0]]];
    expect(await missing()).toEqual(one);
    await root.post(`/devices/${device}/audits/${second}/decision`, { decision: "leave_out" });
    expect(await missing()).toEqual(one);
    await rebuildSales(api.pool, [device]);
    expect(await missing()).toEqual(one);
    // Another machine's read of the same number says nothing of this one's.
    const other = await upload(device, read({ number: 3, vends: 30, serial: "OTHER" }));
    await root.post(`/devices/${device}/audits/${other}/decision`, { decision: "leave_out" });
    expect(await asked(device)).toEqual([["gap", 1, 0]]);
  });

  it("tells discrepancies from a limit on, machines without a clock and foreign money", async () => {
    const unit = await callingUnit(api, root, model);
    const { device } = unit;
    const at = new Date(Date.now() - 60_000).toISOString();
    const [first, second] = [10, 15].map((vends, number) => read({ number: number + 1, vends, clock: false }));
    const sent = { "x-read-at": new Date(Date.now() - 3_600_000).toISOString(), "x-sent-at": today };
    await unit.audit(first ?? "", sent);
    await unit.send({
      events: [vend({ at: new Date(Date.now() - 1_800_000).toISOString(), price: 1_000, cell: "1" })],
    });
    await unit.audit(second ?? "", { "x-read-at": at, "x-sent-at": today });
    expect(await asked(device)).toEqual([["difference", 1, 4_000]]);
    expect(await asked(device, "least=40")).toHaveLength(1);
    expect(await asked(device, "least=41")).toEqual([]);
    await unit.send({
      events: [1, 2, 3, 4].map((minute) =>
        vend({ at: new Date(Date.now() - 1_800_000 + minute * 60_000).toISOString(), price: 1_000, cell: "1" }),
      ),
    });
    expect(await asked(device)).toEqual([]);

    const { device: clockless } = await callingUnit(api, root, model);
    await upload(clockless, read({ number: 1, vends: 10, clock: false }));
    await upload(clockless, read({ number: 2, vends: 20, clock: false, currency: "2*1978*EUR" }));
    const { items } = readsSchema.parse((await root.get(`/devices/${clockless}/audits`)).data);
    expect(items.map(({ currency }) => currency)).toEqual(["EUR", null]);
    expect(await asked(clockless)).toEqual([
      ["currency", 1, 0],
      ["clockless", 1, 0],
    ]);
    expect(await asked(clockless, "sort=-question")).toEqual([
      ["clockless", 1, 0],
      ["currency", 1, 0],
    ]);
  });

  it("is shown of machines that a person may see", async () => {
    const { device, location } = await asking();
    const near = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", locations: [location] });
    const seen = await questions("", near);
    expect(seen.items.map((one) => one.device.id)).toEqual([device, device]);
    expect([seen.total, seen.counts.total]).toEqual([2, 2]);
    const far = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", locations: [] });
    expect(await questions("", far)).toMatchObject({ total: 0, months: [], counts: { total: 0 } });
  });
});
