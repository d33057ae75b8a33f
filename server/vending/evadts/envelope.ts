import { splitFields, type Line } from "./text";

/** The lines of one report, sorted into its envelope and its segments; nothing is interpreted yet. */
export interface RawReport {
  communicationId: string | null;
  version: string | null;
  /** Lines of segments, in file order. */
  segments: Line[];
  /** What G85 covers, from ST on; null without ST. */
  covered: string[] | null;
  /** G85 was seen. */
  checked: boolean;
  /** The check value G85 states: four upper-case hex digits. */
  statedCrc: string | null;
  /** SE01, the number of segments from ST to SE. */
  statedCount: number | null;
  /** Lines from ST to SE, with and without the LS/LE loop marks; some machines count them, some do not. */
  foundCounts: { all: number; withoutLoops: number };
  started: boolean;
  ended: boolean;
  /** Line where the report begins. */
  line: number;
}

export interface Envelopes {
  reports: RawReport[];
  /** Lines that are neither segments nor envelope. */
  otherLines: number;
}

type Kind = "DXS" | "ST" | "G85" | "SE" | "DXE" | "loop" | "segment" | "other";

/**
 * Sorts lines into reports. A report begins at DXS, or at ST, or at a segment when nothing is open.
 * Segments after DXE belong to the next report if one follows (MC5 before DXS), else to the one
 * before (vendor lines after the end).
 */
export function splitReports(lines: readonly Line[]): Envelopes {
  const reports: RawReport[] = [];
  let open: RawReport | null = null;
  let loose: Line[] = [];
  let otherLines = 0;

  const begin = (line: Line): RawReport => {
    const report = emptyReport(loose[0] ?? line, loose);
    loose = [];
    reports.push(report);
    return report;
  };

  for (const raw of lines) {
    const { kind, line } = recognise(raw);
    if (kind === "other") {
      otherLines++;
      if (open !== null) cover(open, raw);
      continue;
    }
    if (line.text.length < raw.text.length) otherLines++;
    if (kind === "segment" && open === null) {
      loose.push(line);
      continue;
    }
    if (open === null || kind === "DXS" || (kind === "ST" && open.covered !== null)) {
      const next = begin(line);
      if (kind === "ST" && open !== null) inherit(next, open);
      open = next;
    }
    take(open, kind, line, raw);
    if (kind === "DXE") open = null;
  }
  if (loose.length > 0) {
    const last = reports.at(-1);
    if (last) last.segments = [...last.segments, ...loose];
    else reports.push(emptyReport(loose[0] ?? { text: "", number: 1 }, loose));
  }
  return { reports, otherLines };
}

function emptyReport(first: Line, segments: Line[]): RawReport {
  return {
    communicationId: null,
    version: null,
    segments: [...segments],
    covered: null,
    checked: false,
    statedCrc: null,
    statedCount: null,
    foundCounts: { all: 0, withoutLoops: 0 },
    started: false,
    ended: false,
    line: first.number,
  };
}

/** A second ST inside one DXS is a report of the same sender. */
function inherit(next: RawReport, from: RawReport): void {
  next.communicationId = from.communicationId;
  next.version = from.version;
}

/** A carrier's wrapper may stand on the line of DXS itself, and blanks before any line. */
function recognise(raw: Line): { kind: Kind; line: Line } {
  const text = raw.text.replace(/^[\s\0]+(?=\S)/, "");
  const start = text.search(/DXS\*/);
  if (start >= 0 && !/^[A-Z]{2}\d{1,2}\*/.test(text)) {
    return { kind: "DXS", line: { ...raw, text: text.slice(start) } };
  }
  return { kind: kindOf(text), line: { ...raw, text } };
}

function kindOf(text: string): Kind {
  if (/^ST(-\d+)?(\*|$)/.test(text)) return "ST";
  if (text.startsWith("G85*")) return "G85";
  if (/^SE(-\d+)?(\*|$)/.test(text)) return "SE";
  if (/^DXE(\*|$)/.test(text)) return "DXE";
  if (/^L[SE]\*/.test(text)) return "loop";
  return /^[A-Z]{2}\d{1,2}\*/.test(text) ? "segment" : "other";
}

function take(report: RawReport, kind: Kind, line: Line, raw: Line): void {
  if (kind === "DXS" || kind === "ST") report.started = true;
  if (kind === "G85" || kind === "SE" || kind === "DXE") report.ended = true;
  if (kind === "segment") report.segments.push(line);
  if (kind === "DXS") takeStart(report, line);
  if (kind === "ST") report.covered = [line.text];
  else if (kind === "G85") takeCheck(report, line);
  else cover(report, raw);
  count(report, kind);
  if (kind === "SE") report.statedCount = integer(splitFields(line.text)[0]);
}

/** Any line counts for the check value, also one that is no segment. */
function cover(report: RawReport, line: Line): void {
  if (!report.checked) report.covered?.push(line.text);
}

function takeStart(report: RawReport, line: Line): void {
  const [communicationId, , version] = splitFields(line.text).map((field) => field.trim());
  report.communicationId = communicationId || null;
  report.version = version || null;
}

function takeCheck(report: RawReport, line: Line): void {
  const stated = /^G85\*\s*([0-9A-Fa-f]{1,4})/.exec(line.text)?.[1];
  report.statedCrc ??= stated?.toUpperCase().padStart(4, "0") ?? null;
  report.checked = true;
}

/** Counting stops at SE, which is included. */
function count(report: RawReport, kind: Kind): void {
  if (report.covered === null || report.statedCount !== null) return;
  if (kind === "DXS" || kind === "DXE") return;
  report.foundCounts.all++;
  if (kind !== "loop") report.foundCounts.withoutLoops++;
}

function integer(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null;
}
