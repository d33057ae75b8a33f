import type { Difference } from "~server/contract/audit";
import type { Context } from "~server/web/guard.server";
import type { Cell, Column } from "~/ui/data-table";

type Words = Pick<Context, "t" | "format">;
type Tally = Difference["audit"];

/** Vends and money. */
export const tallyText = ({ t, format }: Words, { count, amount }: Tally): string =>
  t("sales:summary", { count, shown: format.number(count), amount: format.money(amount) });

const SIDES = ["audit", "events", "booked", "beyond"] as const;

/** Columns that say of a payment source what the audit counted and what telemetry told. */
export const differenceColumns = ({ t }: Words): Column[] => [
  { key: "source", label: t("sales:source") },
  ...SIDES.map((side): Column => ({ key: side, label: t(`audits:telemetry.${side}`), align: "end" })),
];

/** The cells of {@link differenceColumns}. */
export const differenceCells = (words: Words, difference: Difference): Cell[] => [
  { text: words.t(`options:source.${difference.source}`) },
  ...SIDES.map((side): Cell => {
    const isNothing = difference[side].count === 0 && difference[side].amount === 0;
    if (isNothing) return { text: "—" };
    const tone = side === "booked" ? "warn" : side === "beyond" ? "bad" : undefined;
    return { text: tallyText(words, difference[side]), tone, badge: tone !== undefined };
  }),
];
