import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { rows } from "~server/vending/database/query";
import { instantOf, localTime } from "~server/vending/time";
import { daysLater } from "./report-days";

/** What machines went through, looked up anew for every piece of time between any two events: nothing is carried on. */

const told = z.object({
  id: z.string(),
  device: z.number(),
  at: z.number(),
  kind: z.string(),
  raw: z.string().nullable(),
  fills: z.boolean(),
  cleans: z.boolean(),
});
export type Told = z.infer<typeof told>;

/** Every event of the log in the order in which it happened. */
export const readTold = (pool: Pool): Promise<Told[]> =>
  rows(
    pool,
    told,
    sql`select id, device_id as device, (extract(epoch from at) * 1000)::bigint as at, kind, data->>'code' as raw,
      coalesce(data->'filled' = 'true', false) or coalesce(data->'fills' <> '[]', false) as fills, coalesce(data->'cleaned' = 'true', false) as cleans
      from device_events order by at, received_at, id`,
  );

export const KINDS: Record<string, string> = {
  ...{ EAR: "payment", ENG: "drinks", EBB: "cups", EDT: "drinks", EFB: "water", EJB: "goods", EC1C: "control" },
  ...{ EJB_12: "goods", HOPPER: "others", EO: "cooling" },
};
const BLOCKING = ["EBB", "EDT", "EFB"];

type InWork = (at: number) => boolean;
interface Piece {
  from: number;
  to: number;
  inWork: boolean;
  isKnown: boolean;
  isOffline: boolean;
  isDark: boolean;
  errors: string[];
  isDown: boolean;
}

const HOUR = 3_600_000;
export const beginOfDay = (day: string): number => instantOf(`${day}T00:00:00`);

/** Errors of {@link KINDS} that somebody has to repair: the others say that something ran out. */
const FAULTS = ["EAR", "ENG", "EJB", "EC1C", "EJB_12", "HOPPER", "EO"];
const [VISIT, RETURN] = [2 * HOUR, 7 * 24 * HOUR];

/** First visits to faults of a machine that began long enough ago, and whether they repaired them. */
export function firstVisitsOf(all: readonly Told[], inWork: InWork, changes: readonly number[], until: number) {
  const pieces = piecesOf(all, inWork, changes, until);
  const signs = all.filter(({ kind, at }) => ["door_opened", "maintenance"].includes(kind) && inWork(at));
  const begins: Told[] = [];
  for (const sign of signs) if (sign.at >= (begins.at(-1)?.at ?? -Infinity) + VISIT) begins.push(sign);
  return FAULTS.flatMap((raw) => {
    /** Of the fault as it was found: since when it had been open. */
    const openSince = (sign: Told) => {
      const news = all.slice(0, all.indexOf(sign)).filter((one) => one.raw === raw && one.kind.startsWith("error"));
      const closed = news.findLastIndex(({ kind }) => kind === "error_closed");
      return news[closed + 1]?.at;
    };
    const found = begins.filter((sign) => openSince(sign) !== undefined);
    const first = found.filter((sign, n) => (openSince(sign) ?? 0) >= (found[n - 1]?.at ?? -Infinity) + RETURN);
    return first
      .filter(({ at }) => at + RETURN <= until)
      .map(({ at }) => ({
        at,
        isFixed: !pieces.some(
          ({ from, to, errors, inWork: counts }) =>
            counts && errors.includes(raw) && Math.max(from, at + VISIT) < Math.min(to, at + RETURN),
        ),
      }));
  });
}

/** Pieces of a machine's life in which nothing changes, none over a midnight or a whole hour. */
export function piecesOf(all: readonly Told[], inWork: InWork, changes: readonly number[], until: number): Piece[] {
  const first = Math.min(...all.map(({ at }) => at), ...changes);
  if (!Number.isFinite(first)) return [];
  const hours = Array.from(
    { length: Math.ceil((until - first) / HOUR) + 1 },
    (_, n) => (Math.floor(first / HOUR) + n) * HOUR,
  );
  const moments = [...new Set([...all.map(({ at }) => at), ...changes, ...hours, until])]
    .filter((at) => at <= until)
    .sort((a, b) => a - b);
  return moments.slice(1).map((to, n) => {
    const from = moments[n] ?? to;
    const before = all.filter(({ at }) => at <= from);
    const last = (...kinds: string[]) => before.findLast(({ kind }) => kinds.includes(kind))?.kind;
    const raws = [
      ...new Set(before.flatMap(({ raw, kind }) => (raw !== null && kind.startsWith("error") ? [raw] : []))),
    ];
    const errors = raws.filter((raw) => before.findLast((one) => one.raw === raw)?.kind === "error_opened");
    const contact = last("online", "offline");
    const state = {
      inWork: inWork(from),
      isKnown: contact !== undefined,
      isOffline: contact === "offline",
      isDark: last("power_lost", "power_restored") === "power_lost",
    };
    const isOut = state.isOffline || state.isDark || errors.some((raw) => BLOCKING.includes(raw));
    return { from, to, ...state, errors, isDown: state.inWork && state.isKnown && isOut };
  });
}

/** Times that a machine was down, from when to when, and whether it came back. */
function outagesOf(pieces: readonly Piece[]) {
  const found: { from: number; to: number; isOver: boolean }[] = [];
  for (const [n, piece] of pieces.entries()) {
    if (!piece.isDown) continue;
    const last = found.at(-1);
    const next = pieces[n + 1];
    const isOver = next !== undefined && !next.isDown && next.inWork;
    if (last && last.to === piece.from) Object.assign(last, { to: piece.to, isOver });
    else found.push({ from: piece.from, to: piece.to, isOver });
  }
  return found;
}

/** A machine's days, each rounded to whole seconds. */
export function daysOfMachine(all: readonly Told[], inWork: InWork, changes: readonly number[], until: number) {
  const pieces = piecesOf(all, inWork, changes, until);
  const outages = outagesOf(pieces);
  return (day: string) => {
    const [begin, end] = [beginOfDay(day), Math.min(until, beginOfDay(daysLater(day, 1)))];
    const own = pieces.filter(({ from }) => from >= begin && from < end);
    const seconds = (is: (piece: Piece) => boolean) =>
      Math.round(own.filter((one) => one.inWork && is(one)).reduce((sum, { from, to }) => sum + to - from, 0) / 1_000);
    const known = (is: (piece: Piece) => boolean) => seconds((one) => one.isKnown && is(one));
    const happened = all.filter(({ at }) => at >= begin && at < end);
    const news = happened.filter(({ at }) => inWork(at));
    const before = (one: Told, ...kinds: string[]) =>
      all.slice(0, all.indexOf(one)).findLast(({ kind }) => kinds.includes(kind))?.kind;
    const opened = news.filter((one) => {
      const known = all
        .slice(0, all.indexOf(one))
        .findLast(({ raw, kind }) => raw === one.raw && kind.startsWith("error"));
      return one.kind === "error_opened" && known?.kind !== "error_opened";
    });
    const touching = outages.filter(({ from, to }) => from < end && to > begin);
    const repaired = outages.filter(({ to, isOver }) => isOver && to >= begin && to < end);
    const services = happened.filter(({ kind }) => kind === "maintenance");
    return {
      known: known(() => true),
      work: seconds(() => true),
      offline: known(({ isOffline }) => isOffline),
      dark: known(({ isDark }) => isDark),
      error: known(({ errors }) => errors.length > 0),
      blocking: known(({ errors }) => errors.some((raw) => BLOCKING.includes(raw))),
      down: known(({ isDown }) => isDown),
      offline_count: news.filter((one) => one.kind === "offline" && before(one, "online", "offline") !== "offline")
        .length,
      power_cuts: news.filter(
        (one) => one.kind === "power_lost" && before(one, "power_lost", "power_restored") !== "power_lost",
      ).length,
      door_openings: news.filter(({ kind }) => kind === "door_opened").length,
      ...Object.fromEntries(
        [...new Set(Object.values(KINDS))].map((kind) => [
          `errors_${kind}`,
          opened.filter(({ raw }) => KINDS[raw ?? ""] === kind).length,
        ]),
      ),
      errors: opened.length,
      longest: Math.max(0, ...touching.map(({ from, to }) => Math.round((Math.min(to, end) - from) / 1_000))),
      repairs: repaired.length,
      repair: Math.round(repaired.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000),
      services: services.length,
      fills: services.filter(({ fills }) => fills).length,
      cleanings: services.filter(({ cleans }) => cleans).length,
      other_services: services.filter(({ fills, cleans }) => !fills && !cleans).length,
      downByHour: Array.from({ length: 24 }, (_, hour) =>
        Math.round(
          own
            .filter(({ isDown, from }) => isDown && Number(localTime(from).slice(11, 13)) === hour)
            .reduce((sum, { from, to }) => sum + to - from, 0) / 1_000,
        ),
      ),
    };
  };
}
export type LivedDay = ReturnType<ReturnType<typeof daysOfMachine>>;
