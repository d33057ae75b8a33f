/** Pure: what a product usually sells, of what is known of it and of its kind. */

/**
 * Machines of one kind differ: what a product sells is spread among them as a gamma distribution with this shape (a
 * spread of about one half). What is known of the kind so weighs as much as this many vends of the machine itself.
 */
const SHAPE = 3.5;
/** Of the hours of a usual week the kind's weigh as much as so many vends. */
export const HOURS_WEIGHT = 150;

export interface Sold {
  /** Vends, and the weeks in which they could have been sold. */
  vends: number;
  weeks: number;
}

/** Vends that a usual week brings; what the kind sells decides where the machine's own say little. `knownBy`: by how many vends that is known. */
export function usual({ vends, weeks }: Sold, kind: number | null): { perWeek: number; knownBy: number } {
  if (kind === null || kind <= 0) return { perWeek: weeks > 0 ? vends / weeks : 0, knownBy: vends };
  return { perWeek: (SHAPE + vends) / (SHAPE / kind + weeks), knownBy: SHAPE + vends };
}
