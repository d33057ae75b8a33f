import * as calls from "~server/contract/calls/prices";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { pricesAt, pricesOf } from "./list";
import { confirmPrices, sendPrices } from "./orders";

/** How a planogram's prices get to its machines: wanted, sent, confirmed. */
export function answerPrices({ read, change }: Answers, { pool }: Deps): void {
  read(calls.planogramPrices, ({ viewer, param, query }) => pricesAt(pool, viewer, param("id"), query));
  read(calls.devicePrices, ({ viewer, param }) => pricesOf(pool, viewer, param("id")));
  change(calls.sendPrices, ({ viewer, param, form }) => sendPrices(pool, viewer, param("id"), form));
  change(calls.confirmPrices, ({ viewer, param, form }) => confirmPrices(pool, viewer, param("id"), form));
}
