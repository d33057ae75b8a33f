import { qrBatchState } from "~server/contract/calls/qr-batches";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { batchState } from "./batches";

/** What is asked of keys and codes besides their records. */
export function answerKeys({ read }: Answers, { pool }: Deps): void {
  read(qrBatchState, ({ viewer, param }) => batchState(pool, viewer, param("id")));
}
