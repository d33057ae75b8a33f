import type { Context } from "~server/web/guard.server";

/** A part of a whole as people write it; of nothing it is none. */
export const share = (format: Context["format"], part: number, whole: number): string =>
  format.percent(whole ? part / whole : 0, 1);
