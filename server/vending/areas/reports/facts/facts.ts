import { type SQL, sql } from "drizzle-orm";
import type { ReportQuery } from "~server/contract/reports/answer";
import type { CutName } from "~server/contract/reports/cuts";
import type { MeasureName } from "~server/contract/reports/measures";
import type { Report } from "~server/contract/reports/report";
import { byCarriedDevice, type Viewer } from "../../../access";
import { allOf } from "../../../database/query";
import type { Edges } from "../../sales/span";
import { narrowed } from "../filters";

/** A report as somebody asks for it. */
export interface Asked {
  viewer: Viewer;
  report: Report;
  query: ReportQuery;
  /** What tells its rows apart, those by choice among them. */
  rows: readonly [CutName, ...CutName[]];
  /** Machines are to be counted: lines must tell of which one each is, and nothing but what they are counted by. */
  counts?: true;
}

/** What is summed up over lines `x`; of payment `sources` alone, where some are chosen. */
export type Summed = (sources: readonly string[]) => SQL;

/** Machines of a row, or what else is `counted`, are counted by what their own sums in it are. */
interface Counted<S extends string> {
  of: readonly S[];
  holds(sums: (name: S) => SQL): SQL;
}

/** Parts that a measure is made of, by name: sums and counts of a row, `total_` those of all rows, `first_` those of its first cut. */
type Parts<N extends string> = (name: N | `total_${N}` | `first_${N}`) => SQL;

/** How a measure of a row `g` is made; means and shares of sums, never of means. */
export interface Made<N extends string> {
  of: readonly N[];
  /** It tells what is so now, whatever the period: of the one that this is set beside nothing is said. */
  ofToday?: true;
  make(parts: Parts<N>, asked: Asked): SQL;
}

/** What reports count: lines by placement or territory, what is summed up over them, and what is made of the sums. */
export interface Facts<S extends string = string, C extends string = string> {
  /** `from … where …`: lines `x` of some days, each with the placement or territory `p` it belongs to, as far as the viewer sees them and filters leave them. */
  lines(asked: Asked, days: Edges): SQL;
  /** What lines are told apart by, where they know more of it than their place does. */
  keys?: Readonly<Partial<Record<CutName, SQL>>>;
  /** Days of machines are among them (`machineDaysIn`), which are made a while after what they are made of. */
  ofDays?: true;
  sums: Readonly<Record<S, Summed>>;
  /** Those of which the greatest counts, not the sum. */
  greatest?: readonly S[];
  /** Of a line, what `counts` count once: its machine, where nothing else is said. */
  counted?: SQL;
  counts: Readonly<Record<C, Counted<S>>>;
  made: Readonly<Partial<Record<MeasureName, Made<S | C>>>>;
}

/** A measure that is one of its parts. */
export const part = <N extends string>(of: N): Made<N> => ({ of: [of], make: (parts) => parts(of) });
/** `a` for each `b`; nothing where there is no `b`. */
export const per = (a: SQL, b: SQL): SQL => sql`round(${a}::numeric / nullif(${b}, 0))::bigint`;
export const percent = (a: SQL, b: SQL): SQL => sql`round(100 * ${a}::numeric / nullif(${b}, 0), 2)`;

/** Lines of placements `p` of `machines` that the viewer may see and the filters leave. */
export const inSight = ({ viewer, query }: Asked, machines?: SQL): SQL =>
  allOf([byCarriedDevice(viewer, sql`p`), ...narrowed(query, machines).where]);
