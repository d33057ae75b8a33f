import type { Lang } from "~server/web/preferences.server";
import type { Exported } from "./exported.server";

/** The byte order mark by which spreadsheets know UTF-8. */
export const csvStart = "\ufeff";

/** What stands between cells, and the mark before a number's fraction that goes with it. */
const SEPARATORS = { semicolon: { between: ";", point: "," }, comma: { between: ",", point: "." } } as const;
export type Separator = keyof typeof SEPARATORS;
export const isSeparator = (name: string | null): name is Separator => name !== null && Object.hasOwn(SEPARATORS, name);

/** The kinds of CSV, first the one that spreadsheets of a language open in columns: those with a decimal comma want semicolons. */
export const separatorsOf = (lang: Lang): Separator[] =>
  lang === "en" ? ["comma", "semicolon"] : ["semicolon", "comma"];

/** A line of a CSV file (RFC 4180, but for the separator). Dates are written the ISO way. */
export function csvLine(cells: readonly Exported[], separator: Separator): string {
  const { between, point } = SEPARATORS[separator];
  return `${cells.map((cell) => csvCell(cell, point)).join(between)}\r\n`;
}

function csvCell(value: Exported, point: string): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value).replace(".", point);
  const text = typeof value === "string" ? harmless(value) : value.local;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What a spreadsheet would take for a formula gets an apostrophe, which makes it a text: at the beginning and after
 * anything that a spreadsheet may be told to part cells at. A plus or minus before mere digits is a number or a phone.
 */
const FORMULA = /(?<=^|[,;|\t\r\n])(?=[=@\t\r]|[+-](?![\d ()]*(?:$|[,;|\t\r\n])))/g;
const harmless = (text: string): string => text.replace(FORMULA, "'");
