import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { WRITE_OFF_REASONS } from "~server/contract/enums";
import type { Viewer } from "../../access";
import { type Db, list, rows } from "../../database/query";
import { keepCounted } from "../logistics/consumption";
import { bookMoves, type NewLine, type NewMove } from "../logistics/ledger";
import { toQuantity, toThousandths } from "../logistics/lying";
import type { Moment } from "../../time";
import type { Done, StopRow } from "./serve";

interface Served {
  stop: StopRow;
  crew: number;
  at: Moment;
  done: readonly Done[];
  thrownReason: (typeof WRITE_OFF_REASONS)[number] | undefined;
}

/**
 * Books what was done at a machine: what was found instead of what the books say, what was taken back into the van and
 * thrown away, what was put in. It has happened, so what the books miss is found.
 */
export async function machineMoves(
  tx: Db,
  viewer: Viewer,
  { stop, crew, at, done, thrownReason }: Served,
): Promise<void> {
  const machine = { kind: "DEVICE", id: stop.device } as const;
  const van = { kind: "CREW", id: crew } as const;
  const common = { sheet: stop.sheet, stop: stop.id, at, short: "found" } as const;
  const sums = (of: "put" | "taken" | "thrown") => linesOf(done, ({ [of]: amount }) => amount);
  const looked = lookedInto(done);
  const { more, less } = await differences(tx, stop.device, at, done, looked);
  const moves: NewMove[] = [
    { ...common, kind: "COUNT", from: null, to: machine, lines: more, key: `stop ${stop.id} more` },
    { ...common, kind: "COUNT", from: machine, to: null, lines: less, key: `stop ${stop.id} less` },
    { ...common, kind: "TAKE_OUT", from: machine, to: van, lines: sums("taken"), key: `stop ${stop.id} taken` },
    {
      ...common,
      ...{ kind: "WRITE_OFF", from: machine, to: null, lines: sums("thrown"), key: `stop ${stop.id} thrown` },
      reason: thrownReason ?? null,
    },
    { ...common, kind: "FILL", from: van, to: machine, lines: sums("put"), key: `stop ${stop.id} put` },
  ];
  await bookMoves(
    tx,
    viewer,
    moves.filter(({ lines }) => lines.length > 0),
  );
  await keepCounted(tx, stop.device, at, looked);
}

/** Ingredients of which every slot was looked into. */
const lookedInto = (done: readonly Done[]): number[] =>
  [...new Set(done.flatMap(({ ingredient }) => ingredient ?? []))].filter((one) =>
    done.every(({ ingredient, found }) => ingredient !== one || found !== null),
  );

/** One line for each ingredient, whichever slots it lies in. */
function linesOf(done: readonly Done[], amountOf: (one: Done) => number): NewLine[] {
  const sums = new Map<number, number>();
  for (const one of done)
    if (one.ingredient !== null)
      sums.set(one.ingredient, (sums.get(one.ingredient) ?? 0) + toThousandths(amountOf(one)));
  return [...sums].flatMap(([ingredient, sum]) => (sum > 0 ? [{ ingredient, quantity: toQuantity(sum) }] : []));
}

/** What vends since a moment took of the ingredient `k` out of the books of a machine. */
const usedSince = (device: number, at: Moment): SQL => sql`
  select sum(s.count * c.quantity) from stock_kept p join sales s on s.device_id = p.device_id and s.sold_at > greatest(p.since, ${new Date(at).toISOString()})
    cross join lateral contents_on(s.recipe_id, s.day) c
  where p.device_id = ${device} and p.ingredient_id = k.ingredient and c.ingredient_id = k.ingredient`;

/** Where every slot of an ingredient was looked into, how far what was found is from the books of that moment: without what was sold since. */
async function differences(
  tx: Db,
  device: number,
  at: Moment,
  done: readonly Done[],
  known: readonly number[],
): Promise<{ more: NewLine[]; less: NewLine[] }> {
  const booked = new Map(
    (
      await rows(
        tx,
        z.object({ ingredient: z.number(), quantity: z.number() }),
        sql`select k.ingredient, coalesce((select sum(s.quantity) from stock s where s.place = 'DEVICE' and s.place_id = ${device} and s.ingredient_id = k.ingredient), 0)
          + coalesce((${usedSince(device, at)}), 0) as quantity
        from unnest(${list(known, "integer")}) k(ingredient)`,
      )
    ).map(({ ingredient, quantity }) => [ingredient, toThousandths(quantity)]),
  );
  const off = known.map((ingredient) => ({
    ingredient,
    by:
      done.reduce((sum, one) => sum + (one.ingredient === ingredient ? toThousandths(one.found ?? 0) : 0), 0) -
      (booked.get(ingredient) ?? 0),
  }));
  const signed = (sign: 1 | -1): NewLine[] =>
    off.flatMap(({ ingredient, by }) => (by * sign > 0 ? [{ ingredient, quantity: toQuantity(by * sign) }] : []));
  return { more: signed(1), less: signed(-1) };
}
