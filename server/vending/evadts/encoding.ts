const utf8 = new TextDecoder("utf-8");
const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = "\u00ef\u00bf\u00bd";

/** What machines of this trade were seen to write names in; the first wins a tie. */
const CANDIDATES = ["windows-1251", "koi8-u", "ibm866", "iso-8859-2"].map((name) => new TextDecoder(name));

/** Letters that make up most of any Ukrainian, Russian or Polish text. */
const COMMON = new Set("оаеинтрсвлкіуąęłóśż");
/** Signs beyond ASCII that names of products do hold. */
const SIGNS = new Set("«»№°—–’");

/** Reads the bytes of one field, given one character per byte. */
export type Decode = (field: string) => string;

/**
 * How the texts of one file are read: UTF-8 where they are valid UTF-8, the others by the 8-bit encoding in which all of
 * them together look most like words. Files do not name their encoding.
 */
export function decoderOf(fields: readonly string[]): Decode {
  const foreign = fields.filter((field) => readUtf8(field) === null).map(bytesOf);
  const [best = CANDIDATES[0]] = CANDIDATES.map((decoder) => ({ decoder, score: likeness(decoder, foreign) }))
    .sort((one, other) => other.score - one.score)
    .map(({ decoder }) => decoder);
  return (field) => readUtf8(field) ?? best?.decode(bytesOf(field)) ?? "";
}

const bytesOf = (field: string): Uint8Array => Buffer.from(field, "latin1");

/** UTF-16 of either order, told by its mark or by every other byte being zero, as UTF-8; anything else as it is. */
export function withoutUtf16(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes;
  const zeros = (from: number): number => countZeros(bytes, from) / Math.max(1, bytes.length / 2);
  const little = (first === 0xff && second === 0xfe) || (zeros(1) > 0.7 && zeros(0) < 0.1);
  const big = (first === 0xfe && second === 0xff) || (zeros(0) > 0.7 && zeros(1) < 0.1);
  if (!little && !big) return bytes;
  return Buffer.from(new TextDecoder(little ? "utf-16le" : "utf-16be").decode(bytes), "utf8");
}

function countZeros(bytes: Uint8Array, from: number): number {
  let found = 0;
  for (let index = from; index < bytes.length; index += 2) if (bytes[index] === 0) found++;
  return found;
}

/** Null for what is no UTF-8. Without exceptions, which would cost more than all the rest. */
function readUtf8(field: string): string | null {
  const text = utf8.decode(bytesOf(field));
  return text.includes(REPLACEMENT) && !field.includes(REPLACEMENT_BYTES) ? null : text;
}

/** Common letters speak for an encoding; signs, mixed scripts and capitals inside a word against it. */
function likeness(decoder: TextDecoder, texts: readonly Uint8Array[]): number {
  let score = 0;
  for (const bytes of texts) {
    const text = decoder.decode(bytes);
    for (const sign of text) if (sign > "\u007f" && !SIGNS.has(sign)) score += worth(sign);
    score -= 3 * (text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0);
    // Latin i stands for the Ukrainian letter where an encoding lacks it.
    score -= 3 * (text.match(/\p{Script=Cyrillic}[a-hj-zA-HJ-Z]|[a-hj-zA-HJ-Z]\p{Script=Cyrillic}/gu)?.length ?? 0);
  }
  return score;
}

function worth(sign: string): number {
  if (!/\p{L}/u.test(sign)) return -3;
  return COMMON.has(sign.toLowerCase()) ? 2 : /[а-яґєії]/i.test(sign) ? 1 : 0;
}
