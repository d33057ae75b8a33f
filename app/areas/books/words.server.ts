import type { Month, Tally } from "~server/contract/books";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Column } from "~/ui/data-table";

type Words = Pick<Context, "t" | "format">;

/** The screen of a month by its first day. */
export const monthPath = (month: string): string => `/closed_months/${month.slice(0, 7)}`;

/** A month's number in the API, of its first day or of an address: 202611. */
export const monthNumber = (month: string): string => month.slice(0, 7).replace("-", "");

/** "Held reads: 3; Gaps: 2": machines by question. */
export const questionsText = ({ t, format }: Words, questions: Month["questions"]): string =>
  questions
    .map(({ question, machines }) => `${t(`audits:question.${question}`)}: ${format.number(machines)}`)
    .join("; ");

/** What a closed month's books consist of: as they were closed, what corrected them, and what both come to. */
export const PARTS = ["closed", "corrections", "now"] as const;
export type Part = (typeof PARTS)[number];

/** A column for each part. */
export const partColumns = ({ t }: Words, parts: readonly Part[] = PARTS): Column[] =>
  parts.map((part) => ({ key: part, label: t(`books:part.${part}`), align: "end" }));

/** The cells of those columns. */
export const partCells = (words: Words, tallies: Record<Part, Tally>, parts: readonly Part[] = PARTS): Cell[] =>
  parts.map((part) => (part === "corrections" ? differenceCell : tallyCell)(words, tallies[part]));

/** Takings over the vends they are of. */
const tallyCell = (words: Words, { amount, count }: Tally): Cell => ({
  text: words.format.money(amount),
  hint: vends(words, count, words.format.number(count)),
});

/** The same of what was added or, with a minus, taken out. */
export const differenceCell = (words: Words, { amount, count }: Tally): Cell =>
  amount || count
    ? { text: words.format.signedMoney(amount), hint: vends(words, count, words.format.signed(count)) }
    : { text: "—" };

const vends = ({ t }: Words, count: number, shown: string) => t("books:vends", { count, shown });
