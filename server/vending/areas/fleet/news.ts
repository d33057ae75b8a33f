import type { Moment } from "../../time";
import { type TerminalNews, together as bothTerminals } from "../terminals/heard";

/** News of a machine: every group with the time it is of. Names are the columns of `device_states`. */
export interface News {
  device: number;
  unit: number;
  contact_at: Moment;
  network?: { at: Moment; operator: string | null; rssi: number | null; type: string | null };
  /** `since`: when that was first said without a word against it. */
  power?: { at: Moment; since: Moment; mains: boolean; millivolts: number | null };
  door?: { at: Moment; since: Moment; state: string };
  temperature?: { at: Moment; values: number[] };
  about?: { at: Moment; firmware: string | null; uptime: number | null; clock: number; sequence: number | null };
  sale_at?: Moment;
  cash_at?: Moment;
  cashless_at?: Moment;
  visit_at?: Moment;
  service_at?: Moment;
  /** When the machine's bank terminals were heard; those of a serial, or whichever is there. */
  terminals?: TerminalNews[];
}

export const later = (one: Moment | undefined, other: Moment | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one;
export const newer = <T extends { at: Moment }>(one: T | undefined, other: T | undefined): T | undefined =>
  !one || (other && other.at > one.at) ? other : one;

/** The newer of two states that last; it began with the older one where they say the same. */
const lasting = <T extends { at: Moment; since: Moment }>(
  one: T | undefined,
  other: T | undefined,
  saidBy: (news: T) => unknown,
): T | undefined => {
  const known = newer(one, other);
  return one && other && known && saidBy(one) === saidBy(other)
    ? { ...known, since: Math.min(one.since, other.since) }
    : known;
};
export const powerOf = (one: News["power"], other: News["power"]) => lasting(one, other, ({ mains }) => mains);
export const doorOf = (one: News["door"], other: News["door"]) => lasting(one, other, ({ state }) => state);

/** Several pieces of news of one machine as one. */
export function together(one: News, other: News): News {
  const [first, last] = one.contact_at <= other.contact_at ? [one, other] : [other, one];
  return {
    device: last.device,
    unit: last.unit,
    contact_at: last.contact_at,
    network: newer(first.network, last.network),
    power: powerOf(first.power, last.power),
    door: doorOf(first.door, last.door),
    temperature: newer(first.temperature, last.temperature),
    about: newer(first.about, last.about),
    sale_at: later(first.sale_at, last.sale_at),
    cash_at: later(first.cash_at, last.cash_at),
    cashless_at: later(first.cashless_at, last.cashless_at),
    visit_at: later(first.visit_at, last.visit_at),
    service_at: later(first.service_at, last.service_at),
    terminals: bothTerminals(first.terminals, last.terminals),
  };
}
