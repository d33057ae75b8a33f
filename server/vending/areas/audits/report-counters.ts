import { sql } from "drizzle-orm";
import { z } from "zod";
import { LIFETIME_COUNTERS, type LifetimeCounter, type ReportCounters } from "~server/contract/audit-counters";
import { type Db, only, rows } from "../../database/query";
import type { Counters, ProductCounters } from "../../evadts/counters";

/** As they were read; reads that were kept long ago, and files that hold no read, lack some. */
const counted = z.object({
  counters: z.custom<Partial<Counters>>((value) => typeof value === "object" && value !== null),
});

/** What a report tells beside its sales, its products beside the cells of the machine's planogram. */
export async function countersOf(
  db: Db,
  read: { file_id: number; report: number },
  planogram: readonly Cell[],
): Promise<ReportCounters> {
  const { counters } = await only(
    db,
    counted,
    sql`select counters from audit_reads where file_id = ${read.file_id} and report = ${read.report}`,
  );
  return {
    currency: counters.currency?.code ?? null,
    lifetime: lifetimeOf(counters),
    cash: cashOf(counters),
    products: productsOf(counters, planogram),
    log: (counters.events ?? []).map(({ raw, code, at, durationMinutes, text }) => {
      return { raw, code, at, minutes: durationMinutes, text };
    }),
    ingredients: (counters.ingredients ?? []).map(({ id, quantity, quantityInterval }) => {
      return { id, quantity, since_reset: quantityInterval };
    }),
    temperatures: counters.temperatures ?? [],
    power_cuts: {
      count: counters.powerOutages?.count ?? null,
      since_reset: counters.powerOutages?.countInterval ?? null,
    },
    services: counters.services ?? [],
  };
}

const cell = z.object({ cell: z.string(), name: z.string(), price: z.number() });
type Cell = z.infer<typeof cell>;

/** Cells of the planogram that a machine has now; prices in kopecks. */
export const planogramOf = (db: Db, deviceId: number): Promise<Cell[]> =>
  rows(
    db,
    cell,
    sql`
    select c.cell, r.name, c.price from devices d join planogram_cells c on c.planogram_id = d.planogram_id
      join recipes r on r.id = c.recipe_id where d.id = ${deviceId}`,
  );

type Counted = Record<"count" | "value", number | null>;

const LIFETIME: Record<LifetimeCounter, (counters: Partial<Counters>) => Counted | undefined> = {
  paid: ({ totals }) => totals?.paid,
  cash: ({ cashSales }) => cashSales,
  cashless1: ({ cashless1 }) => cashless1,
  cashless2: ({ cashless2 }) => cashless2,
  token: ({ token }) => token,
  mixed1: ({ shown }) => shown?.cards.cashless1.mixed,
  mixed2: ({ shown }) => shown?.cards.cashless2.mixed,
  test: ({ totals }) => totals?.test,
  free: ({ totals }) => totals?.free,
  discounts: ({ discounts }) => discounts,
  surcharges: ({ surcharges }) => surcharges,
  debited1: ({ shown }) => money(shown?.cards.cashless1.debited),
  debited2: ({ shown }) => money(shown?.cards.cashless2.debited),
  revalued1: ({ shown }) => money(shown?.cards.cashless1.revalued),
  revalued2: ({ shown }) => money(shown?.cards.cashless2.revalued),
  overpay: ({ shown }) => money(shown?.overpay),
  exact_change: ({ shown }) => money(shown?.exactChange),
};

const money = (value: number | null = null): Counted => ({ count: null, value });

/** Those of which the machine says something. */
function lifetimeOf(counters: Partial<Counters>): ReportCounters["lifetime"] {
  return LIFETIME_COUNTERS.flatMap((counter) => {
    const { count = null, value = null } = LIFETIME[counter](counters) ?? {};
    return count === null && value === null ? [] : [{ counter, count, value }];
  });
}

function cashOf({ cash, shown }: Partial<Counters>): ReportCounters["cash"] {
  return {
    inserted: cash?.inserted ?? null,
    box: cash?.cashBox ?? null,
    to_tubes: cash?.toTubes ?? null,
    bills: cash?.bills ?? null,
    dispensed: cash?.dispensed ?? null,
    dispensed_by_hand: cash?.dispensedByHand ?? null,
    filled_by_hand: cash?.filledByHand ?? null,
    in_tubes: cash?.inTubes ?? null,
    tubes: cash?.tubes ?? [],
    coins: (shown?.coins ?? []).map(({ value, inserted, toCashBox, toTubes }) => {
      return { value, inserted, box: toCashBox, tubes: toTubes };
    }),
    bills_in: shown?.bills ?? [],
  };
}

function productsOf(
  { products = [], shown }: Partial<Counters>,
  planogram: readonly Cell[],
): ReportCounters["products"] {
  const planned = new Map(planogram.map(({ cell: selection, name, price }) => [selection, { name, price }]));
  const soldOut = new Map(shown?.soldOut.map(({ selection, at, times }) => [selection, { at, times }]));
  return products.map((product) => ({
    selection: product.selection,
    name: product.name,
    price: priceOf(product),
    count: product.paid.count,
    sold_out: soldOut.get(product.selection) ?? null,
    planned: planned.get(product.selection) ?? null,
  }));
}

/** PA102; where a machine keeps prices in lists only that for cash, else the first. Kopecks. */
export function priceOf({
  price,
  byPayment,
}: Pick<ProductCounters, "price"> & { byPayment: readonly { source: string; price: number | null }[] }): number | null {
  const priced = byPayment.filter((line) => line.price !== null);
  return price ?? (priced.find(({ source }) => source === "cash") ?? priced[0])?.price ?? null;
}
