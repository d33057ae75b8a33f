import type { AuditRead, Difference } from "~server/contract/audit";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Column } from "~/ui/data-table";

type Words = Pick<Context, "t" | "format">;
type Tally = Difference["audit"];

/** An amount in the currency that a machine counts in; null: the hryvnia. */
export const moneyText = ({ format }: Pick<Words, "format">, amount: number, currency: string | null): string =>
  currency === null ? format.money(amount) : format.moneyIn(currency, amount);

/** What foreign money of a read or a period comes to in the books; undefined for hryvnias. */
export function convertedText(
  words: Words,
  { currency, rate, booked }: Pick<AuditRead, "currency" | "rate" | "booked">,
): string | undefined {
  if (currency === null) return undefined;
  if (rate === null) return words.t("audits:money.unrated", { currency });
  const values = { currency, booked: words.format.money(booked ?? 0), rate: words.format.number(rate, 6) };
  return words.t("audits:money.converted", values);
}

/** Vends and money. */
export const tallyText = (words: Words, { count, amount }: Tally, currency: string | null = null): string =>
  words.t("sales:summary", {
    count,
    shown: words.format.number(count),
    amount: moneyText(words, amount, currency),
  });

const SIDES = ["audit", "events", "booked", "beyond"] as const;

/** Columns that say of a payment source what the audit counted and what telemetry told. */
export const differenceColumns = ({ t }: Words): Column[] => [
  { key: "source", label: t("sales:source") },
  ...SIDES.map((side): Column => ({ key: side, label: t(`audits:telemetry.${side}`), align: "end" })),
];

/** The cells of {@link differenceColumns}; what audits counted and units told stands in the machine's currency. */
export const differenceCells = (words: Words, difference: Difference, currency: string | null = null): Cell[] => [
  { text: words.t(`options:source.${difference.source}`) },
  ...SIDES.map((side): Cell => {
    const isNothing = difference[side].count === 0 && difference[side].amount === 0;
    if (isNothing) return { text: "—" };
    const tone = side === "booked" ? "warn" : side === "beyond" ? "bad" : undefined;
    return {
      text: tallyText(words, difference[side], currency),
      tone,
      badge: tone !== undefined,
    };
  }),
];
