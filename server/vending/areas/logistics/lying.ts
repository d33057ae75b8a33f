import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { TODAY } from "../../time";

/** Where stock lies: at a warehouse, with a crew on its round, in a machine. */
export const PLACES = ["WAREHOUSE", "CREW", "DEVICE"] as const;
export interface Place {
  kind: (typeof PLACES)[number];
  id: number;
}

/** Some of a batch; whole thousandths of the ingredient's unit, which add and compare exactly. */
export interface Part {
  batch: number;
  thousandths: number;
}
interface Batch extends Part {
  expired: boolean;
}

export const toThousandths = (quantity: number): number => Math.round(quantity * 1000);
export const toQuantity = (thousandths: number): number => thousandths / 1000;

const lyingRow = z.object({
  place: z.string(),
  place_id: z.number(),
  ingredient: z.number(),
  batch: z.number(),
  quantity: z.number(),
  expired: z.boolean(),
});

/** What lies at the places that were locked, the first to expire first; changed here, and written at the end. */
export interface Lying {
  /** Less than what there is, when `fresh`: what has expired stays. */
  there(place: Place, ingredient: number, how?: { batch?: number | undefined; fresh?: boolean | undefined }): number;
  /** Takes at most what there is; answers of which batches. */
  take(
    place: Place,
    ingredient: number,
    thousandths: number,
    how?: { batch?: number | undefined; fresh?: boolean | undefined },
  ): Part[];
  put(place: Place, ingredient: number, part: Part): void;
  write(): Promise<void>;
}

const keyOf = ({ kind, id }: Place, ingredient: number) => `${kind} ${id} ${ingredient}`;

/**
 * Locks ingredients at places, in one order for all, and reads what lies there. A row of no batch stands for each: who
 * holds that row may add batches to it, so it is locked first and the batches are read after it.
 */
export async function hold(tx: Db, touched: readonly { place: Place; ingredient: number }[]): Promise<Lying> {
  const list = [...new Map(touched.map((one) => [keyOf(one.place, one.ingredient), one])).values()].map(
    ({ place, ingredient }) => ({ place: place.kind, place_id: place.id, ingredient }),
  );
  const asked = given(list, "place text, place_id integer, ingredient integer");
  await run(
    tx,
    sql`insert into stock (place, place_id, ingredient_id, batch_id, quantity) select k.place, k.place_id, k.ingredient, 0, 0 from ${asked} order by 1, 2, 3 on conflict do nothing`,
  );
  const among = sql`(s.place, s.place_id, s.ingredient_id) in (select k.place, k.place_id, k.ingredient from ${asked})`;
  await run(
    tx,
    sql`select 1 from stock s where ${among} and s.batch_id = 0 order by s.place, s.place_id, s.ingredient_id for update`,
  );
  const found = await rows(
    tx,
    lyingRow,
    sql`
    select s.place, s.place_id, s.ingredient_id as ingredient, s.batch_id as batch, s.quantity, coalesce(b.expires_on < ${TODAY}, false) as expired
    from stock s left join stock_batches b on b.id = s.batch_id where ${among} and s.quantity > 0
    order by b.expires_on nulls last, s.batch_id = 0, s.batch_id`,
  );
  return lyingOf(tx, found);
}

function lyingOf(tx: Db, found: readonly z.infer<typeof lyingRow>[]): Lying {
  const places = new Map<string, Batch[]>();
  const changed = new Map<string, { place: Place; ingredient: number; batch: Batch }>();
  for (const { place, place_id, ingredient, batch, quantity, expired } of found) {
    const key = `${place} ${place_id} ${ingredient}`;
    places.set(key, [...(places.get(key) ?? []), { batch, expired, thousandths: toThousandths(quantity) }]);
  }
  const batchesAt = (
    place: Place,
    ingredient: number,
    how: { batch?: number | undefined; fresh?: boolean | undefined } = {},
  ) =>
    (places.get(keyOf(place, ingredient)) ?? []).filter(
      (one) => (how.batch === undefined || one.batch === how.batch) && !(how.fresh && one.expired),
    );
  const change = (place: Place, ingredient: number, batch: Batch, by: number) => {
    batch.thousandths += by;
    changed.set(`${keyOf(place, ingredient)} ${batch.batch}`, { place, ingredient, batch });
  };
  return {
    there: (place, ingredient, how) =>
      batchesAt(place, ingredient, how).reduce((all, { thousandths }) => all + thousandths, 0),
    take(place, ingredient, thousandths, how) {
      let left = thousandths;
      return batchesAt(place, ingredient, how).flatMap((batch) => {
        const taken = Math.min(left, batch.thousandths);
        if (taken <= 0) return [];
        left -= taken;
        change(place, ingredient, batch, -taken);
        return [{ batch: batch.batch, thousandths: taken }];
      });
    },
    put(place, ingredient, part) {
      const key = keyOf(place, ingredient);
      const known = places.get(key) ?? [];
      const batch = known.find((one) => one.batch === part.batch) ?? {
        batch: part.batch,
        expired: false,
        thousandths: 0,
      };
      if (!known.includes(batch)) places.set(key, [...known, batch]);
      change(place, ingredient, batch, part.thousandths);
    },
    async write() {
      const lines = [...changed.values()].map(({ place, ingredient, batch }) => ({
        place: place.kind,
        place_id: place.id,
        ingredient,
        batch: batch.batch,
        quantity: toQuantity(batch.thousandths),
      }));
      await run(
        tx,
        sql`insert into stock (place, place_id, ingredient_id, batch_id, quantity)
        select k.place, k.place_id, k.ingredient, k.batch, k.quantity from ${given(lines, "place text, place_id integer, ingredient integer, batch integer, quantity numeric")}
        on conflict (place, place_id, ingredient_id, batch_id) do update set quantity = excluded.quantity, moved_at = now()`,
      );
    },
  };
}
