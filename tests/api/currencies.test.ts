import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { acceptedSchema, auditFileSchema } from "~server/contract/audit";
import { auditPeriodsSchema } from "~server/contract/audit-periods";
import { questionsSchema } from "~server/contract/audit-questions";
import { monthBooksSchema } from "~server/contract/books";
import { deviceEventsSchema } from "~server/contract/device-events";
import { deviceStateSchema } from "~server/contract/device-state";
import { entityNamed } from "~server/contract/entities";
import { recordSchema } from "~server/contract/record";
import { deviceSalesSchema, saleListSchema } from "~server/contract/sales";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { restateOldBooks } from "~server/vending/areas/currencies/restate";
import { only, rows, run } from "~server/vending/database/query";
import { envelope, fixture } from "../fixtures/evadts/build";
import { random, shuffled } from "../unit/evadts/random";
import { idOf, testApi } from "./app";
import { derivedBooks } from "./derived";
import { makeDevice, makeModel } from "./network";
import { read } from "./reads";
import { sentBack } from "./samples";
import { callingUnit, DAY, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const upload = async (device: number, bytes: Uint8Array) =>
  acceptedSchema.parse((await root.raw(`/devices/${device}/audits`, bytes)).data);
const APRIL = "from=2025-04-01&to=2025-04-30";
const salesOf = async (device: number, days = APRIL) =>
  deviceSalesSchema.parse((await root.get(`/devices/${device}/sales?${days}`)).data);
const totalOf = async (device: number) => (await salesOf(device)).total;
const fileOf = async (device: number, file: number) => {
  const { reports } = auditFileSchema.parse((await root.get(`/devices/${device}/audits/${file}`)).data);
  return reports[0]?.read;
};
const asked = async (device: number) => {
  const { items } = questionsSchema.parse((await root.get("/audits/questions?limit=200")).data);
  return items.filter((one) => one.device.id === device).map(({ question, count }) => [question, count]);
};
const addRate = async (currency: string, rate: string, from_day = "2025-01-01") =>
  idOf(await root.post("/currency_rates", { currency, rate, from_day }));
const drop = async (rate: number) => expect((await root.post(`/currency_rates/${rate}/delete`)).status).toBe(200);

/** Saves a record with other values, as a form does. */
async function change(name: string, id: number, values: Record<string, string>) {
  const entity = entityNamed(name);
  const record = recordSchema.parse((await root.get(`${entity.api}/${id}`)).data);
  const reply = await root.post(`${entity.api}/${id}`, { ...Object.fromEntries(sentBack(entity, record)), ...values });
  expect(reply).toMatchObject({ status: 200, fields: {} });
}

/** Kopecks, halves up, of whole numbers alone: hundredths of a currency, and a rate in millionths. */
const halfUp = (hundredths: number, millionths: bigint): number => {
  const doubled = BigInt(hundredths) * millionths * 2n + 1_000_000n;
  const floor = doubled / 2_000_000n;
  return Number(doubled < 0n && doubled % 2_000_000n !== 0n ? floor - 1n : floor);
};

describe("a machine that counts in another currency", () => {
  it("sells vends and no hryvnias until there is a rate, by the rate of each day from then on", async () => {
    const device = await makeDevice(root, model);
    await upload(device, fixture("euro-first.txt"));
    const { file_id } = await upload(device, fixture("euro-second.txt"));
    expect(await salesOf(device)).toMatchObject({
      total: { count: 7, amount: 0 },
      unrated: [{ currency: "EUR", count: 7, amount: 735 }],
    });
    expect(await fileOf(device, file_id)).toMatchObject({
      currency: "EUR",
      rate: null,
      booked: 0,
      vends: 7,
      value: 735,
    });
    expect(await asked(device)).toEqual([["currency", 2]]);

    // 409 and 326 euro cents, by products 4 and 3: each line by itself, halves up.
    const rate = await addRate("EUR", "45.5");
    const sold = await salesOf(device);
    const lines = await rows(
      api.pool,
      z.object({ amount: z.number(), told: z.number() }),
      sql`select amount, foreign_amount as told from sales where device_id = ${device}`,
    );
    expect(lines.reduce((sum, { told }) => sum + told, 0)).toBe(735);
    const expected = lines.reduce((sum, { told }) => sum + halfUp(told, 45_500_000n), 0);
    expect([sold.total, sold.unrated]).toEqual([{ count: 7, amount: expected }, []]);
    expect(sold.products.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected);
    expect(await fileOf(device, file_id)).toMatchObject({ currency: "EUR", rate: 45.5, booked: expected, value: 735 });
    expect(await asked(device)).toEqual([]);
    const { items } = saleListSchema.parse((await root.get(`/devices/${device}/sales/list?${APRIL}`)).data);
    expect(new Set(items.map(({ currency }) => currency))).toEqual(new Set(["EUR"]));

    await change("currency_rate", rate, { rate: "50" });
    expect(await totalOf(device)).toEqual({ count: 7, amount: 36_750 });
    const later = await addRate("EUR", "60", "2025-04-08");
    expect(await totalOf(device)).toEqual({ count: 7, amount: 44_100 });
    await change("currency_rate", later, { from_day: "2025-04-09" });
    expect(await totalOf(device)).toEqual({ count: 7, amount: 36_750 });
    await change("currency_rate", rate, { currency: "USD" });
    expect(await totalOf(device)).toEqual({ count: 7, amount: 0 });
    await change("currency_rate", rate, { currency: "EUR" });
    await drop(rate);
    expect(await totalOf(device)).toEqual({ count: 7, amount: 0 });
    expect(await asked(device)).toEqual([["currency", 2]]);
    expect((await root.post(`/currency_rates/deleted/${rate}/restore`)).status).toBe(200);
    expect(await totalOf(device)).toEqual({ count: 7, amount: 36_750 });
    await drop(rate);
    await drop(later);
  });

  it("is named by letters with one decimal as well, and is not named by a telephone code", async () => {
    const rate = await addRate("PLN", "10.005");
    const [zloty, telephone] = [await makeDevice(root, model), await makeDevice(root, model)];
    for (const which of ["first", "second"]) {
      await upload(zloty, fixture(`zloty-${which}.txt`));
      await upload(telephone, fixture(`telephone-${which}.txt`));
    }
    expect([await totalOf(zloty), await totalOf(telephone)]).toEqual([
      { count: 3, amount: 15_008 },
      { count: 3, amount: 3000 },
    ]);
    await drop(rate);
  });

  it("is what staff say, whatever its files name", async () => {
    const [euro, hryvnia] = [await makeDevice(root, model), await makeDevice(root, model)];
    for (const number of [1, 2]) {
      await upload(euro, read({ number, vends: number * 10, currency: "2*1978*EUR" }));
      await upload(hryvnia, read({ number, vends: number * 10 }));
    }
    await change("device", euro, { audit_currency: "uah" });
    expect(await totalOf(euro)).toEqual({ count: 10, amount: 10_000 });
    expect(await asked(euro)).toEqual([]);
    await change("device", euro, { audit_currency: "" });
    expect(await totalOf(euro)).toEqual({ count: 10, amount: 0 });

    const rate = await addRate("MDL", "2.345678");
    await change("device", hryvnia, { audit_currency: "MDL" });
    expect(await totalOf(hryvnia)).toEqual({ count: 10, amount: 23_457 });
    const before = await derivedBooks(api.pool);
    await rebuildSales(api.pool);
    expect(await derivedBooks(api.pool)).toBe(before);
    await drop(rate);
    expect(await asked(hryvnia)).toEqual([["currency", 2]]);
    await change("device", hryvnia, { audit_currency: "" });
    expect(await totalOf(hryvnia)).toEqual({ count: 10, amount: 10_000 });
  });

  it("refuses currencies that are none, the hryvnia itself and a second rate of one day, beside their fields", async () => {
    const day = { rate: "2", from_day: "2025-01-01" };
    expect(await root.post("/currency_rates", { ...day, currency: "EVR" })).toMatchObject({
      status: 422,
      fields: { currency: [{ key: "incorrect" }] },
    });
    expect(await root.post("/currency_rates", { ...day, currency: "UAH" })).toMatchObject({
      status: 422,
      fields: { currency: [{ key: "rate_of_hryvnia" }] },
    });
    const rate = await addRate("CZK", "1.9");
    expect(await root.post("/currency_rates", { ...day, currency: "czk" })).toMatchObject({
      status: 422,
      fields: { from_day: [{ key: "rate_of_day" }] },
    });
    await drop(rate);
  });

  it("has its books told apart at a start, where they were booked as hryvnias before", async () => {
    const device = await makeDevice(root, model);
    for (const number of [1, 2]) await upload(device, read({ number, vends: number * 10, currency: "2*1756*CHF" }));
    const after = await derivedBooks(api.pool);
    await run(api.pool, sql`update audit_reads set counted_in = null where device_id = ${device}`);
    await run(
      api.pool,
      sql`update sales set currency = null, foreign_amount = null, amount = foreign_amount where device_id = ${device}`,
    );
    await restateOldBooks(api.pool);
    expect(await derivedBooks(api.pool)).toBe(after);
  });

  it("corrects closed months by what a rate brings", async () => {
    const device = await makeDevice(root, model);
    for (const number of [1, 2]) await upload(device, read({ number, vends: number * 10, currency: "2*1826*GBP" }));
    const ask = async () => monthBooksSchema.parse((await root.get("/months/202504")).data);
    const accepted = (await ask()).questions.map(({ question }) => question);
    expect((await root.post("/months/202504/close", { accepted })).status).toBe(200);
    const rate = await addRate("GBP", "55");
    const { corrections } = await ask();
    expect(corrections.items).toMatchObject([
      { cause: "currency", device: { id: device }, count: 0, amount: 550_000, file: null },
    ]);
    const machines = await root.get("/months/202504/machines?limit=200");
    const row = z.object({ items: z.array(z.object({ device: z.object({ id: z.number() }) }).loose()) });
    expect(row.parse(machines.data).items.find((one) => one.device.id === device)).toMatchObject({
      closed: { count: 10, amount: 0 },
      corrections: { count: 0, amount: 550_000 },
    });
    await drop(rate);
  });
});

describe("a machine's multipliers", () => {
  it("derive its books anew: a price list and bills in tens", async () => {
    const device = await makeDevice(root, model);
    for (const which of ["first", "second"]) await upload(device, fixture(`tens-${which}.txt`));
    expect(await totalOf(device)).toEqual({ count: 5, amount: 1700 });
    await change("device", device, { price_multiplier: "10", bill_multiplier: "10" });
    expect(await totalOf(device)).toEqual({ count: 5, amount: 17_000 });
    const { items } = auditPeriodsSchema.parse((await root.get(`/devices/${device}/audits/periods?${APRIL}`)).data);
    const file = auditFileSchema.parse((await root.get(`/devices/${device}/audits/${items[0]?.file_id}`)).data);
    expect(file.reports[0]).toMatchObject({
      cash_to_collect: 15_000,
      counters: { products: [{ price: 3000 }, { price: 4000 }], cash: { bills: 55_000 } },
    });
    await change("device", device, { coin_multiplier: "0.1" });
    expect((await fileOf(device, file.file_id))?.value).toBe(17_000);
    const before = await derivedBooks(api.pool);
    await rebuildSales(api.pool, [device]);
    expect(await derivedBooks(api.pool)).toBe(before);
    const wrong = await root.post("/devices", { price_multiplier: "0" });
    expect(wrong.fields.price_multiplier).toEqual([{ key: "min_value", count: 0.001 }]);
  });
});

describe("vends of telemetry", () => {
  const recent = `from=${iso(Date.now() - 3 * DAY).slice(0, 10)}&to=${iso(Date.now() + DAY).slice(0, 10)}`;

  it("are in the currency of their machine, and are one when they are told again", async () => {
    const unit = await callingUnit(api, root, model, { values: { audit_currency: "HUF" } });
    const told = vend({ price: 45_050 });
    await unit.send({ events: [told, vend({ price: 1, source: "cashless1" }), vend({ source: "free", price: 900 })] });
    expect((await salesOf(unit.device, recent)).total).toEqual({ count: 2, amount: 0 });
    expect(await asked(unit.device)).toEqual([["currency", 1]]);
    const rate = await addRate("HUF", "0.1105");
    expect((await salesOf(unit.device, recent)).total).toEqual({ count: 2, amount: 4978 });
    expect(await asked(unit.device)).toEqual([]);
    await unit.send({ events: [{ ...told, id: "again" }] });
    await unit.send({ events: [vend({ price: 10_000, at: iso(Date.now() - DAY) })] });
    expect((await salesOf(unit.device, recent)).total).toEqual({ count: 3, amount: 6083 });
    const machine = recordSchema.parse((await root.get(`/devices/${unit.device}`)).data);
    expect(machine.sales_30_days).toBe(6083);
    const scan = { id: "scan", t: "qr", at: iso(Date.now() - 60_000), code: "QR-1", result: "vended", price: 10_000 };
    await unit.send({ events: [scan] });
    const qr = async () => (await root.get(`/devices/${unit.device}/sales/qr`)).data;
    expect(await qr()).toMatchObject({ outcomes: [{ result: "vended", count: 1, amount: 1105 }] });
    await drop(rate);
    expect(await qr()).toMatchObject({ outcomes: [{ result: "vended", count: 1, amount: 0 }] });
    const gone = recordSchema.parse((await root.get(`/devices/${unit.device}`)).data);
    expect([gone.vends_30_days, gone.sales_30_days]).toEqual([3, 0]);
  });

  it("has its own money in the event log, in its box and beside what its audits show", async () => {
    const unit = await callingUnit(api, root, model);
    const coin = { id: "coin", t: "coin_in", at: iso(Date.now() - 60_000), value: 200 };
    await unit.send({ events: [vend(), coin] });
    const stateOf = async () => deviceStateSchema.parse((await root.get(`/devices/${unit.device}/state`)).data);
    const monies = async () => {
      const { items } = deviceEventsSchema.parse((await root.get(`/devices/${unit.device}/events`)).data);
      return Object.fromEntries(items.map(({ kind, currency }) => [kind, currency]));
    };
    expect(await monies()).toMatchObject({ sale: null, coin_in: null, online: null });
    await upload(unit.device, fixture("euro-first.txt"));
    await upload(unit.device, fixture("euro-second.txt"));
    expect(await monies()).toMatchObject({ sale: "EUR", coin_in: "EUR", online: null });
    expect((await stateOf()).cash?.currency).toBe("EUR");
    await change("device", unit.device, { audit_currency: "UAH" });
    expect(await monies()).toMatchObject({ sale: null, coin_in: null });
    expect((await stateOf()).cash?.currency).toBeNull();
  });
});

interface Machine {
  unit: Awaited<ReturnType<typeof callingUnit>>;
  serial: string;
  reads: { ago: number; number: number; vends: number; id4: string; currency: string | null }[];
  /** Staff's word. */
  override: string | null;
  /** What each of its files names. */
  files: Map<number, string | null>;
}

/** A read of a machine some days ago at 9:00 in Kyiv, each vend at 10.00 of whatever it names. */
const readOn = (serial: string, ago: number, number: number, vends: number, id4: string) => {
  const day = new Date(Date.now() - ago * DAY).toISOString().slice(2, 10).replaceAll("-", "");
  return envelope([
    `ID1*${serial}*KIKKO*3`,
    `ID4*${id4}`,
    `EA3*${number}*${day}*0900******${number}`,
    `VA1*${vends * 1000}*${vends}`,
    `CA2*${vends * 1000}*${vends}`,
    "PA1*1*1000",
    `PA2*${vends}*${vends * 1000}`,
  ]);
};

const saleRow = z.object({
  device: z.number(),
  at: z.string(),
  day: z.string(),
  file: z.number().nullable(),
  currency: z.string().nullable(),
  told: z.number(),
  amount: z.number(),
});

describe("whatever is said of rates, currencies and vends, in any order", () => {
  it.each([3, 8, 21])(
    "each sale comes to what its day's rate makes of it, and sums to the same everywhere (%i)",
    async (seed) => {
      await run(api.pool, sql`delete from currency_rates`);
      const chance = random(seed);
      const pick = <T>(all: readonly T[]): T => {
        const one = all[Math.floor(chance() * all.length)];
        if (one === undefined) throw new Error("nothing to pick from");
        return one;
      };
      const NAMED = { "2*1980": "UAH", "2*1978*EUR": "EUR", "2*1985": "PLN", "2*048": null, "2*978": "EUR" } as const;
      const named = Object.entries(NAMED);
      const rates: { id: number; currency: string; millionths: bigint; from: string }[] = [];
      const machines: Machine[] = [];
      for (let index = 0; index < 3; index++) {
        const unit = await callingUnit(api, root, model);
        const serial = `RND${seed}${index}`;
        let vends = 10;
        const reads = Array.from({ length: 5 }, (_, place) => {
          const [id4, currency] = pick(named);
          vends += 1 + Math.floor(chance() * 9);
          return { ago: 20 - place * 3, number: place + 1, vends, id4, currency };
        });
        machines.push({ unit, serial, reads, override: null, files: new Map() });
      }
      const steps = shuffled(
        [
          ...machines.flatMap((machine) =>
            machine.reads.map((one) => async () => {
              const bytes = readOn(machine.serial, one.ago, one.number, one.vends, one.id4);
              const { file_id } = await upload(machine.unit.device, bytes);
              machine.files.set(file_id, one.currency);
            }),
          ),
          ...machines.flatMap(({ unit }) =>
            Array.from({ length: 6 }, () => {
              const at = iso(Date.now() - (1 + Math.floor(chance() * 22)) * DAY - Math.floor(chance() * DAY));
              return () => unit.send({ events: [vend({ at, cell: "1", price: 1 + Math.floor(chance() * 5000) })] });
            }),
          ),
          ...Array.from({ length: 5 }, () => async () => {
            const [currency, from] = [
              pick(["EUR", "PLN"]),
              iso(Date.now() - Math.floor(chance() * 30) * DAY).slice(0, 10),
            ];
            if (rates.some((one) => one.currency === currency && one.from === from)) return;
            const millionths = BigInt(1 + Math.floor(chance() * 60_000_000));
            const id = await addRate(currency, String(Number(millionths) / 1e6), from);
            rates.push({ id, currency, millionths, from });
          }),
          async () => {
            const machine = pick(machines);
            machine.override = pick(["UAH", "PLN"]);
            await change("device", machine.unit.device, { audit_currency: machine.override });
          },
          async () => {
            const gone = rates.pop();
            if (gone) await drop(gone.id);
          },
        ],
        chance,
      );
      for (const step of steps) await step();

      for (const { unit, override, files, reads } of machines) {
        const sold = await rows(
          api.pool,
          saleRow,
          sql`select device_id as device, sold_at as at, day, file_id as file, currency, coalesce(foreign_amount, amount) as told, amount from sales where device_id = ${unit.device}`,
        );
        const said = reads.flatMap(({ ago, currency }) => (currency ? [{ at: momentOf(ago), currency }] : []));
        const currencyAt = (at: number) =>
          override ?? (said.find((one) => one.at >= at) ?? said.at(-1))?.currency ?? "UAH";
        for (const { at, day, file, currency, told, amount } of sold) {
          const own = override ?? (file === null ? undefined : files.get(file)) ?? currencyAt(Date.parse(at));
          const rate = rates
            .filter((one) => one.currency === own && one.from <= day)
            .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0];
          expect([at, currency, amount]).toEqual([
            at,
            own === "UAH" ? null : own,
            own === "UAH" ? told : rate ? halfUp(told, rate.millionths) : 0,
          ]);
        }
        const sum = sold.reduce((total, { amount }) => total + amount, 0);
        for (const rollup of ["sales_by_device_day", "sales_by_product_day"]) {
          const { amount } = await only(
            api.pool,
            z.object({ amount: z.number() }),
            sql`select coalesce(sum(amount), 0) as amount from ${sql.identifier(rollup)} where device_id = ${unit.device}`,
          );
          expect([rollup, amount]).toEqual([rollup, sum]);
        }
      }
      const before = await derivedBooks(api.pool);
      await rebuildSales(api.pool);
      expect(await derivedBooks(api.pool)).toBe(before);
      for (const { id } of rates) await drop(id);
    },
  );
});

/** 9:00 in Kyiv so many days ago, by the database's calendar. */
function momentOf(ago: number): number {
  const day = new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
  const hour = new Date(`${day}T12:00:00Z`).toLocaleString("en-GB", { timeZone: "Europe/Kyiv", hour: "2-digit" });
  return Date.parse(`${day}T09:00:00Z`) - (Number(hour) - 12) * 3_600_000;
}
