import { TIME_ZONE } from "~server/contract/time";
import { translatorFor, type TFunction } from "./i18n.server";
import type { Lang } from "./preferences.server";

const LOCALES: Record<Lang, string> = { uk: "uk-UA", en: "en-GB", pl: "pl-PL" };
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Time = string | number | Date;

/** Numbers, money and times as people of a language write them; times are shown in Kyiv's zone. */
export interface Format {
  /** Integer kopecks → "1 234,50 ₴". */
  money(kopecks: number): string;
  /** Thousandths of a kopeck that stand one below another → "5,1627 ₴", "4,9000 ₴": two decimals, or as many (at most four) as one of them needs. */
  costs(thousandths: readonly (number | null)[]): (string | null)[];
  /** Hundredths of a currency by its ISO 4217 letters → "12,50 EUR"; of one that is named otherwise → "12,50". */
  moneyIn(currency: string, hundredths: number): string;
  /** A number with at most `digits` decimals (none by default). */
  number(value: number, digits?: number): string;
  /** A difference → "+12", "−3", "0"; of kopecks "+1 234,50 ₴". */
  signed(value: number): string;
  signedMoney(kopecks: number): string;
  /** A number with a unit that is already translated: "250 мл". */
  quantity(value: number, unit: string): string;
  /** A share of 1 → "12,5%", with at most `digits` decimals (none by default). */
  percent(share: number, digits?: number): string;
  /** A change as a share of 1 → "+12%". */
  change(share: number): string;
  /** "06.05.2026" from an instant. */
  date(time: Time): string;
  /** "06.05.2026, 14:30" from an instant. */
  dateTime(time: Time): string;
  /** "06.05.2026, 14:30" from the time of a clock without a zone, `2026-05-06T14:30:05`. */
  clock(local: string): string;
  /** "6 трав." from a calendar day `YYYY-MM-DD`, which has no zone. */
  day(day: string): string;
  /** "листопад 2026 р." from its first day. */
  month(first: string): string;
  /** "лист." from its first day. */
  monthName(first: string): string;
  /** "5 хв тому". */
  age(time: Time, now?: Date): string;
  /** Seconds in days, hours and rounded minutes: "1 d 2 h 5 min"; "0 m" when empty. */
  duration(seconds: number): string;
  /** Seconds in their largest unit: "2 d", "5 h", "12 min". */
  span(seconds: number): string;
}

const made = new Map<Lang, Format>();

/** The formats of a language, made once. */
export async function formatter(lang: Lang): Promise<Format> {
  const known = made.get(lang) ?? make(lang, await translatorFor(lang));
  made.set(lang, known);
  return known;
}

function make(lang: Lang, t: TFunction): Format {
  const locale = LOCALES[lang];
  const money = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "UAH",
    currencyDisplay: "narrowSymbol",
    useGrouping: "always",
  });
  const costIn = [2, 3, 4].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency: "UAH",
        currencyDisplay: "narrowSymbol",
        useGrouping: "always",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  const decimal = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: "always",
  });
  const numbers = [0, 1, 2, 3, 4, 5, 6].map(
    (digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: "always" }),
  );
  const percents = [0, 1, 2].map(
    (digits) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: digits }),
  );
  const signed = new Intl.NumberFormat(locale, { signDisplay: "exceptZero", useGrouping: "always" });
  const signedMoney = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "UAH",
    currencyDisplay: "narrowSymbol",
    useGrouping: "always",
    signDisplay: "exceptZero",
  });
  const change = new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" });
  const date = new Intl.DateTimeFormat(locale, {
    timeZone: TIME_ZONE,
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  });
  const dateTimeIn = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      day: "2-digit",
      month: "2-digit",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    });
  const [dateTime, clock] = [dateTimeIn(TIME_ZONE), dateTimeIn("UTC")];
  const day = new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "short" });
  const month = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "long", year: "numeric" });
  const monthName = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const number = (value: number, digits = 0) => (numbers[digits] ?? numbers.at(-1))?.format(value) ?? String(value);

  return {
    money: (kopecks) => money.format(kopecks / 100),
    costs: (thousandths) => costsOf(costIn, thousandths),
    moneyIn: (currency, hundredths) =>
      /^[A-Z]{3}$/.test(currency)
        ? `${decimal.format(hundredths / 100)}\u00a0${currency}`
        : decimal.format(hundredths / 100),
    number,
    signed: (value) => signed.format(value),
    signedMoney: (kopecks) => signedMoney.format(kopecks / 100),
    quantity: (value, unit) => `${number(value, 3)}\u00a0${unit}`,
    percent: (share, digits = 0) => (percents[digits] ?? percents[0])?.format(share) ?? String(share),
    change: (share) => change.format(share),
    date: (time) => date.format(new Date(time)),
    // A day and its hour stay on one line.
    dateTime: (time) => dateTime.format(new Date(time)).replace(" ", "\u00a0"),
    clock: (local) => clock.format(new Date(`${local}Z`)),
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    month: (first) => month.format(new Date(`${first}T00:00:00Z`)),
    monthName: (first) => monthName.format(new Date(`${first}T00:00:00Z`)),
    age: (time, now = new Date()) => ageOf(relative, (new Date(time).getTime() - now.getTime()) / 1000),
    duration: (seconds) => durationOf(t, seconds),
    span: (seconds) => spanOf(t, seconds),
  };
}

const THOUSANDTHS = 100_000;

/** In the first of the formats that is exact to the hundredth of a kopeck for all of them. */
function costsOf(formats: readonly Intl.NumberFormat[], costs: readonly (number | null)[]): (string | null)[] {
  const hundredths = costs.map((cost) => Math.round((cost ?? 0) / 10));
  const needed = hundredths.some((cost) => cost % 10) ? 2 : hundredths.some((cost) => cost % 100) ? 1 : 0;
  return costs.map((cost) => (cost === null ? null : (formats[needed]?.format(cost / THOUSANDTHS) ?? null)));
}

function ageOf(relative: Intl.RelativeTimeFormat, seconds: number): string {
  const size = Math.abs(seconds);
  if (size < MINUTE) return relative.format(0, "second");
  if (size < HOUR) return relative.format(Math.trunc(seconds / MINUTE), "minute");
  if (size < DAY) return relative.format(Math.trunc(seconds / HOUR), "hour");
  return relative.format(Math.trunc(seconds / DAY), "day");
}

function durationOf(t: TFunction, seconds: number): string {
  const minutes = Math.round(seconds / MINUTE);
  const parts: [string, number][] = [
    ["common:duration.days", Math.floor(minutes / (24 * 60))],
    ["common:duration.hours", Math.floor(minutes / 60) % 24],
    ["common:duration.minutes", minutes % 60],
  ];
  const shown = parts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }));
  return shown.length > 0 ? shown.join(" ") : t("common:duration.empty");
}

function spanOf(t: TFunction, seconds: number): string {
  if (seconds >= DAY) return t("common:duration.days", { count: Math.floor(seconds / DAY) });
  if (seconds >= HOUR) return t("common:duration.hours", { count: Math.floor(seconds / HOUR) });
  return t("common:duration.minutes", { count: Math.max(1, Math.floor(seconds / MINUTE)) });
}
