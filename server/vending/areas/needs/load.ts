/** Pure: what an amount of an ingredient is in packs, grams and millilitres. */

/** What is known of an ingredient: its unit, and pieces, grams and millilitres of a pack. */
export interface Packed {
  unit: "PC" | "ML" | "G" | "KG";
  pack_count: number | null;
  weight: number | null;
  volume: number | null;
}

/** What a pack holds, in the ingredient's unit; null where nobody said. */
const packOf = ({ unit, pack_count, weight, volume }: Packed): number | null => {
  const size = { PC: pack_count, ML: volume, G: weight, KG: weight === null ? null : weight / 1_000 }[unit];
  return size !== null && size > 0 ? size : null;
};

export interface Load {
  packs: number | null;
  /** Grams and millilitres; null where nobody knows. */
  weight: number | null;
  volume: number | null;
}

/** What an amount weighs and takes of room. A millilitre weighs a gram. */
export function loadOf(amount: number, packed: Packed): Load {
  const pack = packOf(packed);
  const share = pack === null ? null : amount / pack;
  const { unit } = packed;
  const own = unit === "G" || unit === "ML" ? amount : unit === "KG" ? amount * 1_000 : null;
  return {
    // A float of a whole number of packs is no pack more.
    packs: share === null ? null : Math.ceil(share - 1e-6),
    weight: own ?? (share === null || packed.weight === null ? null : share * packed.weight),
    volume: unit === "ML" ? amount : share === null || packed.volume === null ? null : share * packed.volume,
  };
}
