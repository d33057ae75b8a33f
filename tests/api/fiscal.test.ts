import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { deskSchema, locationFiscalSchema, receiptsSchema } from "~server/contract/fiscal";
import { testApi } from "./app";
import { makeDesk, makeFiscalPlace, openAllDay, receiptsOf, settled, startDesks } from "./fiscal-world";
import { makeModel } from "./network";
import { vend } from "./unit";

const api = await testApi();
const root = await api.person({ root: true });
const model = await makeModel(root);
await openAllDay(api);
const desks = await startDesks(api);
const { standIn } = desks;
afterAll(async () => {
  await desks.stop();
  await api.close();
});
beforeEach(() => standIn.heal());

describe("receipts", () => {
  it("follow vends of money, once each", async () => {
    const desk = await makeDesk(root);
    const place = await makeFiscalPlace(api, root, desk.id, model);
    const events = [
      vend({ price: 2_500 }),
      vend({ price: 3_000, source: "cashless1" }),
      vend({ price: 4_000, source: "cashless2" }),
      vend({ price: 1_000, source: "test" }),
      vend({ price: 1_000, source: "free" }),
      vend({ price: 1_000, source: "cash", result: "vend_fail" }),
    ];
    await place.send({ events });
    await place.send({ events });
    await settled(api);
    const made = await receiptsOf(api, place.device);
    expect(
      made
        .map(({ state, payment, amount }) => [state, payment, amount])
        .toSorted((a, b) => Number(a[2]) - Number(b[2])),
    ).toEqual([
      ["done", "CASH", 2_500],
      ["done", "CASHLESS", 3_000],
      ["done", "CASHLESS", 4_000],
    ]);
    expect(standIn.counts()[desk.name]).toMatchObject({
      sells: 3,
      cash_sales: 2_500,
      card_sales: 7_000,
      opened: 1,
      sign_ins: 1,
    });
    const state = deskSchema.parse((await root.get(`/checkbox_cashiers/${desk.id}/desk`)).data);
    expect(state).toMatchObject({ state: "OPEN", queue: { count: 0 }, ours: { count: 3, amount: 9_500 } });
    const place2 = locationFiscalSchema.parse((await root.get(`/locations/${place.location}/fiscal_operations`)).data);
    expect(place2.items.map(({ type }) => type).toSorted()).toEqual([
      "cash_sale",
      "cashless_sale",
      "cashless_sale",
      "shift_opening",
    ]);
    expect(receiptsSchema.parse((await root.get(`/receipts?state=done`)).data).total).toBeGreaterThanOrEqual(3);
  });
});
