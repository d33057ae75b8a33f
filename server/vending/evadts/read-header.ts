/** What `arrange` needs to know about a kept read; all reads belong to one device. */
export interface ReadHeader {
  id: string;
  /** When the server received the file, UTC ISO. */
  receivedAt: string;
  /** Machine-local time of the read; null without a clock. */
  machineTime: string | null;
  /** When its unit says that it read the machine (X-Read-At), UTC ISO; null where nobody said. */
  readAt: string | null;
  /** EA309. */
  readsTotal: number | null;
  /** EA301. */
  readsWithReset: number | null;
  /** ID101. */
  machineSerial: string | null;
  /** CB101. */
  controlBoard: string | null;
  /** EA4, machine-local. */
  initialisedAt: string | null;
  /** VA102. */
  paidCount: number | null;
  /** VA101, kopecks. */
  paidValue: number | null;
  /** Hash of the normalised counters. */
  countersHash: string;
  /** Hash of the raw file. */
  fileHash: string;
  /** The file ends before its report does; reads that were kept before this was looked at do not say. */
  isCut?: boolean;
  /** G85; null where there is nothing to check. Reads that were kept before this was looked at do not say. */
  crc?: "right" | "wrong" | null;
  /** The highest price of a product, kopecks. */
  dearest?: number | null;
  /** Staff say that what it counts is right. */
  isReleased: boolean;
  /** Staff ask to count this read's sales from initialisation on if it is the first of its chain. */
  fromInitialisation: boolean;
}

/** The machine's own, and its unit's. */
export const CLOCKS = ["machineTime", "readAt"] as const;
export type Clock = (typeof CLOCKS)[number];

export function identityOf(read: ReadHeader): string {
  return identityParts(read)
    .map((part) => part ?? "")
    .join("|");
}

/** The identity says all that the other says, and more. A cut-off file may lack its last segments. */
export function isRicher(one: ReadHeader, other: ReadHeader): boolean {
  const parts = identityParts(one);
  return (
    identityParts(other).every((part, index) => part === null || part === parts[index]) &&
    identityOf(one) !== identityOf(other)
  );
}

/** It does not say all of its identity. */
export const isLacking = (read: ReadHeader): boolean => identityParts(read).includes(null);

function identityParts(read: ReadHeader): (string | null)[] {
  return [read.machineSerial, read.controlBoard, read.initialisedAt];
}

export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** The order in which the server received them. */
export function byReceipt(one: ReadHeader, other: ReadHeader): number {
  return compare(one.receivedAt, other.receivedAt) || compare(one.id, other.id);
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
