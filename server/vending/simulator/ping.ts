import type { BatchInput } from "~server/contract/telemetry";
import { HOUR, type Moment } from "../demonstration/calendar";
import type { Happening } from "../demonstration/happening";
import type { Machine } from "../demonstration/machines";
import { randomOf, whole } from "../demonstration/random";

/** MCC and MNC, as a modem names its network. */
const NETWORKS = { Kyivstar: "25503", Vodafone: "25501", lifecell: "25506" } as const satisfies Record<
  Machine["unit"]["sim"],
  string
>;
const TERMINAL_FIRMWARE = "8.14.2";

/** What a unit feels of its machine and knows of itself. */
export interface Senses {
  mains: boolean;
  opened: boolean;
  celsius?: number;
  answers: boolean;
  bootedAt: Moment;
  firmware: string;
}

/** Those of a unit before anything happened. */
export const newSenses = ({ serial }: Machine, at: Moment): Senses => ({
  mains: true,
  opened: false,
  answers: true,
  bootedAt: at - whole(randomOf("boot", serial), 1, 40) * 24 * HOUR,
  firmware: "2.4.1",
});

/** Takes in what happened. */
export function feel(senses: Senses, happened: readonly Happening[]): void {
  for (const one of happened) {
    switch (one.what) {
      case "outage":
      case "power":
        senses.mains = one.what === "power";
        break;
      case "opened":
      case "closed":
        senses.opened = one.what === "opened";
        break;
      case "warmth":
        senses.celsius = one.celsius;
        break;
      case "terminal":
        senses.answers = one.answers;
        break;
      case "restarted":
        senses.bootedAt = one.at;
        break;
      default:
        break;
    }
  }
}

/** What a unit tells of itself at a moment, whatever else it has to tell. */
export function pingOf(
  machine: Machine,
  { mains, opened, celsius, answers, bootedAt, firmware }: Senses,
  now: Moment,
): BatchInput {
  const signal = randomOf("rssi", machine.serial, Math.floor(now / HOUR));
  return {
    imei: machine.unit.serial,
    fw: firmware,
    uptime_s: Math.max(0, Math.round((now - bootedAt) / 1_000)),
    net: { operator: NETWORKS[machine.unit.sim], rssi: -whole(signal, 58, 104), type: "lte" },
    power: { mains, mv: mains ? 24_100 : 11_800 },
    door: machine.quirk === "no_clock" ? "disabled" : opened ? "opened" : "closed",
    ...(celsius === undefined ? {} : { temp_c: [celsius] }),
    ...(machine.payments[2] > 0 ? { terminal: terminalOf(machine, answers, now) } : {}),
  };
}

/** What a bank terminal says of itself when it is asked. */
export const terminalOf = ({ serial }: Machine, answers: boolean, at: Moment) =>
  answers
    ? { answers, fw: TERMINAL_FIRMWARE, rssi: -whole(randomOf("terminal rssi", serial, Math.floor(at / HOUR)), 62, 98) }
    : { answers };
