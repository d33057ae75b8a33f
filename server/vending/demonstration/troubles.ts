import { HOUR, kyivDay, MINUTE, type Moment, shiftDay, startOf } from "./calendar";
import type { Machine } from "./machines";
import { chance, randomOf, whole } from "./random";

/** A piece of time, its end not included. */
export interface Span {
  from: Moment;
  to: Moment;
}
type SpansOf = (machine: Machine, day: string) => Span[];

export const isIn = (spans: readonly Span[], at: Moment): boolean =>
  spans.some(({ from, to }) => at >= from && at < to);
/** What began on a day or the day before. */
export const around = (machine: Machine, day: string, of: SpansOf): Span[] => [
  ...of(machine, shiftDay(day, -1)),
  ...of(machine, day),
];

const hoursAfter = (day: string, hours: number): Moment => startOf(day) + Math.floor(hours * 3_600) * 1_000;

/** Machines whose power goes off together: those of two neighbouring places of a city. */
export const districtOf = ({ place }: Machine): string =>
  place ? `${place.city}/${Math.floor(Number(place.externalId.slice(-3)) / 2)}` : "";

/** Power goes off in a district for two to six hours, about twice a week; never twice at the same time. */
export function cutsOf(machine: Machine, day: string): Span[] {
  const district = districtOf(machine);
  const random = randomOf("power", district, day);
  if (!chance(random, 0.3)) return [];
  const from = whole(randomOf("hour of the district", district), 0, 9) + random() * 18;
  return [{ from: hoursAfter(day, from), to: hoursAfter(day, from + 2 + random() * 4) }];
}

/** A signal is lost for minutes, now and then for hours. */
export function lostOf({ serial }: Machine, day: string): Span[] {
  const random = randomOf("signal", serial, day);
  if (!chance(random, 0.1)) return [];
  const from = hoursAfter(day, random() * 24);
  return [{ from, to: from + whole(random, 5, chance(random, 0.3) ? 340 : 40) * MINUTE }];
}

/** Now and then nobody noticed in time that the beans are going. */
export function emptyOf({ model, serial }: Machine, day: string): Span[] {
  const random = randomOf("grinder", serial, day);
  if (model.type === "SNACK" || !chance(random, 0.01)) return [];
  const from = hoursAfter(day, 7 + random() * 12);
  return [{ from, to: from + Math.floor((0.5 + random() * 4) * 3_600) * 1_000 }];
}

/** The bank terminal of a machine that has one hangs for hours. */
export function deafOf({ serial, payments }: Machine, day: string): Span[] {
  const random = randomOf("terminal", serial, day);
  if (payments[2] === 0 || !chance(random, 0.03)) return [];
  const from = 6 + random() * 12;
  return [{ from: hoursAfter(day, from), to: hoursAfter(day, from + 1 + random() * 9) }];
}

/** Days of which each machine has at most one time when it is stuck. */
const STUCK_EVERY = 10;

/** A machine takes no money and says nothing of it, for days, until somebody comes. */
export function stuckOf({ serial }: Machine, day: string): Span[] {
  const number = Math.floor(Date.parse(day) / (24 * HOUR));
  const block = Math.floor(number / STUCK_EVERY);
  const random = randomOf("stuck", serial, block);
  if (!chance(random, 0.15)) return [];
  const from = hoursAfter(shiftDay(day, block * STUCK_EVERY - number), random() * (STUCK_EVERY - 4) * 24);
  return [{ from, to: from + Math.floor((1.5 + random() * 2.5) * 24) * HOUR }];
}

/** Without mains a unit can still tell so, for a little while. */
const BATTERY = 90_000;

/** Times that began on a day when the unit of a machine reaches nobody: its district is dark, or its signal is lost. It buffers meanwhile. */
const silentOf: SpansOf = (machine, day) => [
  ...cutsOf(machine, day).map(({ from, to }) => ({ from: from + BATTERY, to })),
  ...lostOf(machine, day),
];

/** Since when the unit of a machine has reached nobody; undefined while it does. */
export function cutOffSince(machine: Machine, at: Moment): Moment | undefined {
  const now = around(machine, kyivDay(at), silentOf).filter((span) => isIn([span], at));
  return now.length ? Math.min(...now.map(({ from }) => from)) : undefined;
}

export const isCutOff = (machine: Machine, at: Moment): boolean => cutOffSince(machine, at) !== undefined;

export const isDark = (machine: Machine, at: Moment): boolean => isIn(around(machine, kyivDay(at), cutsOf), at);

/** Times in some days when the unit reached nobody, in order; those that touch are one. */
export function silencesIn(machine: Machine, days: readonly string[]): Span[] {
  const spans = days.flatMap((day) => silentOf(machine, day)).sort((one, other) => one.from - other.from);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}
