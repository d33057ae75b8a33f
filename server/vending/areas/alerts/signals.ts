import { type AlertCause, SILENCED_BY } from "~server/contract/alerts";
import type { Moment } from "../../time";
import { type AlertState, keyOf, type Rule, type Seen, type Signal, type Step } from "./model";

const MINUTE = 60_000;
/** A cause that was told is over when it has been away for so long. */
export const CALM = 5 * MINUTE;
/** One that comes and goes is over when it has been away for an hour; it flaps from so many beginnings within one. */
export const FLAPS = 3;
export const HOUR = 60 * MINUTE;

/** Follows what is there now: what begins, comes back, goes away and is over. */
export function followSignals(
  state: AlertState,
  rules: ReadonlyMap<number, Rule>,
  seen: readonly Seen[],
  now: Moment,
  step: Step,
): void {
  const here = new Set<string>();
  for (const one of seen) {
    const key = keyOf(one);
    here.add(key);
    const known = state.signals.get(key);
    if (!known) begin(state, key, one, now, step);
    else if (known.cleared !== null) comeBack(known, one, now, step);
  }
  for (const [key, signal] of state.signals)
    if (!here.has(key)) goAway(state, key, signal, rules.has(signal.rule), now, step);
}

function begin(state: AlertState, key: string, seen: Seen, now: Moment, step: Step): void {
  // A clock that is ahead begins nothing in the future.
  const signal = { ...seen, since: Math.min(seen.since, now), begun: [now], due: null, cleared: null, alert: null };
  state.signals.set(key, signal);
  step.changed.add(signal);
}

function comeBack(signal: Signal, { place, city, region }: Seen, now: Moment, step: Step): void {
  Object.assign(signal, {
    cleared: null,
    begun: [...signal.begun.filter((at) => now - at < HOUR), now],
    place,
    city,
    region,
  });
  step.changed.add(signal);
}

function goAway(state: AlertState, key: string, signal: Signal, isWatched: boolean, now: Moment, step: Step): void {
  if (signal.alert === null) {
    state.signals.delete(key);
    step.dropped.push(signal);
    return;
  }
  if (signal.cleared === null) {
    signal.cleared = now;
    step.changed.add(signal);
  }
  if (isWatched && now - signal.cleared < (isFlapping(signal) ? HOUR : CALM)) return;
  state.signals.delete(key);
  step.ended.push(signal);
}

export const isFlapping = ({ begun }: Pick<Signal, "begun">): boolean => begun.length >= FLAPS;

/** Marks those that may be told from now on: they have lasted, and follow from no other cause of the same machine. */
export function markDue(state: AlertState, rules: ReadonlyMap<number, Rule>, now: Moment, step: Step): void {
  const causes = causesBySubject(state, rules);
  for (const signal of state.signals.values()) {
    if (signal.alert !== null || signal.due !== null) continue;
    const rule = rules.get(signal.rule);
    if (!rule || now - signal.since < rule.delay) continue;
    const others = causes.get(signal.subject);
    if (SILENCED_BY[rule.cause]?.some((above) => others?.has(above))) continue;
    signal.due = now;
    step.changed.add(signal);
  }
}

function causesBySubject(state: AlertState, rules: ReadonlyMap<number, Rule>): Map<string, Set<AlertCause>> {
  const causes = new Map<string, Set<AlertCause>>();
  for (const { subject, rule } of state.signals.values()) {
    const cause = rules.get(rule)?.cause;
    if (!cause) continue;
    const all = causes.get(subject) ?? new Set();
    causes.set(subject, all.add(cause));
  }
  return causes;
}
