import type { Figure } from "./report-figures";

/** What a single fact brings to a row, by name. */
export type Sums = Record<string, number>;
export interface Line {
  device: number;
  place: Record<string, number | null>;
  /** "now": of the machine as it is now. */
  day: string;
  sums: Sums;
}

const GROUP: Record<string, string> = { cash: "cash", cashless1: "cashless1", cashless2: "cashless2", token: "other" };

export function linesOfSale({ source, price }: { source: string; price: number }): Sums {
  const group = GROUP[source];
  return group ? { vends: 1, amount: price, [`${group}_vends`]: 1, [`${group}_amount`]: price } : { [source]: 1 };
}

const SOLD = ["vends", "amount", "test", "free", "failed"];
const CASH = ["counted", "weighed"];
const REPAIRS = ["repairs", "first_visits", "visited"];
const OF_MACHINES = [...SOLD, ...REPAIRS, "work", "known", "idle", "lost", "lost_amount", ...CASH, "audit_difference"];
/** Of which sums a row must have one. */
export const RELEVANT: Record<string, readonly string[]> = {
  advanced_aggregated_sales_per_device: OF_MACHINES,
  advanced_aggregated_sales_per_crew_devices: OF_MACHINES,
  advanced_aggregated_sales_per_location: OF_MACHINES,
  advanced_aggregated_sales_per_day: [],
  advanced_aggregated_sales_per_crew: [...SOLD, ...REPAIRS, "known", ...CASH, "maintained", "collections"],
  crews_services: ["maintained", "collections", "told", "visits", "sheets_completed", "sheets_partly"],
};

const rounded = (value: number, digits = 0) => {
  const by = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * by + 1e-9)) / by;
};
const over = (a: number, b: number, digits = 0): Figure => (b ? rounded(a / b, digits) + 0 : null);

/** Figures of some lines, beside all and beside those of the first cut. */
export function figuresOf(
  measures: readonly string[],
  own: readonly Line[],
  all: readonly Line[],
  first: readonly Line[],
  isByMachine = false,
): Record<string, Figure> {
  const sumOf = (lines: readonly Line[], name: string) => lines.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0);
  const s = (name: string) => sumOf(own, name);
  const devices = (is: (line: Line) => boolean) => new Set(own.filter(is).map(({ device }) => device)).size;
  const machines = devices(({ sums }) => (sums.vends ?? 0) > 0);
  const services = s("maintained") + s("collections");
  const time = (name: string) => (s("known") ? s(name) : null);
  const known: Record<string, () => Figure> = {
    mean: () => over(s("amount"), s("vends")),
    share: () => over(100 * s("amount"), sumOf(all, "amount"), 2),
    share_of_first: () => over(100 * s("amount"), sumOf(first, "amount"), 2),
    machines: () => machines,
    per_machine: () => over(s("amount"), machines),
    per_working_day: () => over(s("amount"), s("work_days")),
    week_difference: () => s("amount") - s("week_before"),
    failed_share: () => over(100 * s("failed"), s("vends") + s("test") + s("free") + s("failed"), 2),
    vends_per_hour: () => over(s("vends") * 3_600, s("work"), 2),
    vends_per_day: () => over(s("vends") * 86_400, s("work"), 2),
    idle_days: () => s("idle"),
    lost_vends: () => (s("known") ? rounded(s("lost") / 1_000) : null),
    lost_amount: () => time("lost_amount"),
    repair_time: () => over(s("repair"), s("repairs")),
    first_fix: () => over(100 * s("first_fixes"), s("first_visits"), 2),
    days_since_visit: () => over(s("unvisited_days"), s("visited"), 1),
    offline_time: () => time("offline"),
    dark_time: () => time("dark"),
    blocking_time: () => time("blocking"),
    available: () => over(100 * (s("known") - s("down")), s("known"), 2),
    services: () => services,
    per_service: () => over(s("amount"), services),
    served: () => devices(({ sums }) => (sums.maintained ?? 0) + (sums.collections ?? 0) > 0),
    overdue: () => (all.some(({ day }) => day === "now") ? s("overdue") : null),
    ...Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`hour_${n}`, () => s(`hour_${n}`)])),
    collected: () => (s("counted") ? s("collected") : null),
    collected_difference: () => (s("weighed") ? s("collected_difference") : null),
    on_site: () => over(s("on_site"), s("visits")),
    sheets_completed: () => (isByMachine ? null : s("sheets_completed")),
    sheets_partly: () => (isByMachine ? null : s("sheets_partly")),
    days_between: () => over(s("gap_days"), s("gaps"), 1),
    vends_between: () => over(s("gap_vends"), s("gaps"), 1),
  };
  return Object.fromEntries(measures.map((measure) => [measure, (known[measure] ?? (() => s(measure)))()]));
}
