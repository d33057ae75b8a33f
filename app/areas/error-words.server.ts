import { hasText } from "~server/web/i18n.server";
import type { Context } from "~server/web/guard.server";

/** A machine's error in words: the maker's own, where staff gave some; else the standard's; a maker's code without words is said to be one. */
export function errorWords(t: Context["t"], { code, text }: { code: string | null; text?: string | null }): string {
  if (text) return text;
  return code && hasText("event_codes", code) ? t(`event_codes:${code}`) : t("audits:event.unknown");
}
