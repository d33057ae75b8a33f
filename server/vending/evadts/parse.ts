import { collectCounters } from "./collect";
import type { Counters } from "./counters";
import { auditCrc, compareCrc } from "./crc";
import { isConfiguration, isKnown } from "./dictionary";
import { disagreement } from "./disagreement";
import { type Decode, decoderOf, withoutUtf16 } from "./encoding";
import { splitReports, type RawReport } from "./envelope";
import type { Segment } from "./fields";
import { countGarbage, fieldText, isForeign, splitFields, splitLines } from "./text";
import type { Warning } from "./warnings";

/** What the bytes of one audit file hold. */
export interface ParsedFile {
  /** Usually one; several when a telemetry unit sends a batch. */
  reports: AuditReport[];
  /** About the file as a whole. */
  warnings: Warning[];
}

export interface AuditReport {
  /** DXS01. */
  communicationId: string | null;
  /** DXS03, e.g. "V0/6". */
  version: string | null;
  segments: Segment[];
  /** G85: the values are four upper-case hex digits; "missing" also when there is no ST to count from. */
  crc: { stated: string | null; computed: string | null; state: "ok" | "swapped" | "mismatch" | "missing" };
  warnings: Warning[];
  counters: Counters;
}

/** Several times what real files hold. Of a file beyond them nothing is believed. */
export const LIMITS = { lines: 20_000, reports: 100, products: 1_000 };

/** Reads an audit file. Never throws, whatever the bytes: what is wrong becomes a warning. */
export function parseAudit(file: Uint8Array): ParsedFile {
  const bytes = withoutUtf16(file);
  const lines = splitLines(bytes);
  if (lines.length > LIMITS.lines) return unread({ code: "too_many_lines", params: { lines: lines.length } });
  const { reports: raw, otherLines } = splitReports(lines);
  if (raw.length > LIMITS.reports) return unread({ code: "too_many_reports", params: { reports: raw.length } });
  const cut = !endsWithLineEnd(bytes);
  const decode = decoderOf(foreignFields(raw));
  const reports = raw.map((report, index) => readReport(report, decode, cut && index === raw.length - 1));
  const products = Math.max(0, ...reports.map(({ counters }) => counters.products.length));
  if (products > LIMITS.products) return unread({ code: "too_many_products", params: { products } });
  const garbage = countGarbage(bytes);
  const warnings: Warning[] = [];
  if (reports.length === 0) warnings.push({ code: "no_audit_segments" });
  if (reports.length > 1) warnings.push({ code: "several_reports", params: { reports: reports.length } });
  if (garbage > 0) warnings.push({ code: "binary_garbage", params: { bytes: garbage } });
  if (otherLines > 0) warnings.push({ code: "wrapper_text", params: { lines: otherLines } });
  return { reports, warnings };
}

const unread = (warning: Warning): ParsedFile => ({ reports: [], warnings: [warning] });

function endsWithLineEnd(bytes: Uint8Array): boolean {
  const last = bytes.at(-1);
  return last === 0x0a || last === 0x0d;
}

/** Fields that are more than ASCII; some hundred tell an encoding as well as all would. */
const TELLING_FIELDS = 500;

function foreignFields(reports: readonly RawReport[]): string[] {
  const texts: string[] = [];
  for (const { segments } of reports) {
    for (const { text } of segments) {
      if (texts.length >= TELLING_FIELDS) return texts;
      if (/[\u0080-\u00ff^]/.test(text)) texts.push(...splitFields(text).filter(isForeign));
    }
  }
  return texts;
}

/** `openEnd`: the file stops in the middle of this report's last line, if nothing closed the report. */
function readReport(raw: RawReport, decode: Decode, openEnd: boolean): AuditReport {
  const segments = raw.segments.map((line): Segment => {
    const id = line.text.slice(0, line.text.indexOf("*"));
    const fields = splitFields(line.text).map((field) => fieldText(field, decode));
    return { id, fields, known: isKnown(id), line: line.number };
  });
  const unknown = segments.filter((segment) => !segment.known);
  const last = segments.at(-1);
  // The number at the cut may have lost its last digits and would look like a counter that fell.
  if (last && openEnd && !raw.ended) last.known = false;

  const counters = collectCounters(segments);
  const crc = checkCrc(raw);
  const warnings = [
    ...envelopeWarnings(raw, crc),
    ...segmentWarnings(segments, unknown),
    ...counterWarnings(counters, segments),
  ];
  return { communicationId: raw.communicationId, version: raw.version, segments, crc, warnings, counters };
}

function checkCrc(raw: RawReport): AuditReport["crc"] {
  const computed = raw.covered === null ? null : auditCrc(raw.covered);
  const stated = raw.statedCrc;
  const state = stated === null || computed === null ? "missing" : compareCrc(stated, computed);
  return { stated, computed, state };
}

function envelopeWarnings(raw: RawReport, crc: AuditReport["crc"]): Warning[] {
  const warnings: Warning[] = [];
  const line = raw.line;
  if (raw.started && !raw.ended) warnings.push({ code: "truncated", line });
  if (crc.state === "missing") warnings.push({ code: "crc_missing", line });
  if (crc.state === "swapped") warnings.push({ code: "crc_swapped", params: { stated: crc.stated ?? "" }, line });
  if (crc.state === "mismatch") {
    warnings.push({
      code: "crc_mismatch",
      params: { stated: crc.stated ?? "", computed: crc.computed ?? "" },
      line,
    });
  }
  const { all, withoutLoops } = raw.foundCounts;
  if (raw.statedCount !== null && raw.covered !== null && ![all, withoutLoops].includes(raw.statedCount)) {
    warnings.push({ code: "segment_count", params: { stated: raw.statedCount, found: all }, line });
  }
  return warnings;
}

function segmentWarnings(segments: readonly Segment[], unknown: readonly Segment[]): Warning[] {
  const warnings: Warning[] = [];
  const configuration = segments.find((segment) => isConfiguration(segment.id));
  if (configuration) warnings.push({ code: "configuration_report", line: configuration.line });
  if (unknown.length > 0) {
    const ids = [...new Set(unknown.map((segment) => segment.id))].sort();
    const params = { count: unknown.length, ids: ids.slice(0, 20).join(", ") };
    warnings.push({ code: "unknown_segments", params, line: unknown[0]?.line });
  }
  return warnings;
}

function counterWarnings(counters: Counters, segments: readonly Segment[]): Warning[] {
  const lineOf = (id: string): number | undefined => segments.find((segment) => segment.id === id)?.line;
  const warnings: Warning[] = [];
  const currency = counters.currency.code;
  if (currency !== null && currency !== "UAH") {
    warnings.push({ code: "currency_not_uah", params: { currency }, line: lineOf("ID4") });
  }
  if (counters.machineTime === null && !segments.some((segment) => isConfiguration(segment.id))) {
    warnings.push({ code: "no_machine_time", line: lineOf("EA3") ?? lineOf("ID5") });
  }
  const disagreement = productDisagreement(counters);
  if (disagreement) warnings.push({ code: "products_disagree", params: disagreement, line: lineOf("VA1") });
  const tubes = tubeContents(counters);
  const stated = counters.cash.inTubes;
  if (tubes !== null && stated !== null && tubes !== stated) {
    warnings.push({ code: "tubes_disagree", params: { tubes, stated }, line: lineOf("CA15") });
  }
  return warnings;
}

function productDisagreement(counters: Counters): ReturnType<typeof disagreement> {
  const total = counters.totals.paid.count;
  const counts = counters.products.flatMap((product) => product.paid.count ?? []);
  if (total === null || counts.length === 0) return null;
  const products = counts.reduce((sum, count) => sum + count, 0);
  return disagreement(products, total);
}

/** Kopecks by the tubes' own counts; null when a tube does not tell. */
function tubeContents(counters: Counters): number | null {
  const values = counters.cash.tubes.map(({ coin, count }) => (coin === null || count === null ? null : coin * count));
  if (values.length === 0 || values.includes(null)) return null;
  return values.reduce((sum: number, value) => sum + (value ?? 0), 0);
}
