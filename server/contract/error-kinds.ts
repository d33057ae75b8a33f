/** What of a machine an error is of, in the order of reports. */
export const ERROR_KINDS = ["payment", "cups", "drinks", "water", "goods", "cooling", "control", "others"] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** By the first letters of a standard EVA-DTS code; where the specification means something else by a code, by that. */
const KINDS: Readonly<Record<string, ErrorKind>> = {
  EA: "payment",
  EK: "payment",
  EN: "payment",
  ENG: "drinks",
  EB: "cups",
  ED: "drinks",
  EE: "drinks",
  EF: "water",
  EJ: "goods",
  EL: "goods",
  EH: "cooling",
  EO: "cooling",
  EC: "control",
  EI: "control",
};

/** Of an error without a standard code nothing is known. */
export const errorKind = (code: string | null): ErrorKind =>
  (code !== null && (KINDS[code] ?? KINDS[code.slice(0, 2)])) || "others";

/**
 * Errors with which a machine hands out nothing: it has no cups, ingredients, coffee or water, its waste is full, its
 * food has become too warm, or it says itself that it is not ready.
 */
const BLOCKING: ReadonlySet<string> = new Set(["EBB", "EBJ", "EDJ", "EDT", "EFB", "EFL", "EGN", "EJH", "OCM"]);
export const isBlocking = (code: string | null): boolean => code !== null && BLOCKING.has(code);

/**
 * Errors that say that something ran out or is full, by the meanings of the specification: they are over with a filling,
 * and come back without anybody having repaired badly.
 */
const OF_SUPPLIES: ReadonlySet<string> = new Set([
  "EBB",
  "EBJ",
  "EDJ",
  "EDT",
  "EFB",
  "EFL",
  "EGN",
  "ELB",
  "ELE",
  "ENE",
  "OBH",
]);
/** Whether an error is a fault that somebody has to repair. */
export const isFault = (code: string | null): boolean => code === null || !OF_SUPPLIES.has(code);
