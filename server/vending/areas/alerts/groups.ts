import type { AlertScope } from "~server/contract/alerts";
import type { Moment } from "../../time";
import type { AlertState, OpenAlert, Rule, Signal, Step } from "./model";

const MINUTE = 60_000;
/** What reaches beyond a place takes more in while its last machine came so lately, and it is no older than that: later it is another outage. */
const SPREADS = { pause: 60 * MINUTE, longest: 240 * MINUTE };
/** Two places of a city at one time are the city's trouble, three cities the region's, three regions everybody's. */
const MANY = { places: 2, cities: 3, regions: 3 };
/** Of one rule within {@link FLOOD_SPAN}; whatever comes then is one alert. An operator reads ten in ten minutes (EEMUA 191), of all rules. */
const FLOOD = 3;
const FLOOD_SPAN = 10 * MINUTE;

/** Puts what is due into alerts: into one that reaches it already, or with what has come at the same time into a new one. */
export function group(state: AlertState, rules: ReadonlyMap<number, Rule>, now: Moment, step: Step): void {
  for (const [rule, due] of dueByRule(state)) {
    const wait = rules.get(rule)?.wait ?? 0;
    const left = due.filter((signal) => !joinOpen(state, signal, now, step));
    if (left.some(({ due: since }) => since !== null && now - since >= wait)) open(state, rule, left, now, step);
  }
}

function dueByRule(state: AlertState): Map<number, Signal[]> {
  const due = new Map<number, Signal[]>();
  for (const signal of state.signals.values())
    if (signal.due !== null && signal.alert === null) due.set(signal.rule, [...(due.get(signal.rule) ?? []), signal]);
  return due;
}

const WIDENING: readonly AlertScope[] = ["place", "city", "region", "network"];
const areaOf = ({ place, city, region }: Signal, scope: AlertScope): string | null =>
  ({ place, city: city === null ? null : `${region ?? ""} ${city}`, region, network: "" })[scope];

function joinOpen(state: AlertState, signal: Signal, now: Moment, step: Step): boolean {
  const reaching = [...state.alerts.values()]
    .filter(
      (alert) =>
        alert.rule === signal.rule &&
        areaOf(signal, alert.scope) === alert.area &&
        (alert.scope === "place" || spreads(alert, now)),
    )
    .sort((one, other) => WIDENING.indexOf(one.scope) - WIDENING.indexOf(other.scope) || one.id - other.id)[0];
  if (reaching) join(reaching, signal, now, step);
  return reaching !== undefined;
}

const spreads = ({ joined, opened }: OpenAlert, now: Moment) =>
  now - joined < SPREADS.pause && now - opened < SPREADS.longest;

function join(alert: OpenAlert, signal: Signal, now: Moment, step: Step): void {
  signal.alert = alert.id;
  alert.joined = now;
  alert.untold += 1;
  step.changed.add(signal);
}

/** Opens as few alerts as tell where the trouble is. */
function open(state: AlertState, rule: number, due: readonly Signal[], now: Moment, step: Step): void {
  const recent = [...state.alerts.values()].filter((one) => one.rule === rule && now - one.opened < FLOOD_SPAN).length;
  const parts = partsOf(due).sort((one, other) => other.signals.length - one.signals.length);
  const room = Math.max(0, FLOOD - recent);
  const kept = parts.length <= room ? parts : parts.slice(0, Math.max(0, room - 1));
  const rest = parts.slice(kept.length).flatMap(({ signals }) => signals);
  for (const { scope, signals } of [...kept, ...(rest.length ? [{ scope: "network" as const, signals: rest }] : [])]) {
    const [first] = signals;
    if (first) for (const signal of signals) join(openOne(state, first, scope, now, step), signal, now, step);
  }
}

function openOne(state: AlertState, signal: Signal, scope: AlertScope, now: Moment, step: Step): OpenAlert {
  const area = areaOf(signal, scope) ?? "";
  const known = step.opened.find((one) => one.rule === signal.rule && one.scope === scope && one.area === area);
  if (known) return known;
  const id = Math.min(0, ...state.alerts.keys()) - 1;
  const alert: OpenAlert = {
    ...{ id, rule: signal.rule, scope, area, opened: now, joined: now },
    ...{ told: null, untold: 0, acknowledged: false },
  };
  state.alerts.set(id, alert);
  step.opened.push(alert);
  return alert;
}

interface Part {
  scope: AlertScope;
  signals: Signal[];
}

/** What belongs together: by place, and wider where too much of what is wider is concerned. */
function partsOf(due: readonly Signal[]): Part[] {
  let parts = [...by(due, (signal) => signal.place).values()].map((signals): Part => ({ scope: "place", signals }));
  parts = widened(parts, "city", MANY.places);
  parts = widened(parts, "region", MANY.cities);
  return widened(parts, "network", MANY.regions);
}

/** Takes parts of one scope together where so many of them are of one wider area. */
function widened(parts: readonly Part[], scope: AlertScope, many: number): Part[] {
  const below = WIDENING[WIDENING.indexOf(scope) - 1];
  const rest: Part[] = [];
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const area = part.signals[0] ? areaOf(part.signals[0], scope) : null;
    const isNowhere = part.signals[0]?.city === null;
    if (area === null || isNowhere) rest.push(part);
    else groups.set(area, [...(groups.get(area) ?? []), part]);
  }
  for (const group of groups.values()) {
    const count =
      scope === "region"
        ? new Set(group.map(({ signals }) => signals[0]?.city)).size
        : group.filter((one) => one.scope === below).length;
    if (count >= many) rest.push({ scope, signals: group.flatMap(({ signals }) => signals) });
    else rest.push(...group);
  }
  return rest;
}

function by<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
