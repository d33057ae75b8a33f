/**
 * A text as a database can keep it and a screen can show it: blanks for tabs and line ends, no NUL or other control
 * signs, no half of a pair of surrogates.
 */
export const cleanText = (raw: string): string => raw.replace(/[\t-\r\x85]+/g, " ").replace(/[\p{Cc}\p{Cs}]/gu, "");
