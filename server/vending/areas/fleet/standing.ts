import { z } from "zod";
import type { EventKind } from "~server/contract/device-events";
import { ERROR_KINDS, errorKind, isBlocking, isFault } from "~server/contract/error-kinds";
import { matchEventCode } from "../../evadts/codes";
import { localTime, type Moment } from "../../time";
import { type FailedVisit, type FirstVisit, followedSchema, following, NOT_VISITED } from "./first-visits";

/** Events that days are made of; the trigger `due_days` names them, too. */
export const DAY_KINDS = [
  "online",
  "offline",
  "power_lost",
  "power_restored",
  "door_opened",
  "error_opened",
  "error_closed",
  "maintenance",
] as const satisfies readonly EventKind[];

/** An event of a machine's day; `raw`: an error's code as the machine sends it. */
export const dayEvent = z.object({
  at: z.number(),
  kind: z.enum(DAY_KINDS),
  raw: z.string().nullable(),
  fills: z.boolean(),
  cleans: z.boolean(),
});
export type DayEvent = z.infer<typeof dayEvent>;

/** How a machine stood at an end of a day; `online` is null before its first contact, `errors` are open ones, `down_since` in milliseconds. */
export const standingSchema = z.object({
  online: z.boolean().nullable(),
  mains: z.boolean(),
  errors: z.array(z.string()),
  down_since: z.number().nullable(),
  // Days that were made before visits were followed know of none.
  visits: followedSchema.default(NOT_VISITED),
});
export type Standing = z.infer<typeof standingSchema>;
export const UNKNOWN: Standing = { online: null, mains: true, errors: [], down_since: null, visits: NOT_VISITED };

const COUNTS = [
  "offline_count",
  "power_cuts",
  "door_openings",
  ...ERROR_KINDS.map((kind) => `errors_${kind}` as const),
  "repairs",
  "services",
  "fills",
  "cleanings",
  "other_services",
] as const;
const TIMES = ["work", "known", "offline", "dark", "error", "blocking", "down", "longest", "repair"] as const;
type Count = (typeof COUNTS)[number];
type Time = (typeof TIMES)[number];
/** Its columns of counts and seconds. */
export const SUMS_OF_DAYS = [...COUNTS, ...TIMES.map((time) => `${time}_seconds` as const)] as const;

/** A day of a machine as it is kept in `device_days`. */
export interface MachineDay {
  sums: Record<(typeof SUMS_OF_DAYS)[number], number>;
  down_by_hour: number[] | null;
  ends: Standing;
  /** First visits that found faults on this day, and those of this day or before of which it shows that they repaired none. */
  visited: FirstVisit[];
  failed: FailedVisit[];
}

/** What a day is made of: how the machine stood when it began, its events in order, and since when it was in work or not. */
export interface DayGiven {
  begins: Standing;
  events: readonly DayEvent[];
  work: readonly { at: Moment; value: boolean }[];
  begin: Moment;
  /** The end of the day, or as much of it as there has been. */
  end: Moment;
}

const HOUR = 3_600_000;
const isIn = ({ work }: DayGiven, at: Moment) => work.findLast((one) => one.at <= at)?.value ?? false;

/** What a machine went through on a day: the same whatever came late or twice. */
export function dayOfMachine(given: DayGiven): MachineDay {
  const { begins, begin, end } = given;
  const day = emptyDay();
  const visits = following(begins.visits);
  const now = { ...begins, errors: new Set(begins.errors) };
  const changes = [
    ...given.work.flatMap(({ at }) => (at > begin ? [{ at, event: undefined }] : [])),
    ...given.events.map((event) => ({ at: event.at, event })),
  ].filter(({ at }) => at >= begin && at < end);
  let at = begin;
  const passUntil = (to: Moment) => {
    if (to <= at) return;
    comeOrGo(day, now, isIn(given, at), at);
    spend(day, now, isIn(given, at), at, to);
    if (isIn(given, at)) visits.pass(faultsOf(now), at, to);
    at = to;
  };
  for (const change of changes.sort((one, other) => one.at - other.at)) {
    passUntil(change.at);
    if (!change.event) continue;
    follow(visits, now, change.event, isIn(given, at));
    happen(day, now, change.event, isIn(given, at));
  }
  passUntil(end);
  return {
    sums: day.sums(),
    down_by_hour: day.hours.some(Boolean) ? day.hours.map(seconds) : null,
    ends: { ...now, errors: [...now.errors].sort(), visits: visits.ends(end, now.errors) },
    visited: visits.found,
    failed: visits.failures(),
  };
}

type Now = Omit<Standing, "errors"> & { errors: Set<string> };
const seconds = (millis: number) => Math.round(millis / 1_000);

function emptyDay() {
  const counts = new Map<Count, number>();
  const times = new Map<Time, number>();
  const of = <K>(map: Map<K, number>, key: K) => map.get(key) ?? 0;
  return {
    hours: Array.from({ length: 24 }, () => 0),
    count: (one: Count) => counts.set(one, of(counts, one) + 1),
    pass: (one: Time, millis: number) => times.set(one, of(times, one) + millis),
    reach: (one: Time, millis: number) => times.set(one, Math.max(of(times, one), millis)),
    sums: (): MachineDay["sums"] =>
      sumsOf(
        (one) => of(counts, one),
        (one) => seconds(of(times, one)),
      ),
  };
}
type Day = ReturnType<typeof emptyDay>;

const sumsOf = (count: (one: Count) => number, time: (one: Time) => number): MachineDay["sums"] => ({
  offline_count: count("offline_count"),
  power_cuts: count("power_cuts"),
  door_openings: count("door_openings"),
  errors_payment: count("errors_payment"),
  errors_cups: count("errors_cups"),
  errors_drinks: count("errors_drinks"),
  errors_water: count("errors_water"),
  errors_goods: count("errors_goods"),
  errors_cooling: count("errors_cooling"),
  errors_control: count("errors_control"),
  errors_others: count("errors_others"),
  repairs: count("repairs"),
  services: count("services"),
  fills: count("fills"),
  cleanings: count("cleanings"),
  other_services: count("other_services"),
  work_seconds: time("work"),
  known_seconds: time("known"),
  offline_seconds: time("offline"),
  dark_seconds: time("dark"),
  error_seconds: time("error"),
  blocking_seconds: time("blocking"),
  down_seconds: time("down"),
  longest_seconds: time("longest"),
  repair_seconds: time("repair"),
});

const codeOf = (raw: string) => matchEventCode(raw).code;
const faultsOf = ({ errors }: Now) => [...errors].filter((raw) => isFault(codeOf(raw)));
const isBlocked = ({ errors }: Now) => [...errors].some((raw) => isBlocking(codeOf(raw)));
const isDown = (now: Now) => now.online === false || !now.mains || isBlocked(now);

/** Time in which nothing changes. Only in work it counts, and of what was before the first contact nothing is known. */
function spend(day: Day, now: Now, inWork: boolean, from: Moment, to: Moment): void {
  const millis = to - from;
  if (!inWork || millis <= 0) return;
  day.pass("work", millis);
  if (now.online === null) return;
  day.pass("known", millis);
  if (!now.online) day.pass("offline", millis);
  if (!now.mains) day.pass("dark", millis);
  if (now.errors.size) day.pass("error", millis);
  if (isBlocked(now)) day.pass("blocking", millis);
  if (now.down_since === null) return;
  day.pass("down", millis);
  day.reach("longest", to - now.down_since);
  // The clock is moved by whole hours.
  for (let at = from; at < to; ) {
    const next = Math.min(to, (Math.floor(at / HOUR) + 1) * HOUR);
    const hour = Number(localTime(at).slice(11, 13));
    day.hours[hour] = (day.hours[hour] ?? 0) + next - at;
    at = next;
  }
}

/** An outage ends where the machine sells again: it was repaired. Where it goes out of work it is at an end without that. */
function comeOrGo(day: Day, now: Now, inWork: boolean, at: Moment): void {
  const isOut = inWork && now.online !== null && isDown(now);
  if (isOut) now.down_since ??= at;
  else if (now.down_since !== null) {
    if (inWork) {
      day.count("repairs");
      day.pass("repair", at - now.down_since);
    }
    now.down_since = null;
  }
}

/** An open door or a service is a visit; an error that begins may be another one than a visit found before. */
function follow(visits: ReturnType<typeof following>, now: Now, { at, kind, raw }: DayEvent, inWork: boolean): void {
  if (inWork && (kind === "door_opened" || kind === "maintenance")) visits.sign(at, faultsOf(now));
  if (kind === "error_opened" && raw !== null && !now.errors.has(raw)) visits.opened(raw, at);
}

/** What happens counts where it changes something, in work; services count whenever they were. */
function happen(day: Day, now: Now, { kind, raw, fills, cleans }: DayEvent, inWork: boolean): void {
  const count = (one: Count, isNew = true) => inWork && isNew && day.count(one);
  switch (kind) {
    case "online":
      now.online = true;
      return;
    case "offline":
      count("offline_count", now.online !== false);
      now.online = false;
      return;
    case "power_lost":
      count("power_cuts", now.mains);
      now.mains = false;
      return;
    case "power_restored":
      now.mains = true;
      return;
    case "door_opened":
      count("door_openings");
      return;
    case "error_opened":
      if (raw === null) return;
      count(`errors_${errorKind(codeOf(raw))}`, !now.errors.has(raw));
      now.errors.add(raw);
      return;
    case "error_closed":
      if (raw !== null) now.errors.delete(raw);
      return;
    case "maintenance":
      day.count("services");
      if (fills) day.count("fills");
      if (cleans) day.count("cleanings");
      if (!fills && !cleans) day.count("other_services");
  }
}
