/**
 * What `parseAudit` may say about a file or a report. Texts: `locales/<lang>/evadts.json`, group
 * `warning`; the parameters of each code stand beside it.
 */
export const WARNING_CODES = [
  /** No line of the file is an audit segment. */
  "no_audit_segments",
  /** Control bytes that no audit holds: {bytes}. */
  "binary_garbage",
  /** Other text around the segments, skipped: {lines}. */
  "wrapper_text",
  /** More lines than any file of a machine has, {lines}: nothing was read. */
  "too_many_lines",
  /** More reports than a unit delivers at once, {reports}: nothing was read. */
  "too_many_reports",
  /** More products than a machine has, {products}: nothing was read. */
  "too_many_products",
  /** {reports} reports in one file. */
  "several_reports",
  /** The report has a beginning and no end; a last line without line end is not counted. */
  "truncated",
  /** G85 or ST is absent, nothing to check. */
  "crc_missing",
  /** G85 has its two bytes swapped: {stated}. */
  "crc_swapped",
  /** {stated} is not {computed}. */
  "crc_mismatch",
  /** SE states {stated} segments, there are {found}. */
  "segment_count",
  /** Prices and settings for a machine (PC, IC, LC), not an audit: yields no sales. */
  "configuration_report",
  /** Segments outside the dictionary, kept raw: {count}, {ids}. */
  "unknown_segments",
  /** The currency is {currency}. */
  "currency_not_uah",
  /** Neither EA3 nor ID5 holds a valid time. */
  "no_machine_time",
  /** Vends by product {products} and in total {total} differ by {percent} percent. */
  "products_disagree",
  /** CA17 tubes hold {tubes}, CA15 states {stated} (kopecks). */
  "tubes_disagree",
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

export interface Warning {
  code: WarningCode;
  /** Values for the text of the code. */
  params?: Record<string, string | number>;
  /** Line of the file, from 1. */
  line?: number;
}
