import type { Drive, Strain } from "./route";

/** Pure: when a crew comes to each stop of a round, and what opening hours make of that. Minutes of the day in Kyiv. */

/** When a place lets a crew in, on the day of the round. */
export interface Hours {
  from: number;
  until: number;
}
export const ANY_TIME: Hours = { from: 0, until: Infinity };
export const CLOSED: Hours = { from: 0, until: 0 };
const DAY_MINUTES = 1_440;

/** Of a location's record: "HH:MM" or null; closing not after opening is on the next day. */
export function hoursOf(opens: string | null, closes: string | null, isClosed: boolean): Hours {
  if (isClosed) return CLOSED;
  const from = opens ? minuteOf(opens) : 0;
  const until = closes ? minuteOf(closes) : Infinity;
  return { from, until: until <= from ? until + DAY_MINUTES : until };
}

const minuteOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
};

/** A machine as a crew calls at it: how long it stays, and between which hours. */
export interface Called {
  service: number;
  hours: Hours;
}
export interface Times {
  /** When the crew begins at each stop of the order. */
  at: number[];
  /** Minutes before closed doors. */
  waiting: number;
  /** Stops of the order, by place in it, at which the crew would still be when they close. */
  late: number[];
}

/** A round in an order of stops 1 …, begun at a minute of the day: who comes too early waits. */
export function timesOf(order: readonly number[], drive: Drive, stops: readonly Called[], begins: number): Times {
  const times: Times = { at: [], waiting: 0, late: [] };
  let [from, now] = [0, begins];
  order.forEach((stop, place) => {
    const { service, hours } = stops[stop - 1] ?? { service: 0, hours: ANY_TIME };
    now += drive(from, stop);
    const wait = Math.max(0, hours.from - now);
    // Before its first stop a crew sets out later.
    if (place > 0) times.waiting += wait;
    now += wait;
    times.at.push(now);
    now += service;
    if (now > hours.until) times.late.push(place);
    from = stop;
  });
  return times;
}

/** Nobody comes too late to save a way or a wait: none is as long as a day. */
const LATE_COST = DAY_MINUTES;

/** What an order costs beside its drives, in minutes of driving; undefined where every place is open at any time. */
export function strainOf(drive: Drive, stops: readonly Called[], begins: number): Strain | undefined {
  if (stops.every(({ hours }) => hours.from === 0 && hours.until === Infinity)) return undefined;
  return (order) => {
    const { waiting, late } = timesOf(order, drive, stops, begins);
    return waiting + late.length * LATE_COST;
  };
}
