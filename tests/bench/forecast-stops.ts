import { HOUR, kyivDay, shiftDay } from "~server/vending/demonstration/calendar";
import type { Machine } from "~server/vending/demonstration/machines";
import { STOPS } from "~server/vending/areas/needs/forecast";
import { passingFrom } from "~server/vending/areas/needs/week";
import { heardAt, visitAt } from "../fleet/refill";
import { asTold, BACK, DAY, even, foretell, kindOf, kindsOf, knownOf } from "../fleet/refill-books";
import { daysBefore, dayOf, eveningOf, learn, LEARNT, type Life, MEASURED } from "../fleet/refill-months";

/** A stop must be foretold in so many of ten cases; so few visits may be needless. */
const LEAST_FORETOLD = 0.9;
const MOST_NEEDLESS = 0.1;
/** A visit was needless if the machine would have sold for two usual days more after it: that part of a usual week. */
const NEEDLESS_AFTER = 2 / 7;
/** The hour at which warnings are read. */
const EVENING = 20;

interface Said {
  slot: string;
  early: number;
  late: number;
}

/** A machine that is served only after it has stopped, and what was foretold of it meanwhile. */
interface Watched {
  life: Life;
  /** Hours at which the machine was thought likely to stop within a day. */
  warned: Set<number>;
  /** The first evening of these. */
  first: number | null;
  said: Said[];
}

const sums = () => ({ stops: 0, foretold: 0, visits: 0, needless: 0, bands: 0, within: 0 });

/**
 * Machines that nobody serves until they have stopped (a third of what people pay for is out): was that foretold 24 hours
 * ahead ("likely within a day", by the early end of the band)? And would a crew that comes the day after such a warning come in vain?
 */
export function foretellStops(machines: readonly Machine[]): string[] {
  const watched = learn(machines).map((life): Watched => ({ life, warned: new Set(), first: null, said: [] }));
  const sum = sums();
  for (let index = LEARNT; index < LEARNT + MEASURED; index++) {
    const days = daysBefore(index, BACK);
    const kinds = kindsOf(
      watched.map(({ life }) => life.history),
      days,
      even,
    );
    for (const one of watched) {
      const kind = kinds.get(kindOf(one.life.history));
      if (!kind) continue;
      const { products } = knownOf(one.life.history, kind, days, even);
      const takings = products.map(({ perWeek, price }) => perWeek * price);
      for (let hour = 0; hour < 24; hour++) {
        const at = eveningOf(dayOf(index)) + (hour - EVENING) * HOUR;
        one.life.until(at);
        const told = Math.min(at, heardAt(one.life.machine, kyivDay(at), at));
        const known = asTold(knownOf(one.life.history, kind, days, even), one.life.history, told);
        settleBands(one, at, sum);
        if (hasStopped(one.life, takings)) {
          settleStop(one, at, known.week, sum);
          continue;
        }
        const { slots, stopsEarlyAt } = foretell(known, told);
        const warns = stopsEarlyAt !== null && stopsEarlyAt <= at + DAY;
        if (warns) one.warned.add(at);
        if (warns && hour === EVENING) one.first ??= at;
        if (hour === 0)
          for (const { slot, earlyAt, runsOutAt, lateAt } of slots)
            if (earlyAt !== null && lateAt !== null && runsOutAt !== null && runsOutAt < at + 4 * DAY && runsOutAt > at)
              one.said.push({ slot, early: earlyAt, late: lateAt });
      }
    }
  }
  return told(sum);
}

/** Whether what is out is a third of what people pay for. */
function hasStopped({ machine, real }: Life, takings: readonly number[]): boolean {
  const all = takings.reduce((total, one) => total + one, 0);
  return (
    machine.cells.reduce((lost, _, cell) => lost + (real.isOut(cell) ? (takings[cell] ?? 0) : 0), 0) >= STOPS * all
  );
}

/** Slots that have just run out, within what was said of them or not. */
function settleBands(one: Watched, at: number, sum: ReturnType<typeof sums>): void {
  const { real } = one.life;
  const isEmpty = (slot: string) =>
    real.uses.some((uses) =>
      uses.some((use) => use.slot === slot && (real.slots.get(slot)?.level ?? 0) < use.quantity),
    );
  const gone = new Set([...new Set(one.said.map(({ slot }) => slot))].filter(isEmpty));
  for (const { slot, early, late } of one.said) {
    if (!gone.has(slot)) continue;
    sum.bands++;
    // It ran out in the hour before.
    if (at >= early && at - HOUR <= late) sum.within++;
  }
  one.said = one.said.filter(({ slot }) => !gone.has(slot));
}

function settleStop(one: Watched, at: number, week: readonly number[], sum: ReturnType<typeof sums>): void {
  sum.stops++;
  if (one.warned.has(at - DAY) || one.warned.has(at - DAY + HOUR)) sum.foretold++;
  if (one.first !== null) {
    sum.visits++;
    const visit = visitAt(one.life.machine, shiftDay(kyivDay(one.first), 1));
    if (passingFrom(week, visit).until(at) > NEEDLESS_AFTER) sum.needless++;
  }
  const { real, history } = one.life;
  for (const { slot, from } of real.fill(at)) history.wasOut(slot, from, at);
  one.warned.clear();
  one.first = null;
  one.said = [];
}

function told({ stops, foretold, visits, needless, bands, within }: ReturnType<typeof sums>): string[] {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const [share, vain] = [foretold / stops, needless / visits];
  console.log(`\nOf ${stops} stops ${percent(share)} were foretold 24 hours ahead.`);
  console.log(`Of ${visits} visits on the day after a warning ${percent(vain)} were needless (two usual days early).`);
  console.log(
    `Of ${bands} times at which a slot was to run out ${percent(within / bands)} lay in the band (80 % should).`,
  );
  return [
    ...(share >= LEAST_FORETOLD ? [] : [`Fewer than ${LEAST_FORETOLD * 100} % of stops were foretold.`]),
    ...(vain <= MOST_NEEDLESS ? [] : [`More than ${MOST_NEEDLESS * 100} % of visits were needless.`]),
  ];
}
