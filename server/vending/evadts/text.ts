/** A line of a file, one character per byte (latin1), and its number from 1. */
export interface Line {
  text: string;
  number: number;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
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

/** The decoded fields after the segment's name. */
export function splitFields(text: string): string[] {
  return text.split("*").slice(1).map(decodeField);
}

/**
 * `^hh^` escapes become bytes first; then the bytes are UTF-8 when they are valid UTF-8, else
 * Windows-1251. Control characters go: PostgreSQL keeps no NUL in text or jsonb.
 */
export function decodeField(raw: string): string {
  const bytes = raw.replace(/\^([0-9A-Fa-f]{2})\^/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeBytes(Buffer.from(bytes, "latin1")).replace(/\p{Cc}/gu, "");
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return cyrillic.decode(bytes);
  }
}
