import type { Moment } from "../../time";
import { type TerminalNews, together as bothTerminals } from "../terminals/heard";

/** News of a machine: every group with the time it is of. Names are the columns of `device_states`. */
export interface News {
  device: number;
  unit: number;
  contact_at: Moment;
  network?: { at: Moment; operator: string | null; rssi: number | null; type: string | null };
  power?: { at: Moment; mains: boolean; millivolts: number | null };
  door?: { at: Moment; state: string };
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

/** Several pieces of news of one machine as one. */
export function together(one: News, other: News): News {
  const [first, last] = one.contact_at <= other.contact_at ? [one, other] : [other, one];
  return {
    device: last.device,
    unit: last.unit,
    contact_at: last.contact_at,
    network: newer(first.network, last.network),
    power: newer(first.power, last.power),
    door: newer(first.door, last.door),
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
