import type { Decode } from "./encoding";

/** A line of a file, one character per byte (latin1), and its number from 1. */
export interface Line {
  text: string;
  number: number;
}

/** Lines that hold anything, whichever line end the file uses (CRLF, LF, CR). */
export function splitLines(bytes: Uint8Array): Line[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return all
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ text, number: index + 1 }))
    .filter((line) => line.text !== "");
}

/** Bytes that no text holds; blanks, line ends and the end-of-file mark of old systems are fine. */
export function countGarbage(bytes: Uint8Array): number {
  let found = 0;
  for (const byte of bytes) {
    if (byte === 0x7f || (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a].includes(byte))) found++;
  }
  return found;
}

/** No segment of the standard has more fields, and no machine writes longer ones: what is beyond is cut off. */
const MAX_FIELDS = 64;
const LONGEST_FIELD = 250;

/** The fields after the segment's name, one character per byte; `^hh^` escapes are bytes of the text's own encoding. */
export const splitFields = (text: string): string[] =>
  text
    .split("*", MAX_FIELDS + 1)
    .slice(1)
    .map((raw) => (IS_PLAIN.test(raw) ? raw : unescaped(raw)));

/** Most fields: neither escapes nor control characters. */
const IS_PLAIN = /^[ -\]_-~\u0080-\u00ff]*$/;

const unescaped = (raw: string): string =>
  raw
    .replace(/\^([0-9A-Fa-f]{2})\^/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/[\u0000-\u001f\u007f]/g, "");

/** A field with bytes beyond ASCII. */
export const isForeign = (field: string): boolean => /[\u0080-\u00ff]/.test(field);

/** A field as text. */
export const fieldText = (field: string, decode: Decode): string =>
  isForeign(field) ? cut(withoutControls(decode(field))) : field.slice(0, LONGEST_FIELD);

/** Never between the halves of a sign. */
const cut = (text: string): string =>
  text.length > LONGEST_FIELD ? text.slice(0, LONGEST_FIELD).replace(/[\ud800-\udbff]$/, "") : text;

/** PostgreSQL keeps no NUL in text or jsonb, and no other control character belongs into a field. */
const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, "");
