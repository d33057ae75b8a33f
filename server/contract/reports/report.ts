import { STEPS } from "../enums";
import type { Fields } from "../values";
import type { Permission } from "../permissions";
import { CUTS, type CutName } from "./cuts";
import { type FilterName, FILTERS } from "./filters";
import { type MeasureName, MEASURES } from "./measures";

/** What a period is set beside: the one before it, or the same one a year earlier. */
export const COMPARISONS = ["before", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What a report counts: sales, or sales by product. */
export type Facts = "sales" | "products";

/** Where a row leads: another report about it, by its own path, or a tab of the machine that it is. */
export type Drill = { report: string } | { tab: string };

interface Declared {
  /** Also its path: the report `aggregated_sales` is `/aggregated_sales` on the web, `/reports/aggregated_sales` in the API. */
  name: string;
  needs: readonly Permission[];
  facts: Facts;
  /** What tells its rows apart. With `span` a person chooses days, weeks or months. */
  rows: readonly [CutName, ...CutName[]];
  /** Of these, what a screen tells in the first cell where there is nothing else to tell; files have columns of them. */
  aside?: readonly CutName[];
  /** What is said of the first of these besides: of a machine where it stands at the end of the period. */
  beside?: readonly CutName[];
  /** Measures that are shown when a person asks for them. */
  further?: readonly MeasureName[];
  measures: readonly MeasureName[];
  /** A column, falling with a `-`. */
  sort: string;
  filters: readonly FilterName[];
  drill?: Drill;
}

/**
 * A report, declared once: from it come its call, its screen, its columns, its files and its place in OpenAPI. Texts:
 * `locales/<lang>/reports.json`, columns and filters under `fields`, what it is about under `about`; its title is that of
 * its menu entry.
 */
export interface Report extends Omit<Declared, "beside" | "aside"> {
  path: string;
  aside: readonly CutName[];
  beside: readonly CutName[];
  /** Columns and filters as fields: how they are shown, chosen and written in files. */
  fields: Fields;
  isReport: true;
  list: {
    columns: string[];
    usual: string[];
    filters: string[];
    sort: string;
    ways: Readonly<Record<string, readonly string[]>>;
  };
}

export function defineReport(declared: Declared): Report {
  const { rows, aside = [], beside = [], measures, further = [], filters, sort } = declared;
  const cuts = [...rows, ...beside];
  const columns = [...cuts.filter((cut) => !aside.includes(cut)), ...measures, ...further].map(String);
  if (!columns.includes(sort.replace(/^-/, ""))) throw new Error(`report ${declared.name}: no column "${sort}"`);
  return {
    ...declared,
    path: `/${declared.name}`,
    aside,
    beside,
    measures: [...measures, ...further],
    fields: {
      ...Object.fromEntries(filters.map((name) => [name, FILTERS[name]])),
      ...Object.fromEntries(cuts.map((name) => [name, CUTS[name]])),
      ...Object.fromEntries([...measures, ...further].map((name) => [name, MEASURES[name]])),
    },
    isReport: true,
    list: {
      columns,
      usual: columns.filter((name) => !further.some((one) => one === name)),
      filters: [...filters],
      sort,
      ways: { compare: COMPARISONS, ...(rows.includes("span") ? { step: STEPS } : {}) },
    },
  };
}

/** Whether a person chooses days, weeks or months as its rows. */
export const hasSpans = ({ rows }: Pick<Report, "rows">): boolean => rows.includes("span");
