import * as calls from "~server/contract/calls/sales";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { deviceSales, salesAggregated, salesByQr, salesListed } from "./device";

/** Sales of one machine. */
export function answerSales({ read }: Answers, { pool }: Deps): void {
  read(calls.deviceSales, ({ param, query }) => deviceSales(pool, param("id"), query));
  read(calls.deviceSaleList, ({ viewer, param, query }) => salesListed(pool, viewer, param("id"), query, query));
  read(calls.deviceSalesAggregated, ({ param, query }) => salesAggregated(pool, param("id"), query));
  read(calls.deviceQrSales, ({ param, query }) => salesByQr(pool, param("id"), query));
}
