import { asErrorCode } from "./error-code";

/** How a text of a format is written: what people type is brought to `normal`, in a form and in a search alike, and a whole value must be of `pattern`. */
interface Format {
  normal(raw: string): string;
  pattern: RegExp;
}

// Ukrainian numbers, stored as +380 and nine digits: the code of an area, of a mobile operator, or 800, 89x, 90x.
const AREA_OR_OPERATOR = "3[1-9]|4[1-8]|5[0-7]|6[1-9]|7[0-9]|8[09]|9[0-9]";
const phone: Format = {
  normal: (raw) =>
    raw
      .replace(/[\s()-]/g, "")
      .replace(/^0/, "+380")
      .replace(/^380/, "+380"),
  pattern: new RegExp(`^\\+380(${AREA_OR_OPERATOR})\\d{7}$`),
};

// The number of a card or a tag: its UID in hexadecimal (4, 5 – EM4100 –, 7 or 10 bytes), or a decimal number; without separators, in capitals.
const rfid: Format = {
  normal: (raw) => raw.replace(/[\s:-]/g, "").toUpperCase(),
  pattern: /^([0-9A-F]{8}|[0-9A-F]{10}|[0-9A-F]{14}|[0-9A-F]{20}|\d{1,20})$/,
};

const LATIN: Record<string, string> = {
  А: "A",
  В: "B",
  С: "C",
  Е: "E",
  Н: "H",
  І: "I",
  К: "K",
  М: "M",
  О: "O",
  Р: "P",
  Т: "T",
  Х: "X",
};
// DSTU 4278: region, four digits, series, in letters that look alike in both alphabets (D, Y and Z stand in national and
// electric series only); kept in Latin without spaces.
const plate: Format = {
  normal: (raw) =>
    raw
      .toUpperCase()
      .replace(/[\s-]/g, "")
      .replace(/[А-ЯІ]/g, (sign) => LATIN[sign] ?? sign),
  pattern: /^[ABCDEHIKMOPTX]{2}\d{4}[ABCEHIKMOPTXYZ]{2}$/,
};

// Machines have words of their own beside the standard's codes: whatever a unit may send, or the beginning of it.
const error_code: Format = { normal: asErrorCode, pattern: /^[^\p{C}]+$/u };

// Letters of ISO 4217, of currencies in use.
const currency: Format = {
  normal: (raw) => raw.trim().toUpperCase(),
  pattern: new RegExp(`^(${Intl.supportedValuesOf("currency").join("|")})$`),
};

// The clock's time within a day; its hour may be written with one digit, its minutes after a point.
const time: Format = {
  normal: (raw) => raw.trim().replace(".", ":").padStart(5, "0"),
  pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
};

/** Formats that a text is brought to. */
export const FORMATS = { phone, rfid, plate, error_code, currency, time } as const;

/** `raw`, or a part of a value, as a field of the format keeps it. */
export const normalOf = (format: string | undefined, raw: string): string =>
  Object.entries(FORMATS)
    .find(([name]) => name === format)?.[1]
    .normal(raw) || raw;
