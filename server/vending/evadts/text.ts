/** A line of a file, one character per byte (latin1), and its number from 1. */
export interface Line {
  text: string;
  number: number;
}

const utf8 = new TextDecoder("utf-8");
const cyrillic = new TextDecoder("windows-1251");

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
const MOST_FIELDS = 64;
const LONGEST_FIELD = 250;

/** The decoded fields after the segment's name. */
export function splitFields(text: string): string[] {
  return text
    .split("*", MOST_FIELDS + 1)
    .slice(1)
    .map(decodeField);
}

/** Most fields: nothing in them needs to be decoded. */
const IS_PLAIN = /^[ -\]_-~]*$/;

/**
 * `^hh^` escapes become bytes first; then the bytes are UTF-8 when they are valid UTF-8, else
 * Windows-1251. Control characters go: PostgreSQL keeps no NUL in text or jsonb.
 */
export function decodeField(raw: string): string {
  if (IS_PLAIN.test(raw)) return raw.slice(0, LONGEST_FIELD);
  const bytes = raw
    // An escape is four signs for one byte.
    .slice(0, 4 * 4 * LONGEST_FIELD)
    .replace(/\^([0-9A-Fa-f]{2})\^/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return cut(decodeBytes(bytes).replace(/\p{Cc}/gu, ""));
}

/** Never between the halves of a sign. */
const cut = (text: string): string =>
  text.length > LONGEST_FIELD ? text.slice(0, LONGEST_FIELD).replace(/[\ud800-\udbff]$/, "") : text;

const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = "\u00ef\u00bf\u00bd";

/** Bytes as latin1 text. Without exceptions, which would cost more than all the rest. */
function decodeBytes(latin1: string): string {
  const bytes = Buffer.from(latin1, "latin1");
  const text = utf8.decode(bytes);
  return text.includes(REPLACEMENT) && !latin1.includes(REPLACEMENT_BYTES) ? cyrillic.decode(bytes) : text;
}
