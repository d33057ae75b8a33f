import * as calls from "~server/contract/calls/logistics";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { movesOf, stockOf } from "./books";
import { countPlace, countsOf } from "./counts";
import { linesExported, linesOf } from "./lines";
import { expiring, purchases } from "./purchase";
import { makeMove } from "./stock";

/** Stock of warehouses, crews and machines: what is there, what was moved and counted; a new move is entered at a warehouse. */
export function answerStock({ read, change }: Answers, { pool }: Deps): void {
  const at = {
    warehouse: (id: number) => ({ kind: "WAREHOUSE", id }) as const,
    crew: (id: number) => ({ kind: "CREW", id }) as const,
    device: (id: number) => ({ kind: "DEVICE", id }) as const,
  };
  read(calls.warehouseStock, ({ param }) => stockOf(pool, at.warehouse(param("id"))));
  read(calls.warehouseMoves, ({ viewer, param, query }) =>
    movesOf(pool, viewer, at.warehouse(param("id")), query.page),
  );
  read(calls.crewStock, ({ param }) => stockOf(pool, at.crew(param("id"))));
  read(calls.crewMoves, ({ viewer, param, query }) => movesOf(pool, viewer, at.crew(param("id")), query.page));
  read(calls.deviceStock, ({ param }) => stockOf(pool, at.device(param("id"))));
  read(calls.deviceMoves, ({ viewer, param, query }) => movesOf(pool, viewer, at.device(param("id")), query.page));
  change(calls.moveStock, ({ viewer, param, form: { key, ...move } }) =>
    makeMove(pool, viewer, param("id"), key, move),
  );
  read(calls.stockLedger, ({ viewer, query }) => linesOf(pool, viewer, query));
  read(calls.stockLedgerExport, ({ viewer, query }) => linesExported(pool, viewer, query));
  read(calls.stockBatches, ({ viewer, query }) => expiring(pool, viewer, query));
  read(calls.purchaseList, ({ viewer, query }) => purchases(pool, viewer, query));
  read(calls.warehouseCounts, ({ param, query }) => countsOf(pool, at.warehouse(param("id")), query.page));
  change(calls.countWarehouse, ({ viewer, param, form }) => countPlace(pool, viewer, at.warehouse(param("id")), form));
  read(calls.crewCounts, ({ param, query }) => countsOf(pool, at.crew(param("id")), query.page));
  change(calls.countCrew, ({ viewer, param, form }) => countPlace(pool, viewer, at.crew(param("id")), form));
}
