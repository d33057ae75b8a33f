import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { rows } from "~server/vending/database/query";
import { localTime } from "~server/vending/time";
import type { Span } from "./report-days";
import { type Facts, lastOf, type Sold } from "./report-facts";
import type { Figure } from "./report-figures";

/** What ingredients were used, sale by sale, and what was put into machines, taken out and thrown away there: read line by line, summed in whole thousandths. */

export const CUTS = ["device", "location", "crew"] as const;
export type Cut = (typeof CUTS)[number] | undefined;

const content = z.object({
  recipe_id: z.number(),
  ingredient_id: z.number(),
  from: z.string(),
  at: z.number(),
  hundredths: z.number().nullable(),
});
const price = z.object({
  ingredient_id: z.number(),
  from: z.string(),
  at: z.number(),
  price: z.number(),
  price_type: z.string(),
  unit: z.string(),
});
const move = z.object({
  kind: z.string(),
  device_id: z.number(),
  at: z.number(),
  ingredient_id: z.number(),
  thousandths: z.number(),
});
const ingredient = z.object({
  id: z.number(),
  name: z.string(),
  type: z.string(),
  pack_count: z.number().nullable(),
  weight: z.number().nullable(),
  volume: z.number().nullable(),
});

/** One ingredient of one vend, or a line of a stock move, which is a vend of no recipe here. */
export interface Use {
  ingredient: number;
  unit: string;
  sold: Sold;
  day: string;
  /** In the unit. */
  thousandths: bigint;
  /** Of the portion, in hundred-thousandths of a kopeck. */
  cost: bigint | null;
  kind: string;
}
export interface Ingredients {
  uses: Map<Sold, Use[]>;
  all: z.infer<typeof ingredient>[];
}

const FACTORS: Record<string, bigint> = {
  "PER_PIECE PC": 1000n,
  "PER_100_ML ML": 10n,
  "PER_100_G G": 10n,
  "PER_100_G KG": 10_000n,
};
const moment = sql`coalesce(extract(epoch from nullif(from_at, '-infinity')) * 1000, -1e15)::float8 as at`;
const dayOf = (at: number) => (at === -1e15 ? "" : localTime(at).slice(0, 10));

/** Lines of a day: of several of one day the last. */
const heldOn = <T extends { at: number; from: string }>(lines: readonly T[], day: string): T | undefined => {
  const last = lastOf(lines, day);
  const same = lines.filter(({ from }) => from === last?.from);
  return same.reduce<T | undefined>((one, other) => (one && one.at > other.at ? one : other), undefined);
};

export async function readIngredients(pool: Pool, { sold, placements }: Facts): Promise<Ingredients> {
  const known = content.omit({ from: true });
  const contents = (
    await rows(
      pool,
      known,
      sql`select recipe_id, ingredient_id, ${moment}, (quantity * 100)::integer as hundredths from recipe_contents`,
    )
  ).map((one) => ({ ...one, from: dayOf(one.at) }));
  const prices = (
    await rows(
      pool,
      price.omit({ from: true }),
      sql`select ingredient_id, ${moment}, price, price_type, unit from ingredient_prices`,
    )
  ).map((one) => ({ ...one, from: dayOf(one.at) }));
  const priceOn = (id: number, day: string) =>
    heldOn(
      prices.filter(({ ingredient_id }) => ingredient_id === id),
      day,
    );
  const usesOf = ({ recipe, day, source }: Sold): Omit<Use, "sold">[] =>
    [
      ...new Set(contents.filter(({ recipe_id }) => recipe_id === recipe).map(({ ingredient_id }) => ingredient_id)),
    ].flatMap((id) => {
      const own = contents.filter(({ recipe_id, ingredient_id }) => recipe_id === recipe && ingredient_id === id);
      const hundredths = heldOn(own, day)?.hundredths ?? null;
      const held = priceOn(id, day);
      if (hundredths === null || !held) return [];
      const factor = FACTORS[`${held.price_type} ${held.unit}`];
      const cost = factor === undefined ? null : BigInt(hundredths) * BigInt(held.price) * factor;
      return [
        {
          ...{ ingredient: id, unit: held.unit, day, kind: source },
          ...{ thousandths: BigInt(hundredths) * 10n, cost },
        },
      ];
    });
  const moves = await rows(
    pool,
    move,
    sql`select m.kind, case m.kind when 'FILL' then m.to_id else m.from_id end as device_id, (extract(epoch from m.at) * 1000)::float8 as at, l.ingredient_id, (l.quantity * 1000)::bigint as thousandths
      from stock_moves m join stock_move_lines l on l.move_id = m.id where 'DEVICE' in (m.from_place, m.to_place) and m.kind in ('FILL', 'TAKE_OUT', 'WRITE_OFF')`,
  );
  const moved = moves.flatMap(({ kind, device_id, at, ingredient_id, thousandths }): [Sold, Use[]][] => {
    const day = localTime(at).slice(0, 10);
    const place = lastOf(
      placements.filter((one) => one.device_id === device_id),
      at,
    );
    if (!place) return [];
    const none = { selection: null, name: null, count: 1, amount: 0, recipe: null, product: null, cost: null };
    const line: Sold = { ...none, device_id, at, source: kind, day, place };
    const unit = priceOn(ingredient_id, day)?.unit ?? "";
    return [
      [line, [{ kind, ingredient: ingredient_id, unit, day, sold: line, thousandths: BigInt(thousandths), cost: 0n }]],
    ];
  });
  return {
    uses: new Map([
      ...sold.map((one): [Sold, Use[]] => [one, usesOf(one).map((use) => ({ ...use, sold: one }))]),
      ...moved,
    ]),
    all: await rows(pool, ingredient, sql`select * from ingredients`),
  };
}

/** Halves away from zero, as people round. */
const divided = (a: bigint, b: bigint): bigint => (a < 0n ? -((-a * 2n + b) / (2n * b)) : (a * 2n + b) / (2n * b));

const keyOf = (by: Cut, { sold: { device_id, place } }: Use): number | null =>
  by === "device" ? device_id : by === "location" ? place.location_id : place.crew_id;

/** Rows by ingredient, unit and a cut, and the total: of uses and moves that are seen, `chosen` payment sources alone; moves are told where `isMoveTold`. */
export function consumptionOf(
  { all }: Pick<Ingredients, "all">,
  uses: readonly Use[],
  { from, to }: Span,
  compared: Span | null,
  by: Cut,
  isMoveTold: boolean,
  chosen: readonly string[],
) {
  const said = uses.filter(
    ({ kind }) =>
      UNPAID.includes(kind) || isMove(kind) || (kind !== "failed" && (!chosen.length || chosen.includes(kind))),
  );
  const within = (span: Span) => said.filter(({ day }) => day >= span.from && day <= span.to);
  const [now, then] = [within({ from, to }), compared ? within(compared) : null];
  const keysOf = (use: Use) => [use.ingredient, use.unit, ...(by ? [keyOf(by, use)] : [])];
  const groups = new Map([...now, ...(then ?? [])].map((use) => [JSON.stringify(keysOf(use)), use]));
  const both = (one: Use | null) => {
    const own = (lines: readonly Use[]) =>
      figuresOf(
        one ? lines.filter((use) => JSON.stringify(keysOf(use)) === JSON.stringify(keysOf(one))) : lines,
        isMoveTold,
        one && { unit: one.unit, ingredient: all.find(({ id }) => id === one.ingredient) },
      );
    return { figures: own(now), before: then && own(then) };
  };
  return {
    total: both(null),
    rows: [...groups.values()].map((use) => ({
      cuts: {
        ...{ ingredient: use.ingredient, unit: use.unit },
        ...(by ? { [by]: keyOf(by, use) } : {}),
        ingredient_type: all.find(({ id }) => id === use.ingredient)?.type ?? null,
      },
      ...both(use),
    })),
  };
}

const UNPAID = ["free", "test"];
export const isMove = (kind: string) => ["FILL", "TAKE_OUT", "WRITE_OFF"].includes(kind);
type Row = { unit: string; ingredient: Ingredients["all"][number] | undefined } | null;

function figuresOf(lines: readonly Use[], isMoveTold: boolean, row: Row): Record<string, Figure> {
  const of = (kind: string) => lines.filter((use) => use.kind === kind);
  const paid = lines.filter(({ kind }) => !UNPAID.includes(kind) && !isMove(kind));
  const vended = [...paid, ...of("free"), ...of("test")];
  const priced = vended.filter(({ cost }) => cost !== null);
  const isOneUnit = new Set(lines.map(({ unit }) => unit)).size <= 1;
  const quantity = (isTold: boolean, thousandths: bigint) => (isTold && isOneUnit ? Number(thousandths) / 1000 : null);
  const [used, wasted] = [sumOf(vended), sumOf(of("WRITE_OFF"))];
  const loaded = sumOf(of("FILL")) - sumOf(of("TAKE_OUT"));
  const [doses, costed] = [countOf(vended), countOf(priced)];
  const spent = priced.reduce((total, use) => total + (use.cost ?? 0n) * counted(use), 0n);
  return {
    used: quantity(true, used),
    used_paid: quantity(true, sumOf(paid)),
    used_free: quantity(true, sumOf(of("free"))),
    used_test: quantity(true, sumOf(of("test"))),
    packs: packsOf(row, used),
    doses,
    uncosted_doses: doses - costed,
    used_cost: doses === costed || costed > 0 ? Number(divided(spent, 100_000n)) : null,
    loaded: quantity(isMoveTold, loaded),
    wasted: quantity(isMoveTold, wasted),
    left_over: quantity(isMoveTold, loaded - used - wasted),
  };
}

const counted = ({ sold }: Use) => BigInt(sold.count);
const sumOf = (some: readonly Use[]) => some.reduce((total, use) => total + use.thousandths * counted(use), 0n);
const countOf = (some: readonly Use[]) => some.reduce((total, use) => total + Number(counted(use)), 0);

function packsOf(row: Row, used: bigint): Figure {
  const { pack_count, volume, weight } = row?.ingredient ?? {};
  const size = row?.unit === "PC" ? pack_count : row?.unit === "ML" ? volume : weight;
  if (!size) return null;
  const hundredths = row?.unit === "KG" ? divided(used * 100n, BigInt(size)) : divided(used, 10n * BigInt(size));
  return Number(hundredths) / 100;
}
