import { STEPS } from "../enums";
import { text } from "../fields";
import type { Fields } from "../values";
import type { Requirement } from "../permissions";
import { CUTS, type CutName } from "./cuts";
import { type FilterName, FILTERS } from "./filters";
import { HOURS, STRIP } from "./hours";
import { type MeasureName, MEASURES } from "./measures";

/** What a period is set beside: the one before it, or the same one a year earlier. */
export const COMPARISONS = ["before", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** How rows of two cuts are shown: below each other, or one cut across. */
export const VIEWS = ["rows", "matrix"] as const;

/**
 * What a report counts: sales; ingredients that were used; QR codes held before readers; sales without those of key clients;
 * machines; moves of machines; what machines went through; sales with it and with services, cash and audits; what franchises
 * owe; what came in and went out; what partners' cards were vended; what moved on keys of wallets; online payments.
 */
export type Facts =
  | "sales"
  | "ingredients"
  | "qr"
  | "without_clients"
  | "machines"
  | "moves"
  | "days"
  | "advanced"
  | "royalty"
  | "finance"
  | "sport_life"
  | "keys"
  | "payments";

/**
 * Where a row leads: another report about it (cut by what is named), a tab of the machine that it is (or of what else it is
 * `of`), the list of the records that it counts, or a page of its own by a number that it has.
 */
export type Drill =
  | { report: string; by?: CutName }
  | { tab: string; of?: "device" | "franchise" }
  | { list: string }
  | { path: `/${string}/{id}`; of: CutName };

/** Cuts of which a person chooses some, at most so many (a second one makes a matrix); `usual` those of who chooses none. */
export interface Choice {
  cuts: readonly [CutName, ...CutName[]];
  most: number;
  usual: readonly CutName[];
}

interface Declared {
  /** Also its path: the report `aggregated_sales` is `/aggregated_sales` on the web, `/reports/aggregated_sales` in the API. */
  name: string;
  /** On the web, where the specification has another one than the name. */
  path?: string;
  needs: Exclude<Requirement, "login">;
  facts: Facts;
  /** What tells its rows apart, before the cuts by choice. With `span` a person chooses days, weeks or months. */
  rows: readonly CutName[];
  by?: Choice;
  /** Its spans are months, whatever a person wants, and the months that a period touches are whole. */
  step?: "month";
  /** Of these, what a screen tells in the first cell where there is nothing else to tell; files have columns of them. */
  aside?: readonly CutName[];
  /** What is said of one of these besides: of a machine where it stands at the end of the period. */
  beside?: readonly CutName[];
  /** What stands below another cut on the screen, where both are shown: `author: "reason"`. */
  below?: Readonly<Partial<Record<CutName, CutName>>>;
  measures: readonly MeasureName[];
  /** Measures that are shown when a person asks for them. */
  further?: readonly MeasureName[];
  /** Its rows stand together by their first cut, with a sub-total of each. */
  subtotals?: true;
  /** One column more: its vends by hour of the clock as bars. */
  hours?: true;
  /** Its rows are of one moment each: no other period stands beside them. */
  compares?: false;
  /** Its columns are part of what is kept under a name. */
  keepsColumns?: true;
  /** A cut that rows do not have as long as they go on: in the usual order these come first. */
  unfinished?: CutName;
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
  const { rows, by, aside = [], beside = [], measures, further = [], filters, sort, compares, hours } = declared;
  const cuts = [...rows, ...(by?.cuts ?? []), ...beside];
  const columns = [...rows, ...(by?.usual ?? []), ...beside, ...(hours ? [STRIP] : []), ...measures, ...further]
    .filter((name) => !aside.some((one) => one === name))
    .map(String);
  if (!columns.includes(sort.replace(/^-/, ""))) throw new Error(`report ${declared.name}: no column "${sort}"`);
  return {
    ...declared,
    path: declared.path ?? `/${declared.name}`,
    aside,
    beside,
    measures: [...measures, ...further, ...(hours ? HOURS : [])],
    fields: {
      ...Object.fromEntries(filters.map((name) => [name, FILTERS[name]])),
      ...Object.fromEntries(cuts.map((name) => [name, CUTS[name]])),
      ...Object.fromEntries([...measures, ...further].map((name) => [name, MEASURES[name]])),
      ...(hours ? { [STRIP]: text({ max: 2_000, readOnly: true }) } : {}),
    },
    isReport: true,
    list: {
      columns,
      usual: columns.filter((name) => !further.some((one) => one === name)),
      filters: [...filters],
      sort,
      ways: {
        ...(compares === false ? {} : { compare: COMPARISONS }),
        ...(hasSpans(declared) ? { step: STEPS } : {}),
        ...(by ? { by: by.cuts } : {}),
        ...(rows.length <= 2 && rows.length + (by?.most ?? 0) >= 2
          ? { view: VIEWS, measure: [...measures, ...further] }
          : {}),
        ...(declared.keepsColumns ? { columns: [...measures, ...further] } : {}),
      },
    },
  };
}

/** Whether a person chooses days, weeks or months as its rows. */
export const hasSpans = ({ rows, by, step }: Pick<Report, "rows" | "by" | "step">): boolean =>
  step === undefined && (rows.includes("span") || (by?.cuts.includes("span") ?? false));

/** What tells its rows apart where `by` was chosen. */
export function rowsBy({ name, rows }: Pick<Report, "name" | "rows">, by: readonly CutName[]): [CutName, ...CutName[]] {
  const [first, ...others] = [...rows, ...by];
  if (!first) throw new Error(`report ${name} is cut by nothing`);
  return [first, ...others];
}

/** Its columns where `by` was chosen. */
export const columnsBy = (report: Report, by: readonly CutName[]): string[] =>
  [...rowsBy(report, by), ...report.beside, ...report.measures].filter(
    (name) => !report.aside.some((one) => one === name),
  );

/** How its rows may be ordered where cuts were chosen `by`: by any column, falling with a `-`. */
export const sortsBy = (report: Report, by: readonly CutName[]): string[] =>
  columnsBy(report, by).flatMap((name) => [name, `-${name}`]);
