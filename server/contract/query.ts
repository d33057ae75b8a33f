import { z } from "zod";

/** Parts that queries and forms of calls are made of. What makes no sense is refused with a key beside its name. */

export const wrong = { error: "incorrect" };
/** The largest `integer` of PostgreSQL. */
export const LARGEST_INTEGER = 2_147_483_647;
const whole = (raw: unknown) => (typeof raw === "string" && /^\d{1,10}$/.test(raw) ? Number(raw) : raw);

/** A whole number in a query. */
export const numberFrom = (from: number, to: number) =>
  z.preprocess(whole, z.number(wrong).int(wrong).min(from, `min_value|${from}`).max(to, `max_value|${to}`));

/** A whole number in a form; no id, count or version that the database keeps is larger than the largest that is let through. */
export const formNumber = (from: number, to = LARGEST_INTEGER) =>
  z.coerce.number(wrong).int(wrong).min(from, wrong).max(to, wrong);

/** Chosen by who sends a form: the same form sent twice is one. */
export const formKey = z.string(wrong).min(8, wrong).max(100, wrong);

/** A record's id. */
export const idAsked = numberFrom(1, LARGEST_INTEGER);
/** Which page; the first when left out. */
export const pageAsked = numberFrom(1, 100_000).default(1);
/** Rows of a page. */
export const limitAsked = (most: number, usual = 50) => numberFrom(1, most).default(usual);
export const pageQuery = z.object({ page: pageAsked });
/** Longest words of a search, in signs. */
export const WORDS_MAX = 200;
/** Words of a search. */
export const wordsAsked = z.string(wrong).max(WORDS_MAX, `max_length|${WORDS_MAX}`).default("");
/** Something that may be asked for several times: `?kind=sale&kind=coin_in`. */
export const severalOf = <T extends z.ZodType>(one: T) =>
  z.preprocess((raw) => [raw].flat(), z.array(one).max(1000, "max_value|1000")).default([]);

/** Days that a database can keep and a calendar shows. */
const isUsualYear = (text: string) => text >= "1900" && text < "2200";

/** A calendar day `YYYY-MM-DD` of the years 1900 to 2199. */
export const day = z.iso.date(wrong).refine(isUsualYear, wrong);
/** An instant of the years 1900 to 2199. */
export const instantAsked = z.iso.datetime({ offset: true, ...wrong }).refine(isUsualYear, wrong);
/** A span of days in Europe/Kyiv, both included; either end may be left out. */
export const days = { from: day.optional(), to: day.optional() };

/** Longest span that a machine's sales are given for, days. */
export const LONGEST_SPAN = 400;
interface Ends {
  from?: string | undefined;
  to?: string | undefined;
}

/** Both days of a span are in order and not too far apart. */
export const isSpanWithin = (longest: number, { from, to }: Ends): boolean =>
  !from || !to || (from <= to && Date.parse(to) - Date.parse(from) < longest * 86_400_000);
/** What a schema with {@link days} is refined by. */
export const isSpan = (ends: Ends): boolean => isSpanWithin(LONGEST_SPAN, ends);
export const wrongSpan = { ...wrong, path: ["to"] };

/**
 * Reads a query string by a call's schema: a name that stands once is a text, one that stands more often a list, an
 * empty one is left out.
 */
export function queryFields(query: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name).filter((value) => value !== "");
    const [first] = values;
    if (first !== undefined) fields[name] = values.length === 1 ? first : values;
  }
  return fields;
}

/** What makes sense of an address that people may have typed: the rest is left out, as if it had not been asked. */
export function sensible<Q>(query: z.ZodType<Q>, asked: URLSearchParams): Q {
  const fields = queryFields(asked);
  const parsed = query.safeParse(fields);
  if (parsed.success) return parsed.data;
  const wrongNames = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return query.parse(Object.fromEntries(Object.entries(fields).filter(([name]) => !wrongNames.has(name))));
}
