import { search } from "~server/contract/calls/search";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { searchAll } from "./search";

/** What the search in the header asks for. */
export function answerSearch({ read }: Answers, { pool }: Deps): void {
  read(search, ({ viewer, query }) => searchAll(pool, viewer, query.q));
}
