import type { SCAN_RESULTS } from "~server/contract/telemetry-events";
import { keyHeld } from "./keys";
import { HOUR, type Moment, startOf } from "./calendar";
import type { Machine } from "./machines";
import type { PlaceKind } from "./projects";
import { chance, pick, poisson, type Random, randomOf, whole } from "./random";

/** A card, a code or a partner's application at a machine's reader. */
export interface Scan {
  card: "rfid" | "qr" | "partner";
  code: string;
  partner?: string;
}
type Outcome = (typeof SCAN_RESULTS)[number];

/** Of the sales by the telemetry unit's own payments so many are paid with a card or a code, where there is a reader. */
const SCANNED = 0.3;
/** … and so many through the application of the place's owner, where he has one. */
const BY_PARTNER = 0.06;
/** Free drinks are those of codes and cards that pay for one, mostly. */
const FREE_BY_SCAN = 0.8;

const PARTNERS: Partial<Record<PlaceKind, string>> = {
  PETROL: "АЗС «Тракт»",
  GYM: "Sport Life",
  UNIVERSITY: "Студентська картка",
};

/** Keys of the sports club's employees, by number. */
export const CLUB_KEYS: readonly string[] = Array.from({ length: 14 }, (_, index) => `SL-${String(1040 + index * 3)}`);

/** Signs of the codes that the service makes. */
const SIGNS = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"];
/** Codes of a batch, by their signs. */
export const BATCH_CODES: readonly string[] = Array.from({ length: 400 }, (_, index) => {
  const random = randomOf("batch", index);
  return Array.from({ length: 16 }, () => pick(random, SIGNS)).join("");
});
/** So many of the codes that pay are of the batch; few enough that hardly one is held twice. */
const OF_BATCH = 0.03;
const qrHeld = (random: Random): string => (chance(random, OF_BATCH) ? pick(random, BATCH_CODES) : codeOf(random));

/** What stood behind a sale by the unit's own payments or for free: always the same for a machine and a moment. */
export function scanBehind(machine: Machine, at: Moment, isFree: boolean): Scan | undefined {
  const random = randomOf("scanned", machine.serial, at);
  const partner = machine.place && PARTNERS[machine.place.kind];
  if (partner && chance(random, BY_PARTNER)) return { card: "partner", code: partnersCode(machine, random), partner };
  const card = cardOf(machine, random);
  if (!card || !chance(random, isFree ? FREE_BY_SCAN : SCANNED)) return undefined;
  return { card, code: card === "rfid" ? keyHeld(random, isFree) : qrHeld(random) };
}

/** What a reader reads; undefined where there is none for cards and codes. */
function cardOf({ reader }: Machine, random: Random): "rfid" | "qr" | undefined {
  if (reader === "NONE" || reader === "PAX") return undefined;
  return reader === "QR" || (reader === "RFID_QR" && chance(random, 0.5)) ? "qr" : "rfid";
}

/** Most who buy in a club work there and hold its key, whoever else is its guest. */
const OF_EMPLOYEES = 0.7;
const partnersCode = ({ place }: Machine, random: Random): string =>
  place?.kind === "GYM" && chance(random, OF_EMPLOYEES) ? pick(random, CLUB_KEYS) : codeOf(random);

const codeOf = (random: Random): string => String(whole(random, 10_000_000, 99_999_999));

/** Why no sale follows; who is accepted and walks away is one of them. */
const IN_VAIN: readonly Outcome[] = [
  "accepted",
  "insufficient_balance",
  "insufficient_balance",
  "expired",
  "already_used",
  "not_found",
  "blocked",
];

/** People hold cards and codes before the reader and buy nothing. */
export function scansInVain(machine: Machine, day: string): { at: Moment; scan: Scan; outcome: Outcome }[] {
  const random = randomOf("scan", machine.serial, day);
  return Array.from({ length: poisson(random, machine.mean / 40) }, () => ({
    at: startOf(day) + Math.floor((8 + random() * 11) * HOUR),
    card: cardOf(machine, random),
    code: codeOf(random),
    outcome: pick(random, IN_VAIN),
  })).flatMap(({ at, card, code, outcome }) => (card ? [{ at, scan: { card, code }, outcome }] : []));
}
