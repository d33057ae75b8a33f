import { z } from "zod";

/** Kopecks as providers write them: "12.50", always with two places, for what is signed must be what is sent. */
export const hryvnias = (kopecks: number): string =>
  `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, "0")}`;

const DECIMAL = /^(-?)(\d{1,10})(?:[.,](\d{1,2})0*)?$/;
/** How far a number that was written with all its binary places may be from whole kopecks. */
const BINARY_DUST = 1e-4;

/** Reads an amount in hryvnias, a number or a text, as kopecks; below zero where money went back. */
export const kopecks = z.union([z.number(), z.string()]).transform((given, context) => {
  const read = typeof given === "number" ? ofNumber(given) : ofText(given);
  if (read !== null && Number.isSafeInteger(read)) return read;
  context.addIssue({ code: "custom", message: "is no amount" });
  return z.NEVER;
});

function ofNumber(hryvnia: number): number | null {
  const near = Math.round(hryvnia * 100);
  return Math.abs(hryvnia * 100 - near) < BINARY_DUST ? near + 0 : null;
}

function ofText(text: string): number | null {
  const [found, sign, whole, part = ""] = DECIMAL.exec(text.trim()) ?? [];
  if (found === undefined) return null;
  return (sign === "-" ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, "0"))) + 0;
}
