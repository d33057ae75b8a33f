import { z } from "zod";

const counts = z.record(z.string(), z.number().int());

/** Of a batch of QR codes: how many codes are in each state (QR_STATES), and what came of them before readers (SCAN_RESULTS). */
export const qrBatchStateSchema = z.object({ states: counts, outcomes: counts });
export type QrBatchState = z.infer<typeof qrBatchStateSchema>;
