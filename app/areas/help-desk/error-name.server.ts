import type { Context } from "~server/web/guard.server";
import { hasText } from "~server/web/i18n.server";

/** What an event code of a machine means, where the standard says so. */
export const errorMeaning = ({ t }: Pick<Context, "t">, code: string): string =>
  hasText("event_codes", code) ? t(`event_codes:${code}`) : "";

/** An event code of a machine with what it means, where the standard says so: "EFB: Water ran out". */
export const errorName = (words: Pick<Context, "t">, code: string): string =>
  [code, errorMeaning(words, code)].filter(Boolean).join(": ");
