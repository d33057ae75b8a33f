import type { Context } from "~server/web/guard.server";
import { hasText } from "~server/web/i18n.server";

/** An event code of a machine with what it means, where the standard says so: "EFB: Water ran out". */
export function errorName({ t }: Pick<Context, "t">, code: string): string {
  return hasText("event_codes", code) ? `${code}: ${t(`event_codes:${code}`)}` : code;
}
