import type { AuditRead } from "~server/contract/audit";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Column } from "~/ui/data-table";
import type { Table } from "./report-section";

/** What a report's words and amounts are made with. */
export interface Words extends Pick<Context, "t" | "format"> {
  /** An amount in the report's own currency; "—" where the machine does not say. */
  money(amount: number | null): string;
  /** A count; "—" where the machine does not say. */
  number(count: number | null): string;
  /** The report counts in another currency than the hryvnia. */
  isForeign: boolean;
}

export function wordsOf(
  { t, format }: Pick<Context, "t" | "format">,
  { currency }: Pick<AuditRead, "currency">,
): Words {
  const amount = (value: number) => (currency === null ? format.money(value) : format.moneyIn(currency, value));
  return {
    t,
    format,
    money: (value) => (value === null ? "—" : amount(value)),
    number: (count) => (count === null ? "—" : format.number(count)),
    isForeign: currency !== null,
  };
}

/** Rows that a person looks through; a log may have thousands. */
const MOST_ROWS = 200;

/** A column and what it says of each thing. */
export interface Part<T> extends Column {
  of(one: T): string | Cell;
}

/** A table as long as a person reads; none where there is nothing to list. */
export function tableOf<T>(
  { t, format }: Words,
  caption: string,
  parts: readonly Part<T>[],
  list: readonly T[],
): Table[] {
  if (list.length === 0) return [];
  const cell = (value: string | Cell) => (typeof value === "string" ? { text: value } : value);
  const [shown, all] = [format.number(MOST_ROWS), format.number(list.length)];
  return [
    {
      caption,
      columns: parts.map(({ of, ...column }) => column),
      rows: list.slice(0, MOST_ROWS).map((one, index) => ({
        id: String(index),
        cells: parts.map(({ of }) => cell(of(one))),
      })),
      more: list.length > MOST_ROWS ? t("audits:more_rows", { count: list.length, shown, all }) : undefined,
    },
  ];
}
