import { PAYMENT_SOURCES, UNPAID_SOURCES } from "~server/contract/enums";

/** What an audit counted of a product and a payment source (`selection` null: of no known product), or of it what nobody told. Amounts in kopecks. */
export interface Line {
  selection: string | null;
  name: string | null;
  source: string;
  count: number;
  amount: number;
  guessed: boolean;
}

/** A vend that telemetry told of; it bears the day's amount only when somebody paid. */
export interface Told {
  at: number;
  selection: string | null;
  source: string;
  count: number;
  amount: number;
}

/** Vends and kopecks by payment source, in the order of PAYMENT_SOURCES. */
export interface Sums {
  counts: number[];
  amounts: number[];
}

const SOURCES: readonly string[] = PAYMENT_SOURCES;
const UNPAID: ReadonlySet<string> = new Set(UNPAID_SOURCES);
const [UNKNOWN, TEST, FREE] = [SOURCES.indexOf("unknown"), SOURCES.indexOf("test"), SOURCES.indexOf("free")];
const PAID = SOURCES.flatMap((source, index) => (UNPAID.has(source) ? [] : [index]));
/** A source that we do not know is as good as an unknown one. */
const placeOf = (source: string): number => (SOURCES.includes(source) ? SOURCES.indexOf(source) : UNKNOWN);
export const isOfKind = (source: string, other: string): boolean =>
  source === other || !(UNPAID.has(source) || UNPAID.has(other));

export const noSums = (): Sums => ({ counts: SOURCES.map(() => 0), amounts: SOURCES.map(() => 0) });

/** Sums of lines or vends by source. */
export function sumsOf(all: readonly Pick<Line, "source" | "count" | "amount">[]): Sums {
  const sums = noSums();
  for (const { source, count, amount } of all) {
    const place = placeOf(source);
    sums.counts[place] = (sums.counts[place] ?? 0) + count;
    sums.amounts[place] = (sums.amounts[place] ?? 0) + amount;
  }
  return sums;
}

/** What an audit counted beyond what was told (`short`), and what was told beyond it (`over`), by source. */
export function compareSums(audit: Sums, events: Sums): { short: Sums; over: Sums } {
  const strange = strangeOf(audit);
  const counts = compareMeasure(audit.counts, events.counts, strange);
  const amounts = compareMeasure(audit.amounts, events.amounts, strange);
  return {
    short: { counts: counts.short, amounts: amounts.short },
    over: { counts: counts.over, amounts: amounts.over },
  };
}

/** Which sources of vends told stand for any: the audit counted nothing of them. */
const strangeOf = (audit: Sums): boolean[] => audit.counts.map((count, place) => count <= 0 || place === UNKNOWN);

/**
 * Vends meet what the audit counted in three rounds: each source its own; then paid ones what was counted without knowing
 * the source; last, those of a source of which nothing was counted, what is left of any other paid one.
 */
function compareMeasure(audit: number[], events: number[], strange: boolean[]): { short: number[]; over: number[] } {
  const short = audit.map((number, place) => Math.max(0, number - (events[place] ?? 0)));
  const over = events.map((number, place) => Math.max(0, number - Math.max(0, audit[place] ?? 0)));
  const stand = (from: number, to: number): void => {
    const moved = Math.min(over[from] ?? 0, short[to] ?? 0);
    over[from] = (over[from] ?? 0) - moved;
    short[to] = (short[to] ?? 0) - moved;
  };
  for (const from of PAID) if (!strange[from]) stand(from, UNKNOWN);
  for (const from of PAID) if (strange[from]) for (const to of PAID) stand(from, to);
  return { short, over };
}

/**
 * Tells by how much an audit and the vends between two positions disagree: all of {@link compareSums} in two numbers, and
 * a hundred times as fast, for of reads by a clock that may be wrong there are ten thousands of choices. Undefined where
 * more than `most` is short, if it is seen at once.
 */
export function comparer(
  audit: Sums,
  vends: RunningSums,
): (from: number, to: number, most: number) => { short: number; over: number } | undefined {
  const strange = strangeOf(audit);
  const money = audit.amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0);
  return (from, to, most) => {
    if (money - (vends.money[to] ?? 0) + (vends.money[from] ?? 0) > most) return undefined;
    let [short, over] = [0, 0];
    for (const [sums, running] of [
      [audit.counts, vends.counts],
      [audit.amounts, vends.amounts],
    ] as const) {
      let [lacking, unknown, beyond, free] = [0, 0, 0, 0];
      for (let place = 0; place < SOURCES.length; place++) {
        const events = running[place];
        const [sum, number] = [sums[place] ?? 0, (events?.[to] ?? 0) - (events?.[from] ?? 0)];
        const isPaid = place !== TEST && place !== FREE;
        if (sum > number) {
          if (isPaid) lacking += sum - number;
          else short += sum - number;
          if (place === UNKNOWN) unknown = sum - number;
        } else {
          const more = number - Math.max(0, sum);
          if (!isPaid) over += more;
          else if (strange[place]) free += more;
          else beyond += more;
        }
      }
      const known = Math.min(beyond, unknown);
      const stood = known + Math.min(free, lacking - known);
      short += lacking - stood;
      over += beyond + free - stood;
    }
    return { short, over };
  };
}

/** Vends and kopecks by source until each position. */
export interface RunningSums {
  counts: Float64Array[];
  amounts: Float64Array[];
  /** Kopecks of all sources. */
  money: Float64Array;
}

export function runningSums(vends: readonly Told[]): RunningSums {
  const places = vends.map(({ source }) => placeOf(source));
  const running = (numberOf: (vend: Told, place: number | undefined) => number) => {
    const sums = new Float64Array(vends.length + 1);
    vends.forEach((vend, index) => {
      sums[index + 1] = (sums[index] ?? 0) + numberOf(vend, places[index]);
    });
    return sums;
  };
  const bySource = (measure: "count" | "amount") =>
    SOURCES.map((_, place) => running((vend, own) => (own === place ? vend[measure] : 0)));
  return { counts: bySource("count"), amounts: bySource("amount"), money: running(({ amount }) => amount) };
}

/**
 * The lines of a sound audit that nobody told of, in the order of sources. A source of which nothing is told, and
 * nothing else stands for it, keeps the audit's own lines.
 */
export function untold(lines: readonly Line[], vends: readonly Told[], isEstimated: boolean): Line[] {
  const [audit, events] = [sumsOf(lines), sumsOf(vends)];
  const { short } = compareSums(audit, events);
  const shortSources = PAID.filter((place) => (short.counts[place] ?? 0) > 0 || (short.amounts[place] ?? 0) > 0);
  return SOURCES.flatMap((source, place) => {
    const own = lines.filter((line) => placeOf(line.source) === place);
    const missing = { count: short.counts[place] ?? 0, amount: short.amounts[place] ?? 0 };
    const isWhole =
      (events.counts[place] ?? 0) === 0 &&
      missing.count === Math.max(0, audit.counts[place] ?? 0) &&
      missing.amount === Math.max(0, audit.amounts[place] ?? 0);
    if (isWhole) return own;
    if (missing.count === 0 && missing.amount === 0) return [];
    if (!isEstimated || UNPAID.has(source))
      return byProduct(
        source,
        missing,
        own,
        vends.filter((vend) => placeOf(vend.source) === place),
      );
    // The audit knows products and sources, not which product was paid from which source.
    const isOnly = shortSources.length === 1;
    const isPaid = (one: { source: string }) => isOnly && !UNPAID.has(one.source);
    return byProduct(source, missing, lines.filter(isPaid), vends.filter(isPaid));
  });
}

/** What is missing of a source, given to products as far as it is certain that it is theirs. */
function byProduct(
  source: string,
  missing: { count: number; amount: number },
  lines: readonly Line[],
  vends: readonly Told[],
): Line[] {
  const selections = [...new Set(lines.flatMap(({ selection }) => selection ?? []))].sort();
  const of = (selection: string | null, measure: "count" | "amount") =>
    lines.reduce((sum, line) => sum + (line.selection === selection ? line[measure] : 0), 0) -
    vends.reduce((sum, vend) => sum + (vend.selection === selection && selection !== null ? vend[measure] : 0), 0);
  const certain = (measure: "count" | "amount") =>
    certainParts(
      missing[measure],
      selections.map((selection) => of(selection, measure)),
      of(null, measure),
    );
  const [counts, amounts] = [certain("count"), certain("amount")];
  const known = selections.flatMap((selection, index): Line[] => {
    const [count, amount] = [counts[index] ?? 0, amounts[index] ?? 0];
    // Money without a vend is a product's only where no vend is missing; a vend without money where none was.
    if (missing.count > 0 ? count === 0 || (amount === 0 && missing.amount > 0) : amount === 0) return [];
    const own = lines.filter((line) => line.selection === selection);
    return [
      { selection, name: own[0]?.name ?? null, source, count, amount, guessed: own.some(({ guessed }) => guessed) },
    ];
  });
  const rest = known.reduce(
    (left, line) => ({ count: left.count - line.count, amount: left.amount - line.amount }),
    missing,
  );
  const isNothing = rest.count === 0 && rest.amount === 0;
  return isNothing ? known : [...known, { selection: null, name: null, source, ...rest, guessed: false }];
}

/** Of `total`, that which no other part has room for. */
function certainParts(total: number, parts: readonly number[], unassigned: number): number[] {
  const rooms = parts.map((part) => Math.max(0, part));
  const all = rooms.reduce((sum, room) => sum + room, Math.max(0, unassigned));
  return rooms.map((room) => Math.max(0, Math.min(room, total - (all - room))));
}
