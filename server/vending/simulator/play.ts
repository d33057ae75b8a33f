import { setTimeout as sleep } from "node:timers/promises";
import { HOUR, MINUTE, type Moment } from "../demonstration/calendar";
import { isCutOff } from "../demonstration/troubles";
import type { SimulatedUnit } from "./unit";

/** Units that call at the same time. */
export interface Pace {
  atOnce: number;
  pauseMs: number;
}

/** Units call by turns until each has called, or it is over. */
export async function inTurns(
  units: readonly SimulatedUnit[],
  { atOnce, pauseMs }: Pace,
  stopped: AbortSignal,
  work: (unit: SimulatedUnit) => Promise<void>,
): Promise<void> {
  const queue = units.values();
  const lane = async () => {
    for (const unit of queue) {
      if (stopped.aborted) return;
      await work(unit);
      if (pauseMs) await rest(pauseMs, stopped);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, units.length) }, lane));
}

/** Ends when the play does; till then it keeps the process alive that plays. */
export const rest = (ms: number, stopped: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: stopped }).catch(() => undefined);

/** What a unit buffers before it is handed in, when a past is played. */
const STEP: Moment = 6 * HOUR;

/** Plays the machines' past from their beginnings to `to` as fast as it is taken, until nothing waits. A unit that is not heard tries again. */
export async function catchUp(
  units: readonly SimulatedUnit[],
  from: Moment,
  to: Moment,
  pace: Pace,
  stopped: AbortSignal,
  onPlayed?: (at: Moment) => void,
): Promise<void> {
  for (let at = Math.min(from + STEP, to); ; at = Math.min(at + STEP, to)) {
    await inTurns(units, pace, stopped, async (unit) => {
      unit.live(at);
      await unit.talk(Date.now());
    });
    onPlayed?.(at);
    if (stopped.aborted || at >= to) break;
  }
  while (!stopped.aborted && units.some(({ waiting }) => waiting)) {
    await inTurns(
      units.filter(({ waiting }) => waiting),
      pace,
      stopped,
      (unit) => unit.talk(Date.now()),
    );
    if (units.some(({ waiting }) => waiting)) await rest(200, stopped);
  }
}

/** The pause of units that live faster than they would. */
const FAST_MS = 1_000;

/**
 * Plays the machines in real time; with `fast` from its beginning on, so many times as fast until they have caught up.
 * Every unit calls once a minute, when it lives faster once a second, and at once when it is `called` by its number, as
 * one is on a line that stands open; nobody hears one that is cut off.
 */
export async function playOn(
  units: readonly SimulatedUnit[],
  pace: Pace,
  stopped: AbortSignal,
  { fast, called }: { fast?: { from: Moment; speed: number }; called?: () => Promise<ReadonlySet<string>> } = {},
): Promise<void> {
  const began = Date.now();
  // Machines write whole seconds; what happens in this one belongs to the next call.
  const lived = () =>
    Math.floor(Math.min(Date.now(), fast ? fast.from + (Date.now() - began) * fast.speed : Infinity) / 1_000) * 1_000;
  const call = async (unit: SimulatedUnit) => {
    const at = lived();
    unit.live(at);
    if (!isCutOff(unit.options.machine, at)) await unit.talk(Date.now());
  };
  while (!stopped.aborted) {
    const started = Date.now();
    await inTurns(units, pace, stopped, call);
    const isFast = lived() + MINUTE < Date.now();
    const until = started + (isFast ? FAST_MS : MINUTE);
    while (called && !stopped.aborted && Date.now() + FAST_MS < until) {
      await rest(FAST_MS, stopped);
      const now = await called();
      for (const unit of units) if (now.has(unit.options.machine.unit.serial)) await call(unit);
    }
    await rest(Math.max(0, until - Date.now()), stopped);
  }
}
