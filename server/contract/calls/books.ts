import { z } from "zod";
import { month } from "../audit-questions";
import { BOOKKEEPER, closeForm, monthBooksSchema, monthMachinesSchema, monthsQuery, monthsSchema } from "../books";
import { change, read } from "../call";

const needs = BOOKKEEPER;

export const months = read({
  path: "/months",
  needs,
  query: monthsQuery,
  does: "Months with sales, the latest first: closed or open, with what their audits ask",
  answer: monthsSchema,
});
export const monthBooks = read({
  path: "/months/{month}",
  needs,
  query: monthsQuery,
  does: "A month (202611) as it was closed, its corrections and the present books, of machines that the person may see",
  answer: monthBooksSchema,
});
export const monthMachines = read({
  path: "/months/{month}/machines",
  needs,
  query: monthsQuery,
  does: "Totals by machine of a closed month (202611) as they were written down, with what corrected them, of machines that the person may see",
  answer: monthMachinesSchema,
});
export const closeMonth = change({
  path: "/months/{month}/close",
  needs,
  does: "Close a month (202611) for good: totals by machine and payment source are written down; open questions must be accepted by name",
  form: closeForm,
  answer: z.object({ month, machines: z.number() }),
  refuses: [404, 409],
});
