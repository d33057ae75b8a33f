import { z } from "zod";
import { WALL_STATES } from "./fleet";
import { refSchema } from "./record";

const tally = z.object({ count: z.number(), amount: z.number() });
/** Paid vends and kopecks, with the payment sources they came by. */
export const salesFigure = tally.extend({
  before: tally,
  sources: z.array(tally.extend({ source: z.string() })),
});

export const PERIODS = ["today", "yesterday", "days7", "days30", "month"] as const;
export type Period = (typeof PERIODS)[number];

const ranked = z.object({ device: refSchema, location: z.string().nullable(), count: z.number(), amount: z.number(), before: z.number() });

/** `GET /dashboard`: each period beside the comparable one before it; everything within what the viewer may see. */
export const dashboardSchema = z.object({
  sales: z.record(z.enum(PERIODS), salesFigure),
  /** The last 30 days in Europe/Kyiv, oldest first, none left out. */
  days: z.array(z.object({ day: z.string(), sources: z.record(z.string(), tally) })),
  statuses: z.array(z.object({ status: z.string(), count: z.number() })),
  /** Machines by what the wall counts: each links to the wall filtered by it. */
  wall: z.array(z.object({ state: z.enum(WALL_STATES), count: z.number() })),
  /** Open errors by code, the commonest first; at most 10. */
  errors: z.array(z.object({ code: z.string().nullable(), raw: z.string(), count: z.number() })),
  /** Machines by takings of the last 7 days; `before`: the 7 days before them. Only those that are in work and not hidden. */
  best: z.array(ranked),
  worst: z.array(ranked),
  /**
   * Cashless payments of today by what became of the vend (states of section 4 of the specification), and the failed ones
   * by the code that the machine gave (empty where it gave none). Null where nobody pays so.
   */
  payments: z.object({
    states: z.array(z.object({ state: z.enum(["vend_success", "vend_fail"]), count: z.number() })),
    failures: z.array(z.object({ code: z.string(), count: z.number() })),
  }).nullable(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** `GET /devices/{id}/sales?from=&to=` (days, Europe/Kyiv; the last 30 when left out). */
export const deviceSalesSchema = z.object({
  from: z.string(),
  to: z.string(),
  total: tally,
  days: z.array(z.object({ day: z.string(), sources: z.record(z.string(), tally) })),
  products: z.array(tally.extend({ selection: z.string().nullable(), name: z.string().nullable(), recipe: z.string().nullable() })),
});
export type DeviceSales = z.infer<typeof deviceSalesSchema>;
