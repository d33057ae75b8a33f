import { createHash } from "node:crypto";
import { z } from "zod";
import { type Arranged, arrangeAll, type ReadHeader } from "../../evadts/arrange";
import type { Counters } from "../../evadts/counters";
import { derivePeriod, type SaleLine } from "../../evadts/derive";
import { type AuditReport, parseAudit } from "../../evadts/parse";
import { type Multipliers, scaleCounters } from "../../evadts/scale";
import { type Audited, reconcile, type Reconciled } from "./reconcile";
import type { Told } from "./untold";

// What is worked out of audits, in a thread of its own (thread.ts): large values come and go as JSON texts, so that the
// thread that answers people neither reads nor writes them.

/** A file, and what its machine and its sender say about it. */
export interface File {
  raw: Uint8Array;
  /** UTC, ISO 8601. */
  receivedAt: string;
  fromInitialisation: boolean;
  ignoreCrc: boolean;
  multipliers: Multipliers;
}

/** A report of a file: `header`, `counters` and `warnings` in JSON; `currency` in letters where it names one. */
export interface ReadReport {
  state: "received" | "failed";
  currency: string | null;
  header: string;
  counters: string;
  warnings: string;
}

/** Counters of two neighbouring reads in JSON; without a previous one since the initialisation. */
export interface Neighbours {
  previous: string | null;
  current: string;
}

/** A period without its lines, and its lines as sales are kept, in JSON. */
export interface Derived {
  period: string;
  lines: string;
}

/** A run of periods and the vends told of its time. */
export interface Run {
  periods: readonly Audited[];
  vends: readonly Told[];
}

/** What is kept of a read's header: what its file alone tells. */
export type KeptHeader = Omit<ReadHeader, "id" | "readAt" | "isReleased">;

export const JOBS = {
  read: (file: File): ReadReport[] => reportsOf(file),
  arrange: (reads: readonly ReadHeader[]): Arranged => arrangeAll(reads),
  derive: (pair: Neighbours): Derived => derived(pair),
  reconcile: ({ periods, vends }: Run): Reconciled[] => reconcile(periods, vends),
};
export type Jobs = typeof JOBS;

/** A file's reports; at least one. */
function reportsOf(file: File): ReadReport[] {
  const parsed = parseAudit(file.raw);
  const reports = parsed.reports.map((parsedReport, index): ReadReport => {
    const report = { ...parsedReport, counters: scaleCounters(parsedReport.counters, file.multipliers) };
    const warnings = [...(index === 0 ? parsed.warnings : []), ...report.warnings].filter(
      (one) => !(file.ignoreCrc && one.code === "crc_mismatch"),
    );
    const counters = JSON.stringify(report.counters);
    return {
      state: isAudit(report) ? "received" : "failed",
      currency: report.counters.currency.code,
      header: JSON.stringify(headerOf(report, hashOf(report.counters), index, file)),
      counters,
      warnings: JSON.stringify(warnings),
    };
  });
  const nothing: ReadReport = {
    state: "failed",
    currency: null,
    header: "{}",
    counters: "{}",
    warnings: JSON.stringify(parsed.warnings),
  };
  return reports.length ? reports : [nothing];
}

/** Without what is only shown: a read that was kept before that was looked at is recognised when it is sent again. */
const hashOf = (counters: Counters): string => sha256(JSON.stringify({ ...counters, shown: undefined }));

const sha256 = (value: string | Uint8Array): string => createHash("sha256").update(value).digest("hex");

/** Configuration reports and text without a single counter hold no read. */
const isAudit = (report: AuditReport) =>
  !report.warnings.some((one) => one.code === "configuration_report" || one.code === "no_audit_segments") &&
  report.segments.some((one) => one.known);

/** What a file itself says of where a read belongs, without its many counters. */
function headerOf({ counters, warnings }: AuditReport, countersHash: string, index: number, file: File): KeptHeader {
  const { machineSerial, controlBoard, initialisedAt } = counters.identity;
  return {
    receivedAt: file.receivedAt,
    machineTime: counters.machineTime,
    readsTotal: counters.readsTotal,
    readsWithReset: counters.readsWithReset,
    machineSerial,
    controlBoard,
    initialisedAt,
    paidCount: counters.totals.paid.count,
    paidValue: counters.totals.paid.value,
    countersHash,
    fileHash: `${sha256(file.raw)}/${index}`,
    fromInitialisation: file.fromInitialisation,
    crc: checkOf(warnings, file),
    dearest: dearestOf(counters),
    isCut: warnings.some(({ code }) => code === "truncated"),
  };
}

function checkOf(warnings: AuditReport["warnings"], { ignoreCrc }: File): ReadHeader["crc"] {
  const said = (code: string) => warnings.some((one) => one.code === code);
  if (ignoreCrc || said("crc_missing")) return null;
  return said("crc_mismatch") ? "wrong" : "right";
}

const dearestOf = ({ products }: Counters): number | null =>
  products
    .flatMap(({ price, byPayment }) => [price, ...byPayment.map((line) => line.price)])
    .reduce((most, price) => (price === null ? most : Math.max(most ?? 0, price)), null);

function derived({ previous, current }: Neighbours): Derived {
  const { lines, ...period } = derivePeriod(previous === null ? null : countersOf(previous), countersOf(current));
  return { period: JSON.stringify(period), lines: JSON.stringify(linesOf(lines)) };
}

/** As `parseAudit` made them, and nobody since. */
const countersSchema = z.custom<Counters>((value) => typeof value === "object" && value !== null);

const countersOf = (json: string): Counters => countersSchema.parse(JSON.parse(json));

/** The sales of one read, as they are kept with it. */
const linesOf = (lines: readonly SaleLine[]) =>
  lines.map((line) => ({
    selection: line.selection,
    name: line.name,
    source: line.kind === "paid" ? line.source : line.kind,
    count: line.count,
    amount: line.amount,
    guessed: line.priceGuessed,
  }));
