import { setTimeout as sleep } from "node:timers/promises";
import { HOUR, MINUTE, type Moment } from "../demonstration/calendar";
import type { SimulatedUnit } from "./unit";

/** Units that call at the same time. */
export interface Pace { atOnce: number; pauseMs: number }

/** Units call by turns until each has called, or it is over. */
export async function inTurns(units: readonly SimulatedUnit[], { atOnce, pauseMs }: Pace, stopped: AbortSignal, work: (unit: SimulatedUnit) => Promise<void>): Promise<void> {
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

/** The timer keeps no process alive, and ends when the play does. */
export const rest = (ms: number, stopped: AbortSignal): Promise<void> => sleep(ms, undefined, { ref: false, signal: stopped }).catch(() => undefined);

/** What a unit buffers before it is handed in, when a past is played. */
const STEP: Moment = 6 * HOUR;

/** Plays the machines' past from their beginnings to `to` as fast as it is taken, until nothing waits. A unit that is not heard tries again. */
export async function catchUp(units: readonly SimulatedUnit[], from: Moment, to: Moment, pace: Pace, stopped: AbortSignal, told?: (at: Moment) => void): Promise<void> {
  for (let at = Math.min(from + STEP, to); ; at = Math.min(at + STEP, to)) {
    await inTurns(units, pace, stopped, async (unit) => {
      unit.live(at);
      await unit.talk(at, Date.now());
    });
    told?.(at);
    if (stopped.aborted || at >= to) break;
  }
  while (!stopped.aborted && units.some(({ waiting }) => waiting)) {
    await inTurns(units.filter(({ waiting }) => waiting), pace, stopped, (unit) => unit.talk(to, Date.now()));
    if (units.some(({ waiting }) => waiting)) await rest(200, stopped);
  }
}

/** Plays the machines in real time: every unit calls once a minute. */
export async function playOn(units: readonly SimulatedUnit[], pace: Pace, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const started = Date.now();
    await inTurns(units, pace, stopped, async (unit) => {
      // Machines write whole seconds; what happens in this one belongs to the next call.
      const now = Math.floor(Date.now() / 1_000) * 1_000;
      unit.live(now);
      await unit.talk(now);
    });
    await rest(Math.max(0, MINUTE - (Date.now() - started)), stopped);
  }
}
