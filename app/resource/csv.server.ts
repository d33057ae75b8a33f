import type { Exported } from "./exported.server";

/** The byte order mark by which spreadsheets know UTF-8. */
export const csvStart = "\ufeff";

/** A line of a CSV file (RFC 4180). Numbers have a decimal point, dates are written the ISO way. */
export const csvLine = (cells: readonly Exported[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(value: Exported): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? harmless(value) : value.local;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take a text that begins like this for a formula; the apostrophe makes it a text. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
