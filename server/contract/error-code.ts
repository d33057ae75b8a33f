/** Longest error code that a machine may send, in signs. */
export const ERROR_CODE_MAX = 40;

/** The one way to write an error code of a machine: `EFB`, `XYZ9`, `ERR 12`. */
export const asErrorCode = (raw: string): string => raw.trim().replace(/\s+/g, " ").toUpperCase();
