import { z } from "zod";
import { read } from "../call";
import { device } from "../entities/devices";
import { listRequirement } from "../entity";
import { PAYMENT_SOURCES } from "../enums";
import { days, isSpan, pageAsked, wrong, wrongSpan } from "../query";
import { aggregatedSalesSchema, deviceSalesSchema, qrSalesSchema, saleListSchema } from "../sales";

/** Days in Europe/Kyiv; the last 30 when left out. */
const span = z.object(days).refine(isSpan, wrongSpan);
const listed = z
  .object({ ...days, source: z.enum(PAYMENT_SOURCES, wrong).optional(), page: pageAsked })
  .refine(isSpan, wrongSpan);

const ofDevice = { needs: listRequirement(device), about: device };

export const deviceSales = read({
  ...ofDevice,
  path: "/devices/{id}/sales",
  query: span,
  does: "Sales of a machine by day and product",
  answer: deviceSalesSchema,
});
export const deviceSaleList = read({
  ...ofDevice,
  path: "/devices/{id}/sales/list",
  query: listed,
  does: "Single sales of a machine, newest first, 50 a page",
  answer: saleListSchema,
});
export const deviceSalesAggregated = read({
  ...ofDevice,
  path: "/devices/{id}/sales/aggregated",
  query: span,
  does: "Paid sales of a machine by product and source",
  answer: aggregatedSalesSchema,
});
export const deviceQrSales = read({
  ...ofDevice,
  path: "/devices/{id}/sales/qr",
  query: span,
  does: "What came of QR codes scanned at a machine",
  answer: qrSalesSchema,
});
