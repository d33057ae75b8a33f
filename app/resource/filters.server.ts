import { fieldOf } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import { columnKey, type Listed } from "~server/contract/listed";
import { filtersOf, ME, rangeEnds, relatedTo } from "~server/contract/filters";
import { plain } from "~server/contract/plain";
import { fieldSchema } from "~server/contract/field-schema";
import type { Context } from "~server/web/guard.server";
import type { Chip } from "~/ui/chips";
import type { Option } from "~/ui/field";
import { choicesOf, chosenRefs, pickAddress } from "./choices.server";
import { findParam, withoutValue } from "./list-address";

/** One control of the filter panel. */
export interface FilterControl {
  name: string;
  label: string;
  type: "select" | "text" | "number" | "date";
  value: string;
  options?: Option[];
  /** There are more choices than shown: the name of the box that searches them, its words, and where scripts ask. */
  search?: { name: string; words: string; address: string };
  /** Values that are chosen already where several may be. */
  chosen?: Option[];
  /** The end of a range stands beside its beginning. */
  error?: string;
}

const MONEY = 100;
const isPerson = (field: Field) => field.kind === "ref" && field.to === "user";

/** Filters of an address in the API's notation, and what of them made no sense. */
export function apiFilters(entity: Listed, url: URL): { query: URLSearchParams; wrong: Set<string> } {
  const query = new URLSearchParams();
  const wrong = new Set<string>();
  for (const { field, params } of filtersOf(entity)) {
    for (const param of params) {
      for (const value of url.searchParams.getAll(param).filter(Boolean)) {
        const sent = apiValue(field, value);
        if (sent === undefined) wrong.add(param);
        else query.append(param, sent);
      }
    }
  }
  return { query, wrong };
}

function apiValue(field: Field, value: string): string | undefined {
  if (field.kind === "choice" || field.kind === "choices") return field.options.includes(value) ? value : undefined;
  if (isPerson(field) && value === ME) return value;
  if (relatedTo(field))
    return (field.kind === "ref" && value === "none") || /^\d{1,9}$/.test(value) ? value : undefined;
  const ends = rangeEnds(field);
  // What is longer than the field may be is found nowhere, and the API does not look for it.
  if (field.kind === "text")
    return value.trim() && value.length <= field.max && !value.includes("\0") ? value : undefined;
  if (!ends) return value;
  // The API holds the ends of a range against the field itself, its bounds included.
  const { required: _, ...free } = field;
  const end = fieldSchema(ends[0] === "from" ? { kind: "day" } : free, "form").safeParse(value);
  return end.success ? plain(end.data) : undefined;
}

/** Filters of the API as an address of the list has them: the other way of {@link apiFilters}. */
export function addressOf(entity: Listed, query: URLSearchParams): URLSearchParams {
  const money = new Set(filtersOf(entity).flatMap(({ field, params }) => (field.kind === "money" ? params : [])));
  return new URLSearchParams(
    [...query].map(([name, value]) => [name, money.has(name) ? String(Number(value) / MONEY) : value]),
  );
}

type Words = Pick<Context, "t" | "api" | "format">;

/** The filter panel: one control a filter, two for a range. */
export async function filterControls(
  { t, api }: Words,
  entity: Listed,
  url: URL,
  wrong: Set<string>,
): Promise<FilterControl[]> {
  const controls = await Promise.all(
    entity.list.filters.map(async (name): Promise<FilterControl[]> => {
      const field = fieldOf(entity, name);
      const label = t(columnKey(entity, name));
      const error = (param: string) => (wrong.has(param) ? t("errors:incorrect") : undefined);
      const values = url.searchParams.getAll(name).filter(Boolean);
      const ends = rangeEnds(field);
      if (ends) {
        return ends.map((end) => ({
          name: `${name}_${end}`,
          label: t(`resource:range_${end}`, { label }),
          type: end === "from" || end === "to" ? "date" : "number",
          value: url.searchParams.get(`${name}_${end}`) ?? "",
          error: error(`${name}_${end}`),
        }));
      }
      const choices = await choicesFor({ t, api }, name, field, url);
      const type = choices.options ? "select" : "text";
      // Of several values none may be lost, and a report takes several.
      const isSeveral =
        type === "select" && (entity.isReport || values.length > 1 || entity.list.several?.includes(name) === true);
      const chosen = isSeveral ? choices.options?.filter((option) => values.includes(option.value)) : undefined;
      const value = isSeveral ? "" : (values[0] ?? "");
      return [{ name, label, type, value, chosen, ...choices, error: error(name) }];
    }),
  );
  return controls.flat();
}

async function choicesFor(
  { t, api }: Pick<Words, "t" | "api">,
  name: string,
  field: Field,
  url: URL,
): Promise<Pick<FilterControl, "options" | "search">> {
  if (field.kind === "flag")
    return {
      options: ["true", "false"].map((value) => ({
        value,
        label: t(value === "true" ? "resource:yes" : "resource:no"),
      })),
    };
  if (field.kind === "choice" || field.kind === "choices")
    return { options: field.options.map((value) => ({ value, label: t(`options:${field.name}.${value}`) })) };
  const to = relatedTo(field);
  if (!to) return {};
  const words = url.searchParams.get(findParam(name)) ?? "";
  const among = field.kind === "ref" || field.kind === "refs" ? field.among : undefined;
  const { options: found, more } = await choicesOf(
    { api, t },
    to,
    await chosenRefs(api, to, url.searchParams.getAll(name)),
    words,
    among,
  );
  // No quantity stands beside a filter.
  const options = found.map(({ unit: _unit, ...option }) => option);
  const mine = isPerson(field) ? [{ value: ME, label: t("resource:me") }] : [];
  return {
    options: field.kind === "ref" ? [{ value: "none", label: t("resource:without") }, ...mine, ...options] : options,
    search: more ? { name: findParam(name), words, address: pickAddress(to, among ?? {}) } : undefined,
  };
}

/** What an address asks of a list or report: filters that make sense, in a person's words. */
async function filterWords({ t, api }: Words, entity: Listed, url: URL) {
  const words: { param: string; value: string; label: string; text: string }[] = [];
  for (const { name, field, params } of filtersOf(entity))
    for (const param of params)
      for (const value of url.searchParams.getAll(param).filter(Boolean)) {
        if (apiValue(field, value) === undefined) continue;
        const end = param.slice(name.length + 1);
        const label = t(columnKey(entity, name));
        words.push({
          param,
          value,
          label: end ? t(`resource:range_${end}`, { label }) : label,
          text: await valueText({ t, api }, field, value),
        });
      }
  return words;
}

/** The filters in use as removable chips; those that a scope stands for are not repeated, nor are those that made no sense. */
export async function filterChips(
  words: Words,
  entity: Listed,
  url: URL,
  hidden: Record<string, string>,
): Promise<Chip[]> {
  const found = await filterWords(words, entity, url);
  return found
    .filter(({ param, value }) => hidden[param] !== value)
    .map(({ param, value, label, text }) => ({ label: `${label}: ${text}`, href: withoutValue(url, param, value) }));
}

/** All that an address asks for, besides a period: words, how rows are made, filters; each by its name. */
export async function askedWords(words: Words, table: Listed, url: URL): Promise<[string, string][]> {
  const { t } = words;
  const q = table.isReport ? null : url.searchParams.get("q");
  return [
    ...(q ? [[t("resource:search"), q] satisfies [string, string]] : []),
    ...[...new Set(waysAt(table, url).map(([way]) => way))].map((way): [string, string] => [
      t(way === "columns" ? "resource:columns" : `reports:${way}`),
      waysAt(table, url)
        .flatMap(([name, value]) => (name === way ? wayText(t, way, value) : []))
        .join(", "),
    ]),
    ...(await filterWords(words, table, url)).map(({ label, text }): [string, string] => [label, text]),
  ];
}

/** Ways whose values are columns. */
const OF_COLUMNS = ["by", "measure", "columns"];
const wayText = (t: Words["t"], way: string, value: string): string =>
  t(OF_COLUMNS.includes(way) ? `reports:fields.${value}` : `reports:${way}_with.${value}`);

/** What an address says besides filters of how rows are made, in its order. */
export const waysAt = ({ list }: Listed, { searchParams }: URL): [string, string][] =>
  Object.entries(list.ways ?? {}).flatMap(([name, values]) =>
    searchParams.getAll(name).flatMap((value): [string, string][] => (values.includes(value) ? [[name, value]] : [])),
  );

async function valueText({ t, api }: Pick<Words, "t" | "api">, field: Field, value: string): Promise<string> {
  if (field.kind === "flag") return t(value === "true" ? "resource:yes" : "resource:no");
  if ((field.kind === "choice" || field.kind === "choices") && field.options.includes(value))
    return t(`options:${field.name}.${value}`);
  const to = relatedTo(field);
  if (!to) return value;
  if (isPerson(field) && value === ME) return t("resource:me");
  return value === "none" ? t("resource:without") : ((await chosenRefs(api, to, [value]))[0]?.label ?? value);
}
