import * as calls from "~server/contract/calls/key-clients";
import { keyClientStatementReport, STATEMENT_PAGE } from "~server/contract/key-clients";
import { reportQuery } from "~server/contract/reports/answer";
import { unlimited } from "../../access";
import type { Answers } from "../../answers";
import { heavily } from "../../database/heavy";
import type { Deps } from "../../http";
import { reportOf } from "../reports/report";
import { balancesOf } from "./balances";
import { bonusesOf } from "./bonuses";

/** What keys of a client did. */
export function answerKeyClients({ read }: Answers, { pool }: Deps): void {
  const ofKeys = reportQuery(keyClientStatementReport);
  const limit = String(STATEMENT_PAGE);
  // Whoever sees the client sees all of its money, also what moved at machines that are none of theirs.
  read(calls.keyClientStatement, ({ c, viewer, param, query: { page, ...days } }) => {
    const asked = ofKeys.parse({ ...days, page: String(page), limit, client: String(param("id")) });
    return heavily(pool, c.req.raw.signal, (db) => reportOf(db, unlimited(viewer), keyClientStatementReport, asked));
  });
  read(calls.keyClientBalances, ({ param }) => balancesOf(pool, param("id")));
  read(calls.keyClientBonuses, ({ viewer, param, query }) => bonusesOf(pool, viewer, param("id"), query));
}
