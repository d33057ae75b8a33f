import { z } from "zod";

const tally = z.object({ count: z.number(), amount: z.number() });
/** Paid vends and kopecks, with the payment sources they came by. */
export const salesFigure = tally.extend({
  before: tally,
  sources: z.array(tally.extend({ source: z.string() })),
});

export const PERIODS = ["today", "yesterday", "days7", "days30", "month"] as const;
export type Period = (typeof PERIODS)[number];

/** `GET /dashboard`: each period beside the comparable one before it; everything within what the viewer may see. */
export const dashboardSchema = z.object({
  sales: z.record(z.enum(PERIODS), salesFigure),
  /** The last 30 days in Europe/Kyiv, oldest first, none left out. */
  days: z.array(z.object({ day: z.string(), sources: z.record(z.string(), tally) })),
  statuses: z.array(z.object({ status: z.string(), count: z.number() })),
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
