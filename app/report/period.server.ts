import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { isSpanWithin, LONGEST_SPAN } from "~server/contract/query";
import { TIME_ZONE } from "~server/contract/time";
import type { Context } from "~server/web/guard.server";
import { withParams } from "~/resource/list-address";

dayjs.extend(utc);
dayjs.extend(timezone);

type Day = dayjs.Dayjs;
const written = (day: Day) => day.format("YYYY-MM-DD");
const back = (first: number, last: number) => (today: Day) => [
  today.subtract(first, "day"),
  today.subtract(last, "day"),
];

const wholeMonth = (day: Day) => [day.startOf("month"), day.endOf("month")];

/** Report period shortcuts of the specification, section 9, and whole months: first and last day by what day it is. */
const SHORTCUTS: readonly (readonly [string, (today: Day) => Day[]])[] = [
  ["today", back(0, 0)],
  ["yesterday", back(1, 1)],
  ["days7", back(6, 0)],
  ["days14", back(13, 0)],
  ["days30", back(29, 0)],
  ["month", (today) => wholeMonth(today)],
  ["last_month", (today) => wholeMonth(today.subtract(1, "month"))],
];

/** What a period of an address is called among the shortcuts; undefined for any other. */
export function periodNamed(from: string | null, to: string | null): string | undefined {
  const now = dayjs().tz(TIME_ZONE);
  return SHORTCUTS.find(([, daysOf]) => daysOf(now).map(written).join() === `${from},${to}`)?.[0];
}

/** Today by the company's clock. */
export const today = (): string => written(dayjs().tz(TIME_ZONE));

/** The days that the API takes an address to ask for: the last 30 where it names none. */
export function daysAsked(query: URLSearchParams): { from: string; to: string } {
  const to = query.get("to") || today();
  return { from: query.get("from") || written(dayjs.utc(to).subtract(29, "day")), to };
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDay = (day: string) => DAY.test(day) && dayjs.utc(day).format("YYYY-MM-DD") === day;

/** The period of an address: what the API is asked for (nothing, where the address makes no sense), and what was written. */
export function askedPeriod({ url }: Pick<Context, "url">, longest = LONGEST_SPAN) {
  const from = url.searchParams.get("from") ?? "";
  const to = url.searchParams.get("to") ?? "";
  // Whoever names the first day alone means until today.
  const until = to || today();
  const isWrong = [from, to].some((day) => day !== "" && !isDay(day)) || !isSpanWithin(longest, { from, to: until });
  const query: Record<string, string> = isWrong ? {} : { from, to };
  return { from, to, isWrong, query };
}

/** Shortcuts to whole months: what else there is says nothing where months are shown. */
const MONTHS = ["month", "last_month"];

/** The form of a period, for the days that the API answered; `further`: what else the form itself asks for. */
export function periodModel(
  { t, url }: Pick<Context, "t" | "url">,
  asked: ReturnType<typeof askedPeriod>,
  { from, to }: { from: string; to: string },
  { further = [], byMonth = false }: { further?: readonly string[]; byMonth?: boolean } = {},
) {
  const now = dayjs().tz(TIME_ZONE);
  return {
    label: t("sales:period"),
    fromLabel: t("sales:from"),
    toLabel: t("sales:to"),
    show: t("sales:show"),
    from: asked.isWrong ? asked.from : from,
    to: asked.isWrong ? asked.to : to,
    error: asked.isWrong ? t("errors:incorrect") : undefined,
    /** What else the address asks for: it stays while the days change. */
    kept: [...url.searchParams].filter(([name]) => !["from", "to", "page", ...further].includes(name)),
    shortcuts: SHORTCUTS.filter(([name]) => !byMonth || MONTHS.includes(name)).map(([name, daysOf]) => {
      const [first = now, last = now] = daysOf(now);
      const days = { from: written(first), to: written(last) };
      return {
        label: t(`sales:shortcut.${name}`),
        href: withParams(url, days),
        current: days.from === from && days.to === to,
      };
    }),
  };
}
export type PeriodModel = ReturnType<typeof periodModel>;

/** The days of a report in words. */
export function periodText({ format }: Pick<Context, "format">, days: { from: string; to: string }): string {
  const [from = "", to = ""] = [days.from, days.to].map((day) => format.date(`${day}T12:00:00Z`));
  return from === to ? from : `${from} – ${to}`;
}
