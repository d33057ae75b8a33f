import { sql } from "drizzle-orm";
import { z } from "zod";
import { UNPAID_SOURCES } from "~server/contract/enums";
import { rows } from "~server/vending/database/query";
import type { Pool } from "pg";
import { beginOf, type Span } from "./report-days";
import type { Facts, Sold } from "./report-facts";
import { isOpen, type Limits, standing } from "./report-sight";

/** What was said of a franchise's percent from a day on ("" is always), and what it paid. */
export interface Percent {
  franchise: number;
  from: string;
  /** Hundredths of a percent, exactly. */
  hundredths: number;
}
export interface Payment {
  franchise: number;
  day: string;
  amount: number;
}

/** Says a percent since a day, as the product understands it: whatever was said of later days is replaced. */
export function say(said: readonly Percent[], news: Percent): Percent[] {
  const own = said.filter(({ franchise }) => franchise === news.franchise);
  const last = own.reduce<Percent | undefined>((best, one) => (best && best.from > one.from ? best : one), undefined);
  if (last?.hundredths === news.hundredths) return [...said];
  return [...said.filter(({ franchise, from }) => franchise !== news.franchise || from < news.from), news];
}
function percentOn(said: readonly Percent[], franchise: number, day: string): number {
  const known = said.filter((one) => one.franchise === franchise && one.from <= day);
  return (
    known.reduce<Percent | undefined>((best, one) => (best && best.from > one.from ? best : one), undefined)
      ?.hundredths ?? 0
  );
}

const isPaid = ({ source }: Sold) => source !== "failed" && !UNPAID_SOURCES.some((one) => one === source);
export const monthOf = (day: string): string => beginOf("month", day, { months: 0, days: 0 });
/** A whole number of hundredths of a percent of kopecks to kopecks, half away from zero. */
const PER_KOPECK = 10_000n;
const rounded = (of: bigint): number =>
  Number(of < 0n ? -((-of * 2n + PER_KOPECK) / (2n * PER_KOPECK)) : (of * 2n + PER_KOPECK) / (2n * PER_KOPECK));

/** A paid sale of a franchise's machine, the royalty of it, and the placement that it was made at. */
interface Line {
  sold: Sold;
  franchise: number;
  month: string;
  weighted: bigint;
  placement: number;
}
export interface Share {
  franchise: number;
  month: string;
  place: Sold["place"];
  royalty: number;
}
export interface Truth {
  lines: Line[];
  /** What each placement moves the royalty of a franchise and month by, in the order of territories and placements. */
  shares: Share[];
}

const placementRow = z.object({ id: z.number(), device_id: z.number(), from: z.number(), territory_id: z.number() });

/** Royalty of single sales. */
export async function royaltyOf(pool: Pool, { sold }: Facts, said: readonly Percent[]): Promise<Truth> {
  const placements = await rows(
    pool,
    placementRow,
    sql`select id, device_id, territory_id, coalesce(extract(epoch from nullif(from_at, '-infinity')) * 1000, ${-1e15}::float8)::float8 as from from placements`,
  );
  const known = new Map(placements.map((one) => [`${one.device_id} ${one.from}`, one]));
  const placed = ({ place }: Sold) => {
    const one = known.get(`${place.device_id} ${place.from}`);
    if (!one) throw new Error("a placement that nobody knows");
    return one;
  };
  const lines = sold.flatMap((one): Line[] => {
    const franchise = one.place.franchise_id;
    if (franchise === null || !isPaid(one)) return [];
    const weighted = BigInt(one.amount) * BigInt(percentOn(said, franchise, one.day));
    return [{ sold: one, franchise, month: monthOf(one.day), weighted, placement: placed(one).id }];
  });
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.franchise} ${line.month}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const shares = [...groups.values()].flatMap((group) => {
    const ids = [...new Map(group.map((line) => [line.placement, line])).values()].sort((one, other) => {
      const [a, b] = [placed(one.sold), placed(other.sold)];
      return a.territory_id - b.territory_id || a.id - b.id;
    });
    let soFar = 0n;
    return ids.map(({ placement, franchise, month, sold: { place } }): Share => {
      const before = rounded(soFar);
      for (const line of group) if (line.placement === placement) soFar += line.weighted;
      return { franchise, month, place, royalty: rounded(soFar) - before };
    });
  });
  return { lines, shares };
}

type Figures = Record<string, number | null>;
const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0);

/** The report as single sales and payments have it: rows by franchise and month, and the total. */
export function royaltyReport(
  { lines, shares }: Truth,
  payments: readonly Payment[],
  limits: Limits,
  asked: Span & { today: string; franchises?: readonly number[] | undefined },
) {
  const isWhole = limits.access.every(({ mode }) => mode === "UNRESTRICTED");
  const isAsked = (franchise: number) =>
    (asked.franchises === undefined || asked.franchises.includes(franchise)) &&
    (limits.franchises === null || limits.franchises.includes(franchise));
  const sees = (place: Sold["place"]) => isOpen(limits, standing(place, place.device_id));
  const seen = lines.filter(({ sold, franchise }) => sees(sold.place) && isAsked(franchise));
  const seenShares = shares.filter(({ place, franchise }) => sees(place) && isAsked(franchise));
  const paidBy = payments.filter(({ franchise }) => isAsked(franchise));
  const until = asked.to < asked.today ? asked.to : asked.today;
  const last = monthOf(until);
  const within = (month: string) => month >= asked.from && month <= asked.to;
  const owedAt = (franchise: number, month: string) =>
    sum(
      shares.filter((one) => one.franchise === franchise && one.month <= month),
      ({ royalty }) => royalty,
    ) -
    sum(
      payments.filter((one) => one.franchise === franchise && monthOf(one.day) <= month),
      ({ amount }) => amount,
    );
  const franchises = [...new Set([...lines.map((one) => one.franchise), ...paidBy.map((one) => one.franchise)])].filter(
    isAsked,
  );

  const figures = (of: { franchise: number; month: string }[], owed: number): Figures => {
    const isOf = (franchise: number, month: string) =>
      of.some((one) => one.franchise === franchise && one.month === month);
    const mine = seen.filter((one) => isOf(one.franchise, one.month));
    const by = (...sources: string[]) =>
      sum(
        mine.filter(({ sold }) => sources.includes(sold.source)),
        ({ sold }) => sold.amount,
      );
    const base = sum(mine, ({ sold }) => sold.amount);
    const weighted = mine.reduce((all, one) => all + one.weighted, 0n);
    return {
      cash_amount: by("cash"),
      cashless1_amount: by("cashless1"),
      cashless2_amount: by("cashless2"),
      other_amount: by("token", "unknown"),
      base,
      royalty_percent: base ? Number((weighted * 2n + BigInt(base)) / (2n * BigInt(base))) / 100 : null,
      royalty: sum(
        seenShares.filter((one) => isOf(one.franchise, one.month)),
        ({ royalty }) => royalty,
      ),
      paid: sum(
        paidBy.filter((one) => isOf(one.franchise, monthOf(one.day))),
        ({ amount }) => amount,
      ),
      owed: isWhole ? owed : null,
    };
  };
  const months = new Set([...lines.map(({ month }) => month), ...payments.map(({ day }) => monthOf(day))]);
  for (let month = asked.from; month <= last; month = beginOf("month", month, { months: 1, days: 0 }))
    months.add(month);
  const cells = franchises.flatMap((franchise) => [...months].filter(within).map((month) => ({ franchise, month })));
  const rowsOf = cells.map((cell) => ({
    ...cell,
    figures: figures([cell], cell.month <= last ? owedAt(cell.franchise, cell.month) : 0),
  }));
  return {
    rows: rowsOf.filter(({ figures: of }) =>
      Object.entries(of).some(([name, one]) => name !== "royalty_percent" && one),
    ),
    total: figures(
      cells,
      sum(franchises, (franchise) => owedAt(franchise, last)),
    ),
    /** Some rows together: of franchises what they owe in the end, of a month what all owed when it ended. */
    sumOf: (isMine: (cell: { franchise: number; month: string }) => boolean, month = last) =>
      figures(
        cells.filter(isMine),
        sum(
          franchises.filter((franchise) => cells.some((cell) => cell.franchise === franchise && isMine(cell))),
          (franchise) => owedAt(franchise, month),
        ),
      ),
  };
}
