/** Pure: in which order stops are driven to. Coordinates in degrees (WGS 84), lengths in kilometres, times in minutes. */

export interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_KM = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Roads are so much longer than the straight line (the usual figure for towns). */
const WINDING = 1.3;

/** As the crow flies, times what roads wind. */
export function kilometres(from: Point, to: Point): number {
  const [north, east] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)];
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half)) * WINDING;
}

/** Within a town 24 km/h, beyond its first ten kilometres 60; parking and walking besides. */
export function minutesBetween(from: Point, to: Point): number {
  const km = kilometres(from, to);
  if (km < 0.05) return 0;
  return 3 + Math.min(km, 10) * 2.5 + Math.max(0, km - 10);
}

/** Of a round over all points, in minutes. */
export type Drive = (from: number, to: number) => number;

/** Minutes between any two of some points; the first is where the round begins and ends. */
export function drives(points: readonly Point[]): Drive {
  const table = points.map((from) => points.map((to) => minutesBetween(from, to)));
  return (from, to) => table[from]?.[to] ?? 0;
}

/** Minutes of a round from point 0 over these points and back. */
export function roundOf(order: readonly number[], drive: Drive): number {
  let [at, sum] = [0, 0];
  for (const stop of order) {
    sum += drive(at, stop);
    at = stop;
  }
  return sum + drive(at, 0);
}

/** What an order costs beside its drives, in minutes: never below zero. */
export type Strain = (order: readonly number[]) => number;

/** Where a further stop costs least: behind so many stops, and the minutes. */
export function cheapest(
  order: readonly number[],
  stop: number,
  drive: Drive,
  strain?: Strain,
): { behind: number; minutes: number } {
  const strained = strain?.(order) ?? 0;
  let best = { behind: 0, minutes: Infinity };
  for (let behind = 0; behind <= order.length; behind++) {
    const [before, after] = [order[behind - 1] ?? 0, order[behind] ?? 0];
    const driven = drive(before, stop) + drive(stop, after) - drive(before, after);
    if (driven - strained >= best.minutes) continue;
    const minutes = driven + (strain ? strain(order.toSpliced(behind, 0, stop)) - strained : 0);
    if (minutes < best.minutes) best = { behind, minutes };
  }
  return best;
}

/** Gains below this are none: a float is not exact. */
const LEAST = 1e-6;

/** A good order of the points 1 … `count`: always the nearest next, then pieces turned round (2-opt) and moved elsewhere (or-opt) while that helps. */
export function ordered(count: number, drive: Drive): number[] {
  const left = new Set(Array.from({ length: count }, (_, index) => index + 1));
  const order: number[] = [];
  for (let at = 0; left.size; at = order.at(-1) ?? 0) {
    const next = [...left].reduce((best, stop) => (drive(at, stop) < drive(at, best) ? stop : best));
    left.delete(next);
    order.push(next);
  }
  return improved(order, drive);
}

/** An order as good as exchanging two of its drives, or moving up to three stops, makes it. */
export function improved(order: readonly number[], drive: Drive, strain?: Strain): number[] {
  let best = [...order];
  for (let found: number[] | undefined = best; found; ) {
    best = found;
    const isBetter = betterThan(best, strain);
    found = turned(best, drive, isBetter) ?? moved(best, drive, isBetter);
  }
  return best;
}

/** Whether an order with so much less driving is better; it is made only where that may be. */
type IsBetter = (gain: number, made: () => number[]) => boolean;
function betterThan(order: readonly number[], strain: Strain | undefined): IsBetter {
  if (!strain) return (gain) => gain > LEAST;
  const strained = strain(order);
  return (gain, made) => gain + strained > LEAST && gain + strained - strain(made()) > LEAST;
}

function turned(order: readonly number[], drive: Drive, isBetter: IsBetter): number[] | undefined {
  for (let from = 0; from < order.length - 1; from++) {
    const [before, first] = [order[from - 1] ?? 0, order[from] ?? 0];
    for (let to = from + 1; to < order.length; to++) {
      const [last, after] = [order[to] ?? 0, order[to + 1] ?? 0];
      const gain = drive(before, first) + drive(last, after) - drive(before, last) - drive(first, after);
      const made = () => [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)];
      if (isBetter(gain, made)) return made();
    }
  }
  return undefined;
}

function moved(order: readonly number[], drive: Drive, isBetter: IsBetter): number[] | undefined {
  for (let length = 1; length <= 3; length++)
    for (let from = 0; from + length <= order.length; from++) {
      const piece = order.slice(from, from + length);
      const rest = [...order.slice(0, from), ...order.slice(from + length)];
      const [first, last] = [piece[0] ?? 0, piece.at(-1) ?? 0];
      const [before, after] = [order[from - 1] ?? 0, order[from + length] ?? 0];
      const gain = drive(before, first) + drive(last, after) - drive(before, after);
      for (let behind = 0; behind <= rest.length; behind++) {
        const [left, right] = [rest[behind - 1] ?? 0, rest[behind] ?? 0];
        const cost = drive(left, first) + drive(last, right) - drive(left, right);
        const made = () => rest.toSpliced(behind, 0, ...piece);
        if (isBetter(gain - cost, made)) return made();
      }
    }
  return undefined;
}
