import { read } from "../call";
import { qrBatch } from "../entities/qr_batches";
import { listRequirement } from "../entity";
import { qrBatchStateSchema } from "../qr-batches";

export const qrBatchState = read({
  path: "/qr_batches/{id}/state",
  needs: listRequirement(qrBatch),
  about: qrBatch,
  does: "How many codes of a batch are in each state, and what came of them before readers of machines in sight",
  answer: qrBatchStateSchema,
});
