import * as calls from "~server/contract/calls/books";
import type { Answers } from "../../answers";
import { notFound } from "../../fault";
import type { Deps } from "../../http";
import { closeMonth } from "./close";
import { listMachines } from "./machines";
import { listMonths, readMonth } from "./months";

/** Months, their closing, and what corrects a closed one. */
export function answerBooks({ read, change }: Answers, { pool }: Deps): void {
  read(calls.months, ({ viewer, query }) => listMonths(pool, viewer, query));
  read(calls.monthBooks, ({ viewer, param, query }) => readMonth(pool, viewer, dayOfMonth(param("month")), query));
  read(calls.monthMachines, ({ viewer, param, query }) =>
    listMachines(pool, viewer, dayOfMonth(param("month")), query),
  );
  change(calls.closeMonth, ({ viewer, param, form }) =>
    closeMonth(pool, viewer, dayOfMonth(param("month")), form.accepted),
  );
}

/** The first day of a month that is written as 202611; 404 where there is none. */
function dayOfMonth(written: number): string {
  const text = /^(19\d\d|20\d\d|21\d\d)(0[1-9]|1[0-2])$/.exec(String(written));
  if (!text) throw notFound();
  return `${text[1]}-${text[2]}-01`;
}
