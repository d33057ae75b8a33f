import type { SCAN_RESULTS } from "~server/contract/telemetry-events";
import type { Moment } from "./calendar";
import type { Source } from "./machines";
import type { Scan } from "./scans";

/** Something that happens at a machine; `cell` is its number in the machine. `id` names it for ever. */
export type Happening = { at: Moment; id: string } & Happens;
type Happens =
  | { what: "vend"; cell: number; source: Source; change: boolean; scan?: Scan }
  | { what: "failed"; cell: number; source: Source; why: string | null }
  | { what: "test"; cell: number }
  | { what: "free"; cell: number; scan?: Scan }
  | { what: "fault" | "repair"; event: string }
  | { what: "outage" | "power" | "opened" | "closed" | "filled" | "collected" }
  | { what: "warmth"; celsius: number }
  | { what: "scan"; scan: Scan; outcome: (typeof SCAN_RESULTS)[number] }
  /** The bank terminal says whether it answers. */
  | { what: "terminal"; answers: boolean }
  | { what: "restarted"; reason: "power_on" | "watchdog" };
/** Something that is to happen, before the machine's troubles have changed it. */
export type Draft = { at: Moment } & Happens;
