import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { franchise as franchiseEntity } from "~server/contract/entities/franchises";
import { keyClient } from "~server/contract/entities/key_clients";
import type { KeyMove } from "~server/contract/key-moves";
import type { MeasureName } from "~server/contract/reports/measures";
import { financeReport } from "~server/contract/reports/money";
import { writeMoves } from "~server/vending/areas/keys/ledger";
import { foldMachineDays } from "~server/vending/areas/fleet/day-fold";
import { foldSales } from "~server/vending/areas/sales/fold";
import { only, rows, run, transaction } from "~server/vending/database/query";
import { beginOf, daysLater, monthsBetween, type Span } from "../fleet/report-days";
import { lastOf, type Placement, readFacts } from "../fleet/report-facts";
import { figureOf } from "../fleet/report-figures";
import { Life } from "../fleet/report-life";
import { isOpen, type Limits, standing } from "../fleet/report-sight";
import { viewersOf } from "../fleet/report-viewers";
import { monthOf, type Percent, royaltyOf, say } from "../fleet/royalty-truth";
import { random } from "../unit/evadts/random";
import { testApi } from "./app";
import { dayOf, idIn, reportFor } from "./moving";
import { made, saved } from "./samples";
import { DAY, iso, MINUTE, vend } from "./unit";
import { slowStories } from "./stories";

const SEEDS = slowStories(2);

const REPORT = "finance_report";
const idRow = z.object({ id: z.number() });
const SOURCES = ["cash", "cash", "cashless1", "cashless2", "token", "unknown", "test", "free"];
const CUTS = ["company", "project", "location", "franchise"] as const;
const OTHERS: readonly string[] = [
  ...["royalty", "refunds", "fiscalised", "not_fiscalised", "key_deposits", "key_bonuses", "payment_fees"],
];
const OF_SALES = financeReport.measures.filter(
  (one) => (!OTHERS.includes(one) && !one.startsWith("cash_")) || one === "cash_amount",
);

interface Collection {
  device: number;
  at: number;
  counted: number | null;
}
/** What an audit says went into the box, by the moment it was read. */
interface Boxed {
  device: number;
  at: number;
  cash: number;
}
type Figures = Record<string, number | null>;

/** The coins of a machine since the collection before, as the slow reader has them. */
function expectedOf(one: Collection, collections: readonly Collection[], boxed: readonly Boxed[]): number | null {
  const before = collections.filter(({ device, at }) => device === one.device && at < one.at).map(({ at }) => at);
  const from = before.length ? Math.max(...before) + 10 * MINUTE : -Infinity;
  const found = boxed.filter(({ device, at }) => device === one.device && at > from && at <= one.at + 10 * MINUTE);
  return found.length ? found.reduce((all, { cash }) => all + cash, 0) : null;
}
const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((one) => one !== null);
  return known.length ? known.reduce((all, one) => all + one, 0) : null;
};

it.each(SEEDS)("money of months is what single sales, royalty and collections come to: %d", async (seed) => {
  const api = await testApi();
  onTestFinished(() => api.close());
  const root = await api.person({ root: true });
  const draw = random(seed);
  const life = await Life.begin(api, root, draw);
  const viewers = await viewersOf(life, ["REPORT", "REPORT_FRANCHISE"]);
  const today = dayOf(Date.now());
  const earlier = () => Date.now() - life.pick([10, 100, 300]) * draw() * DAY - 20 * MINUTE;
  let said: readonly Percent[] = life.of("franchise").map((franchise) => ({ franchise, from: "", hundredths: 0 }));
  const collections: Collection[] = [];
  const boxed: Boxed[] = [];
  const refunds: { device: number; sold: number; month: string; amount: number }[] = [];
  /** Receipts of vends by their own ids; those that stand for a vend that is in the books no more count for nothing. */
  const receipts = new Map<number, { device: number; sold: number; state: string; gone: boolean; amount: number }>();
  /** Movements of keys at machines, or at none by staff: of the company whose client's key it is. */
  const moved: { device: number | null; at: number; company: number | null; type: KeyMove; amount: number }[] = [];
  const paid: { device: number; at: number; fee: number }[] = [];
  let serial = 0;
  const clients = [life.pick(life.of("company")), null];
  const keys: { wallet: number; company: number | null }[] = [];
  for (const [n, company] of clients.entries()) {
    const client = await made(root, keyClient);
    await saved(root, keyClient, client, { company: company ?? "" });
    const form = { key: `0700${seed}${n}`, type: "BALANCE", client };
    keys.push({ wallet: idRow.parse((await root.post("/key_wallets", form)).data).id, company });
  }
  const account = await only(
    api.pool,
    idRow,
    sql`insert into payment_accounts (provider, owner, owner_id) values ('monobank', 'company', 1) returning id`,
  );
  const desk = idRow.parse(
    (await root.post("/checkbox_cashiers", { name: "Каса", license_key: "finance-license", pin_code: "1234" })).data,
  ).id;

  const steps = {
    sell: async () => {
      const told = Array.from({ length: 30 }, () =>
        vend({
          at: iso(earlier()),
          cell: life.pick(["11", "12"]),
          price: Math.floor(draw() * 9_999),
          source: life.pick(SOURCES),
        }),
      );
      await life.pick(life.units).send({ events: told });
    },
    percent: async () => {
      const [franchise, hundredths] = [life.pick(life.of("franchise")), Math.floor(draw() * 4_000)];
      const at = earlier();
      await saved(root, franchiseEntity, franchise, { royalty_percent: hundredths / 100, holds_from: iso(at) });
      said = say(said, { franchise, hundredths, from: dayOf(at) });
    },
    collect: async () => {
      const [device, at, counted] = [life.pick(life.of("device")), earlier(), Math.floor(draw() * 90_000)];
      const form = { key: `collection-${++serial}`, counted };
      const id = idRow.parse((await root.post(`/devices/${device}/collections`, form)).data).id;
      // The machine told of it, and nobody counted.
      const isCounted = draw() < 0.7;
      await run(
        api.pool,
        sql`update cash_collections set at = ${iso(at)}, counted = ${isCounted ? counted : null} where id = ${id}`,
      );
      collections.push({ device, at, counted: isCounted ? counted : null });
    },
    refund: async () => {
      const [sale] = await rows(
        api.pool,
        z.object({ device: z.number(), id: z.string(), at: z.string(), amount: z.number() }),
        sql`select s.device_id as device, s.id, s.sold_at as at, s.amount from sales s
        where s.source in ('cash', 'cashless2') and s.amount > 0 and not exists (select 1 from refunds r where r.subject = 'sale:' || s.id) order by md5(s.id || ${serial}::text) limit 1`,
      );
      if (!sale) return;
      const { device } = sale;
      const amount = 1 + Math.floor(draw() * sale.amount);
      const form = { key: `refund-number-${++serial}`, device, subject: `sale:${sale.id}`, amount, reason: "Не видав" };
      const { data } = await root.post("/refunds", { ...form, way: life.pick(["cash", "voucher"]) });
      const at = earlier();
      await run(api.pool, sql`update refunds set decided_at = ${iso(at)} where id = ${idRow.parse(data).id}`);
      refunds.push({ device, sold: Date.parse(sale.at), month: monthOf(dayOf(at)), amount });
    },
    receipt: async () => {
      for (let made = 0; made < 8; made++) {
        const [device, at, amount] = [life.pick(life.of("device")), earlier(), 1 + Math.floor(draw() * 9_999)];
        const [kind, state] = [life.pick(["sell", "sell", "sell", "return"]), life.pick(["queued", "listed"])];
        const { id } = await only(
          api.pool,
          idRow,
          sql`insert into receipts (desk_id, kind, device_id, placement_id, location_id, subject, nth, told, source, payment, sold_at, day, code, name, department, amount, state)
          select ${desk}, ${kind}, ${device}::integer, p.id, 1, gen_random_uuid(), 1, false, 'cash', 'CASH', ${iso(at)}, ${dayOf(at)}, 'c', 'n', 'd', ${amount}, ${state}
          from placements p where p.device_id = ${device} and p.from_at <= ${iso(at)} order by p.from_at desc limit 1 returning number as id`,
        );
        if (kind === "sell") receipts.set(id, { device, sold: at, state, gone: false, amount });
      }
      // Some go on, many in one statement.
      for (const state of ["sent", "done", "error", "settled"]) {
        const some = [...receipts].filter(([, one]) => !["done", "settled"].includes(one.state) && draw() < 0.3);
        await run(
          api.pool,
          sql`update receipts set state = ${state} where number = any(${sql.param(some.map(([id]) => id))}::bigint[])`,
        );
        for (const [, one] of some) one.state = state;
      }
      const [[withdrawn, gone] = []] = receipts;
      if (gone && draw() < 0.3) {
        await run(api.pool, sql`update receipts set withdrawn = true where number = ${withdrawn}`);
        gone.gone = true;
      }
    },
    move: async () => {
      for (let made = 0; made < 4; made++) {
        const { wallet, company } = life.pick(keys);
        const type = life.pick([
          "balance",
          "refill",
          "manual_deposit",
          "bonus",
          "cashback",
          "cashback_deposit",
        ] as const);
        const [at, device] = [earlier(), draw() < 0.5 ? life.pick(life.of("device")) : null];
        const amount = (1 + Math.floor(draw() * 9_999)) * (draw() < 0.2 ? -1 : 1);
        const place = device === null ? {} : { device, placement: 987_654 };
        const move = { wallet, type, amount, at, key: `finance ${++serial}`, reason: null, ...place };
        await transaction(api.pool, (tx) => writeMoves(tx, [move]));
        moved.push({ device, at, company, type, amount });
      }
    },
    pay: async () => {
      const [device, at, amount] = [life.pick(life.of("device")), earlier(), 1 + Math.floor(draw() * 9_999)];
      const [percent, back] = [
        life.pick([null, 0, 1.3, 2.75]),
        life.pick([0, 0, 1, Math.floor(draw() * amount), amount]),
      ];
      await run(
        api.pool,
        sql`insert into payments (token, order_key, key, device_id, placement_id, account_id, provider, language, place, amount, paid, refunded, fee_percent, begun_at, ended_at)
        select gen_random_uuid()::text, gen_random_uuid(), gen_random_uuid()::text, ${device}::integer, p.id, ${account.id}, 'monobank', 'uk', 'vend_success', ${amount}, ${amount}, ${back}, ${percent}, ${iso(at)}, ${iso(at)}
        from placements p where p.device_id = ${device} and p.from_at <= ${iso(at)} order by p.from_at desc limit 1`,
      );
      paid.push({ device, at, fee: Math.round(((amount - back) * Math.round((percent ?? 0) * 100)) / 10_000) });
    },
    read: async () => {
      const one = { device: life.pick(life.of("device")), at: earlier(), cash: Math.floor(draw() * 50_000) };
      const isForeign = draw() < 0.1;
      const file = await only(
        api.pool,
        idRow,
        sql`insert into audit_files (device_id, received_at, raw, sha256, reason)
        values (${one.device}, now(), '', ${`sum-${++serial}`}, 'MANUAL') returning id`,
      );
      await run(
        api.pool,
        sql`insert into audit_reads (file_id, report, device_id, state, kind, header, counters, warnings, period, to_at, counted_in)
        values (${file.id}, 1, ${one.device}, 'processed', 'delta', '{}', '{}', '[]', ${JSON.stringify({ cashToCollect: one.cash })}::jsonb, ${iso(one.at)}, ${isForeign ? "EUR" : null})`,
      );
      if (!isForeign) boxed.push(one);
    },
  };

  const check = async () => {
    await foldMachineDays(api.pool);
    const facts = await readFacts(api.pool);
    const { shares } = await royaltyOf(api.pool, facts, said);
    const placeAt = (device: number, at: number): Placement => {
      const place = lastOf(
        facts.placements.filter((one) => one.device_id === device),
        at,
      );
      if (!place) throw new Error("a machine stood nowhere");
      return place;
    };
    const taken = collections.map((one) => {
      const expected = expectedOf(one, collections, boxed);
      return {
        ...{ counted: one.counted, expected, month: monthOf(dayOf(one.at)), place: placeAt(one.device, one.at) },
        difference: one.counted === null || expected === null ? null : one.counted - expected,
      };
    });
    const written = [...receipts.values()]
      .filter(({ gone, state }) => !gone && state !== "settled")
      .map((one) => ({ ...one, month: monthOf(dayOf(one.sold)), place: placeAt(one.device, one.sold) }));
    const returned = refunds.map((one) => ({ ...one, place: placeAt(one.device, one.sold) }));
    const fees = paid.map((one) => ({ ...one, month: monthOf(dayOf(one.at)), place: placeAt(one.device, one.at) }));
    const onKeys = moved.map((one) => ({
      ...one,
      month: monthOf(dayOf(one.at)),
      place: one.device === null ? null : placeAt(one.device, one.at),
    }));
    /** Every figure by cut and month, and of all. */
    const truthOf = (
      limits: Limits,
      by: (typeof CUTS)[number],
      { from, to }: Span,
      sees: (place: Placement) => boolean,
      isNarrow: boolean,
    ) => {
      const within = (month: string) => month >= from && month <= to;
      const isIn = (place: Placement) => sees(place) && isOpen(limits, standing(place, place.device_id));
      const sold = facts.sold.filter((one) => within(monthOf(one.day)) && isIn(one.place));
      const owed = shares.filter(({ month, place }) => within(month) && isIn(place));
      const cash = taken.filter(({ month, place }) => within(month) && isIn(place));
      const back = returned.filter(({ month, place }) => within(month) && isIn(place));
      const kept = fees.filter(({ month, place }) => within(month) && isIn(place));
      // What staff moved was at no machine: whoever is of the company itself is told, unless some places are asked for.
      const isTold = ({ place }: { place: Placement | null }) =>
        place ? isIn(place) : !isNarrow && !limits.franchises;
      const banked = onKeys.filter((one) => within(one.month) && isTold(one));
      const papers = written.filter(({ month, place }) => within(month) && isIn(place));
      const keyOf = (place: Placement, month: string): string => `${place[`${by}_id`]} ${month}`;
      const keyOfMove = ({ place, company, month }: (typeof onKeys)[number]): string =>
        place ? keyOf(place, month) : `${by === "company" ? company : null} ${month}`;
      const figures = (wanted?: string): Figures => {
        const isOf = (place: Placement, month: string) => wanted === undefined || keyOf(place, month) === wanted;
        const booked = banked.filter((one) => wanted === undefined || keyOfMove(one) === wanted);
        const sumOf = (types: readonly string[]) =>
          booked.filter(({ type }) => types.includes(type)).reduce((all, { amount }) => all + amount, 0);
        const own = sold.filter((one) => isOf(one.place, monthOf(one.day)));
        const bags = cash.filter((one) => isOf(one.place, one.month));
        const lines = { own, all: sold, first: own, chosen: [] };
        const ofSales = (measure: MeasureName) => figureOf(measure, lines, null);
        return {
          ...Object.fromEntries(OF_SALES.map((measure) => [measure, ofSales(measure)])),
          royalty: owed.filter((one) => isOf(one.place, one.month)).reduce((all, { royalty }) => all + royalty, 0),
          ...Object.fromEntries(
            (["fiscalised", "not_fiscalised"] as const).map((name) => [
              name,
              papers
                .filter((one) => isOf(one.place, one.month) && (one.state === "done") === (name === "fiscalised"))
                .reduce((all, { amount }) => all + amount, 0),
            ]),
          ),
          key_deposits: sumOf(["refill", "manual_deposit"]),
          key_bonuses: sumOf(["bonus", "cashback", "cashback_deposit"]),
          payment_fees: kept.filter((one) => isOf(one.place, one.month)).reduce((all, { fee }) => all + fee, 0),
          refunds: back.filter((one) => isOf(one.place, one.month)).reduce((all, { amount }) => all + amount, 0),
          cash_expected: sumKnown(bags.map(({ expected }) => expected)),
          cash_collected: sumKnown(bags.map(({ counted }) => counted)),
          cash_difference: sumKnown(bags.map((one) => one.difference)),
        };
      };
      const keys = new Set([
        ...sold.map(({ place, day }) => keyOf(place, monthOf(day))),
        ...banked.map(keyOfMove),
        ...[...owed, ...cash, ...back, ...papers, ...kept].map(({ place, month }) => keyOf(place, month)),
      ]);
      const rows = [...keys].map((key) => [key, figures(key)] as const);
      const says = (of: Figures) =>
        Object.entries(of).some(
          ([name, one]) => one || (one === 0 && name.startsWith("cash_") && name !== "cash_amount"),
        );
      return { rows: new Map<string, Figures>(rows.filter(([, of]) => says(of))), total: figures() };
    };

    for (let question = 0; question < 4; question++) {
      const to = daysLater(today, -Math.floor(draw() * 200));
      const from = daysLater(to, -Math.floor(draw() * 150));
      const months = { from: monthOf(from), to: daysLater(beginOf("month", to, { months: 1, days: 0 }), -1) };
      const by = life.pick(CUTS);
      const compare = life.pick(["", "before", "year"]);
      const narrow = life.pick(["", "", "project", "device"]);
      const value = narrow ? life.pick(life.of(narrow)) : 0;
      const asked = { from, to, by, ...(compare ? { compare } : {}), ...(narrow ? { [narrow]: String(value) } : {}) };
      const sees = (place: Placement) =>
        narrow === "" || (narrow === "device" ? place.device_id : place.project_id) === value;
      for (const { who, person, limits } of viewers) {
        const found = await reportFor(person, REPORT, asked);
        const now = truthOf(limits, by, months, sees, narrow !== "");
        const then = found.compared ? truthOf(limits, by, found.compared, sees, narrow !== "") : undefined;
        const later = found.compared ? monthsBetween(found.compared.from, months.from) : 0;
        const beside = new Map<string, Figures>(
          [...(then?.rows ?? [])].map(([key, figures]) => {
            const [cut = "", month = ""] = key.split(" ");
            return [`${cut} ${beginOf("month", month, { months: later, days: 0 })}`, figures] as const;
          }),
        );
        const nothing = Object.fromEntries(
          financeReport.measures.map((name) => [name, name.startsWith("cash_") && name !== "cash_amount" ? null : 0]),
        );
        const keys = [...new Set([...now.rows.keys(), ...beside.keys()])];
        const told = Object.fromEntries(
          found.items.map(({ cuts, figures, before }) => [`${idIn(cuts[by])} ${String(cuts.span)}`, [figures, before]]),
        );
        expect([who, asked, told, found.total]).toEqual([
          ...[who, asked],
          Object.fromEntries(
            keys.map((key) => [key, [now.rows.get(key) ?? nothing, then ? (beside.get(key) ?? nothing) : null]]),
          ),
          { figures: now.total, before: then?.total ?? null },
        ]);
        expect(found.items).toHaveLength(keys.length);
        // What other reports say of the same months, to the kopeck.
        if (narrow) continue;
        const total = async (report: string) => (await reportFor(person, report, months)).total.figures;
        const [sales, recipes, royalty] = [
          await total("aggregated_sales"),
          await total("aggregated_recipes"),
          await total("franchise_royalty"),
        ];
        expect([found.total.figures.amount, found.total.figures.royalty]).toEqual([sales.amount, royalty.royalty]);
        const { cost, margin, uncosted } = found.total.figures;
        expect({ cost, margin, uncosted }).toEqual({
          cost: recipes.cost,
          margin: recipes.margin,
          uncosted: recipes.uncosted,
        });
      }
    }
  };

  for (let step = 0; step < 6; step++) await steps.percent();
  for (let round = 0; round < 3; round++) {
    for (let step = 0; step < 10; step++) {
      await life.step();
      for (const act of [
        steps.sell,
        steps.collect,
        steps.read,
        steps.refund,
        steps.receipt,
        steps.move,
        steps.pay,
        life.pick(Object.values(steps)),
      ])
        await act();
      if (draw() < 0.4) await foldSales(api.pool);
    }
    await check();
  }
});
