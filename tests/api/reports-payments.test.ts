import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { reportSchema } from "~server/contract/reports/answer";
import { PAYMENT_COUNTERS, type PaymentNews, type Place, STAGE_NAMES } from "~server/contract/payments";
import { only, run } from "~server/vending/database/query";
import { type Person, type TestApi, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";

let api: TestApi;
let root: Person;
let devices: number[];
let accountId: number;
const id = z.object({ id: z.number() });
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  const model = await makeModel(root);
  devices = [
    await makeDevice(root, model, await makeLocation(root)),
    await makeDevice(root, model, await makeLocation(root)),
  ];
  accountId = (
    await only(
      api.pool,
      id,
      sql`insert into payment_accounts (provider, owner, owner_id) values ('monobank', 'company', 1) returning id`,
    )
  ).id;
});
afterAll(() => api.close());

interface Past {
  device: number;
  /** Where it was and for how long before it went on, seconds. */
  steps: readonly [from: Place, on: PaymentNews, to: Place, seconds: number][];
  counter?: string;
  amount?: number;
  paid?: number;
  refunded?: number;
  refund?: string;
  test?: true;
}

/** A payment as the state machine would have left it: begun an hour ago. */
async function made({ device, steps, counter, amount, paid = 0, refunded = 0, refund, test }: Past) {
  const place = steps.at(-1)?.[2] ?? "payment_start";
  const isOver = !STAGE_NAMES.some((stage) => stage === place);
  const { id: payment } = await only(
    api.pool,
    id,
    sql`insert into payments (token, order_key, key, device_id, placement_id, account_id, provider, language, is_test, place, counter, name, selection, amount, paid, refunded, begun_at, ended_at)
      select ${randomUUID()}, ${randomUUID()}::uuid, ${randomUUID()}, ${device}, p.id, ${accountId}, 'monobank', 'uk', ${test ?? false}, ${place}, ${counter ?? null},
        'Лате', '12', ${amount ?? null}::bigint, ${paid}, ${refunded}, now() - interval '1 hour', ${isOver ? sql`now()` : sql`null`}
      from placements p where p.device_id = ${device} order by p.id desc limit 1 returning id`,
  );
  let after = 0;
  for (const [number, [from, news, to, seconds]] of steps.entries()) {
    after += seconds;
    await run(
      api.pool,
      sql`insert into payment_steps (payment_id, number, at, from_place, news, cause, to_place)
        select ${payment}, ${number + 1}::integer, m.begun_at + ${after}::integer * interval '1 second', ${from}, ${news}, 'clock', ${to} from payments m where m.id = ${payment}`,
    );
  }
  if (refund)
    await run(
      api.pool,
      sql`insert into payment_settlements (payment_id, kind, key, amount, state) values (${payment}, 'refund', 'auto', ${paid}, ${refund})`,
    );
  return payment;
}

const GOOD: Past["steps"] = [
  ["payment_start", "reached", "credit_added", 2],
  ["credit_added", "credited", "product_selection", 3],
  ["product_selection", "chosen", "invoice_creation", 11],
  ["invoice_creation", "invoiced", "payment", 1],
  ["payment", "paid", "payment_notification", 40],
  ["payment_notification", "told", "start_notification", 4],
  ["start_notification", "started", "making", 5],
  ["making", "made", "vend_success", 60],
];
const read = async (report: string, query = "", by = root) =>
  reportSchema.parse((await by.get(`/reports/${report}${query}`)).data);

describe("reports of online payments", () => {
  let ids: number[];
  beforeAll(async () => {
    const [first = 0, second = 0] = devices;
    ids = [
      await made({ device: first, steps: GOOD, amount: 2500, paid: 2500 }),
      await made({
        device: first,
        steps: [...GOOD.slice(0, 7), ["making", "not_made", "vend_fail", 30]],
        counter: "vend_failed",
        amount: 3000,
        paid: 3000,
        refunded: 3000,
        refund: "done",
      }),
      await made({ device: second, steps: [["payment_start", "late", "error", 10]], counter: "no_ping" }),
      await made({ device: second, steps: GOOD.slice(0, 4), amount: 4000 }),
      await made({ device: second, steps: GOOD.slice(0, 3), test: true, amount: 100, paid: 100, refunded: 100 }),
    ];
  });

  it("single ones: where each is or ended, how long each stage took, what became of the money; open ones first", async () => {
    const { items, rows } = await read("online_payments");
    expect(rows).toBe(4);
    const [good, failed, unheard, open] = ids;
    expect(items.map(({ cuts }) => cuts.payment)).toEqual([open, unheard, failed, good]);
    const of = (payment: number | undefined) => items.find(({ cuts }) => cuts.payment === payment);
    expect(of(good)?.cuts).toMatchObject({
      payment_state: "vend_success",
      payment_stage: "making",
      payment_counter: null,
    });
    expect(of(good)?.figures).toMatchObject({
      price: 2500,
      paid: 2500,
      refunded: 0,
      time_payment_start: 2,
      time_product_selection: 11,
      time_payment: 40,
      time_making: 60,
    });
    expect(of(failed)?.cuts).toMatchObject({
      payment_state: "vend_fail",
      payment_stage: "making",
      payment_counter: "vend_failed",
      payback_state: "done",
      product: "Лате",
      provider: "monobank",
    });
    expect(of(unheard)?.cuts).toMatchObject({ payment_state: "error", payment_stage: "payment_start" });
    expect(of(unheard)?.figures).toMatchObject({ time_payment_start: 10, time_credit_added: null });
    expect(of(open)?.cuts).toMatchObject({ payment_state: "wait_pay", payment_stage: "payment", ended: null });
  });

  it("the funnel counts who came to each stage, and each error once", async () => {
    const { total } = await read("online_payments_summary", "?limit=1");
    expect(total.figures).toMatchObject({
      payments: 4,
      reached_payment_start: 4,
      reached_credit_added: 3,
      reached_payment: 3,
      reached_payment_notification: 2,
      reached_making: 2,
      sold: 1,
      counter_no_ping: 1,
      counter_vend_failed: 1,
      paid: 5500,
      refunded: 3000,
    });
    const errors = PAYMENT_COUNTERS.reduce((sum, counter) => sum + (total.figures[`counter_${counter}`] ?? 0), 0);
    expect(errors).toBe(2);
    const byMachine = await read("online_payments_summary", "?by=device&by=payment_stage");
    expect(byMachine.items.map(({ figures }) => figures.payments).sort()).toEqual([1, 1, 2]);
  });

  it.each([
    ["payment_state=vend_fail", 1],
    ["payment_state=vend_fail&payment_state=error", 2],
    ["payment_stage=payment_start", 1],
    ["payment_counter=no_ping", 1],
    ["provider=portmone", 0],
    ["payback_state=done", 1],
  ])("are narrowed by %s", async (query, count) => {
    expect((await read("online_payments", `?${query}`)).rows).toBe(count);
  });

  it("show what the person may see, and need their permission", async () => {
    const [first = 0] = devices;
    const one = await api.person({ permissions: ["REPORT_ONLINE_PAYMENTS"], mode: "OPEN_SELECTED", devices: [first] });
    expect((await read("online_payments", "", one)).rows).toBe(2);
    const none = await api.person({ permissions: ["REPORT", "DEVICE"] });
    expect((await none.get("/reports/online_payments")).status).toBe(403);
  });
});
