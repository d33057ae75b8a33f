import { HOUR, type Moment } from "../demonstration/calendar";
import type { Machine } from "../demonstration/machines";
import { chance, randomOf, whole } from "../demonstration/random";

/** How often things go wrong between a unit and the gateway, as probabilities. */
export interface Faults {
  /** A batch is sent although it was answered. */
  repeated: number;
  /** The answer to a batch is lost, so that it is sent again. */
  unheard: number;
  /** A batch goes before older ones. */
  reordered: number;
  /** An audit file that is due is never sent. */
  missed: number;
  /** Its clock is wrong for good, by hours or weeks. */
  wrongClock: number;
  /** All other clocks are wrong by so many seconds at most. */
  drift: number;
}
export const NO_FAULTS: Faults = { repeated: 0, unheard: 0, reordered: 0, missed: 0, wrongClock: 0, drift: 0 };
export const USUAL_FAULTS: Faults = {
  repeated: 0.04,
  unheard: 0.02,
  reordered: 0.1,
  missed: 0.05,
  wrongClock: 0.03,
  drift: 40,
};
/** A well-kept network: its vends and audits agree to the second. */
export const FEW_FAULTS: Faults = {
  repeated: 0.02,
  unheard: 0.01,
  reordered: 0.05,
  missed: 0.02,
  wrongClock: 0.03,
  drift: 0,
};

/** How far the clock of a machine's unit is ahead (behind: negative), always the same. */
export function clockAhead({ unit }: Machine, { wrongClock, drift }: Faults): Moment {
  const random = randomOf("clock", unit.serial);
  return chance(random, wrongClock)
    ? whole(random, -30, 30) * 24 * HOUR + whole(random, 1, 23) * HOUR
    : whole(random, -drift, drift) * 1_000;
}
