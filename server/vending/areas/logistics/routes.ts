import * as calls from "~server/contract/calls/logistics";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { movesOf, stockOf } from "./books";
import { makeMove } from "./stock";

/** Stock of warehouses and of crews: what is there and what was moved; a new move is entered at a warehouse. */
export function answerStock({ read, change }: Answers, { pool }: Deps): void {
  const at = {
    warehouse: (id: number) => ({ place: "WAREHOUSE", id }) as const,
    crew: (id: number) => ({ place: "CREW", id }) as const,
  };
  read(calls.warehouseStock, ({ param }) => stockOf(pool, at.warehouse(param("id"))));
  read(calls.warehouseMoves, ({ viewer, param, query }) =>
    movesOf(pool, viewer, at.warehouse(param("id")), query.page),
  );
  read(calls.crewStock, ({ param }) => stockOf(pool, at.crew(param("id"))));
  read(calls.crewMoves, ({ viewer, param, query }) => movesOf(pool, viewer, at.crew(param("id")), query.page));
  change(calls.moveStock, ({ viewer, param, form: { key, ...move } }) =>
    makeMove(pool, viewer, param("id"), key, move),
  );
}
