import type { ReadHeader } from "./read-header";

/**
 * Why a read is not believed yet: its check value is wrong though those of this machine are right; it is of another
 * machine; it counts more than the machine can have sold; or less than before, which the next one does not say.
 */
export type Doubt = "crc" | "machine" | "jump" | "fell";

/** No machine sells faster: one vend in ten seconds. */
const VENDS_PER_HOUR = 360;
/** What a vend costs at most: so many times the dearest price or what one brought so far; without prices, which may have risen for years. */
const [OF_PRICES, OF_AVERAGE] = [3, 10];
const HOUR = 3_600_000;
/** How wrong clocks may be: those of units, and those of machines or an unknown delay of delivery. */
const [UNIT_SLACK, CLOCK_SLACK] = [HOUR / 3, 24 * HOUR];

export interface Judge {
  /** Its check value is wrong where those of the others are right, or it is of another machine than they. */
  ofItself(read: ReadHeader): Doubt | null;
  /** Beside the read before it and the next one. */
  amongOthers(before: ReadHeader, read: ReadHeader, next: ReadHeader | undefined): Doubt | null;
}

/** Judges the reads of one device; what staff released is believed. Depends on the set of reads only. */
export function judgeOf(reads: readonly ReadHeader[]): Judge {
  const having = (crc: ReadHeader["crc"]) => reads.filter((read) => read.crc === crc).length;
  const isUsuallyRight = having("right") > having("wrong") - 1;
  const isBroken = ({ crc, isReleased }: ReadHeader) => crc === "wrong" && isUsuallyRight && !isReleased;
  const serials = knownSerials(reads.filter((read) => !isBroken(read)));
  return {
    ofItself(read) {
      if (isBroken(read)) return "crc";
      return read.machineSerial !== null && !serials.has(read.machineSerial) ? "machine" : null;
    },
    amongOthers(before, read, next) {
      if (read.isReleased) return null;
      if (isJump(before, read)) return next && follows(read, next) ? null : "jump";
      return next && isBelow(read, before) && !isBelow(next, before) ? "fell" : null;
    },
  };
}

/** Of the machine that was read first, and of those that staff said it is now. */
function knownSerials(reads: readonly ReadHeader[]): Set<string | null> {
  const named = reads.filter(({ machineSerial }) => machineSerial !== null);
  const first = named.reduce<ReadHeader | undefined>(
    (one, other) => (one && one.receivedAt <= other.receivedAt ? one : other),
    undefined,
  );
  const said = named.filter(({ isReleased, fromInitialisation }) => isReleased || fromInitialisation);
  return new Set([first, ...said].flatMap((read) => (read ? [read.machineSerial] : [])));
}

/** The later read confirms the earlier. */
const follows = (earlier: ReadHeader, later: ReadHeader): boolean =>
  !isBelow(later, earlier) && !isJump(earlier, later);

/** It counts less. */
export const isBelow = (one: ReadHeader, other: ReadHeader): boolean =>
  lower(one.paidCount, other.paidCount) || lower(one.paidValue, other.paidValue);

const lower = (one: number | null, other: number | null): boolean => one !== null && other !== null && one < other;

/** More vends than there was time for, or more money than its vends can have brought. */
export function isJump(before: ReadHeader, read: ReadHeader): boolean {
  const vends = rise(before.paidCount, read.paidCount);
  const money = rise(before.paidValue, read.paidValue);
  const hours = hoursBetween(before, read);
  if (vends !== null && hours !== null && vends > hours * VENDS_PER_HOUR) return true;
  const dearest = Math.max(before.dearest ?? 0, read.dearest ?? 0);
  const average = averageOf(before);
  const most = dearest > 0 ? Math.max(dearest, average) * OF_PRICES : average * OF_AVERAGE;
  return vends !== null && money !== null && most > 0 && money > (vends + 1) * most;
}

const rise = (from: number | null, to: number | null): number | null =>
  from === null || to === null || to < from ? null : to - from;

const averageOf = ({ paidCount, paidValue }: ReadHeader): number =>
  paidCount && paidValue ? paidValue / paidCount : 0;

/** At most so many hours lie between two reads; null where no clock tells. */
function hoursBetween(before: ReadHeader, read: ReadHeader): number | null {
  const apart = (one: string | null, other: string | null, slack: number): number[] =>
    one === null || other === null ? [] : [Math.max(0, Date.parse(other) - Date.parse(one)) + slack];
  const units = apart(before.readAt, read.readAt, UNIT_SLACK);
  if (units.length > 0) return Math.max(...units) / HOUR;
  const machines = apart(before.machineTime, read.machineTime, CLOCK_SLACK);
  const receipts = apart(before.receivedAt, read.receivedAt, CLOCK_SLACK);
  return machines.length > 0 ? Math.max(...machines, ...receipts) / HOUR : null;
}
