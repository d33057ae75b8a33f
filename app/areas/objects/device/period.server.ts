import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { TIME_ZONE } from "~server/contract/time";
import type { Context } from "~server/web/guard.server";
import { withParams } from "~/resource/list-address";

dayjs.extend(utc);
dayjs.extend(timezone);

/** Report period shortcuts of the specification, section 9: first and last day, counted back from today. */
const SHORTCUTS = [
  ["today", 0, 0],
  ["yesterday", 1, 1],
  ["days7", 6, 0],
  ["days14", 13, 0],
  ["days30", 29, 0],
] as const;

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDay = (day: string) => DAY.test(day) && dayjs.utc(day).format("YYYY-MM-DD") === day;

/** The period of an address: what the API is asked for (nothing, where the address makes no sense), and what was written. */
export function askedPeriod({ url }: Pick<Context, "url">) {
  const from = url.searchParams.get("from") ?? "";
  const to = url.searchParams.get("to") ?? "";
  const isWrong = [from, to].some((day) => day !== "" && !isDay(day)) || (from !== "" && to !== "" && from > to);
  const query: Record<string, string> = isWrong ? {} : { from, to };
  return { from, to, isWrong, query };
}

/** The form of a period, for the days that the API answered. */
export function periodModel(
  { t, url }: Pick<Context, "t" | "url">,
  asked: ReturnType<typeof askedPeriod>,
  { from, to }: { from: string; to: string },
) {
  const today = dayjs().tz(TIME_ZONE);
  return {
    label: t("sales:period"),
    fromLabel: t("sales:from"),
    toLabel: t("sales:to"),
    show: t("sales:show"),
    from: asked.isWrong ? asked.from : from,
    to: asked.isWrong ? asked.to : to,
    error: asked.isWrong ? t("errors:incorrect") : undefined,
    /** What else the address asks for: it stays while the days change. */
    kept: [...url.searchParams].filter(([name]) => !["from", "to", "page"].includes(name)),
    shortcuts: SHORTCUTS.map(([name, first, last]) => {
      const days = {
        from: today.subtract(first, "day").format("YYYY-MM-DD"),
        to: today.subtract(last, "day").format("YYYY-MM-DD"),
      };
      return {
        label: t(`sales:shortcut.${name}`),
        href: withParams(url, days),
        current: days.from === from && days.to === to,
      };
    }),
  };
}
export type PeriodModel = ReturnType<typeof periodModel>;
