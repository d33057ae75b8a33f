import { deviceAuditFile } from "~server/contract/calls/audits";
import type { AuditFile } from "~server/contract/audit";
import { UNPAID_SOURCES } from "~server/contract/enums";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorWords } from "~/areas/error-words.server";
import { decisionModel } from "./audit-decision.server";
import { DEVICE } from "./device.server";
import { differenceCells, differenceColumns, tallyText } from "./differences.server";
import { auditLabels } from "./labels";
import { noticeText } from "./notices.server";
import { reportSections } from "./report-sections.server";
import { wordsOf } from "./report-words.server";

type Report = AuditFile["reports"][number];

/** One audit file: what it says, what is odd about it, what it sold, and its text. */
export const auditLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, format } = context;
  const file = await api.read(deviceAuditFile, { id: params.id, file: params.file });
  const base = `${viewPath(device, params.id ?? "")}/audits`;
  return {
    title: file.name ?? t("audits:file_number", { number: file.file_id }),
    back: base,
    raw: `${base}/${file.file_id}/raw`,
    about: [
      { label: t("audits:column.received"), value: format.dateTime(file.received_at) },
      { label: t("audits:column.reason"), value: t(`options:read_reason.${file.reason}`) },
      { label: t("audits:author"), value: file.author },
      { label: t("audits:size"), value: t("audits:bytes", { count: file.size, shown: format.number(file.size) }) },
    ],
    decision: decisionModel(context, file),
    reports: file.reports.map((report) => reportModel(context, report)),
    text: file.text,
    labels: pick(t, auditLabels),
  };
});

/** Active faults first, then the most frequent. */
const byWeight = (a: Report["events"][number], b: Report["events"][number]) =>
  Number(b.active === true) - Number(a.active === true) || (b.count ?? 0) - (a.count ?? 0);

/** What happened, with its code: the text of the standard, where it has one. */
function eventRow({ t, format }: Context, { raw, code, suffix, count, active }: Report["events"][number]) {
  return {
    id: raw + suffix,
    muted: active === false,
    cells: [
      { text: raw },
      { text: errorWords(t, { code }) },
      { text: count === null ? "—" : format.number(count) },
      active ? { text: t("audits:event.is_active"), tone: "bad" as const, badge: true } : { text: "—" },
    ],
  };
}

/** The period beside what telemetry told of it; of a read without a period there is nothing to say. */
function telemetryModel(context: Context, { read, lines, telemetry }: Report) {
  const { t, format } = context;
  if (read.vends === null || (telemetry === null && lines.length === 0)) return undefined;
  const sources = telemetry?.sources ?? [];
  const total = (side: "events" | "booked" | "beyond") =>
    tallyText(
      context,
      sources
        .filter(({ source }) => !UNPAID_SOURCES.some((one) => one === source))
        .reduce((sum, one) => ({ count: sum.count + one[side].count, amount: sum.amount + one[side].amount }), {
          count: 0,
          amount: 0,
        }),
      read.currency,
    );
  return {
    title: t("audits:telemetry.title"),
    about: telemetry
      ? [
          ...(["events", "booked", "beyond"] as const).map((side) => ({
            label: t(`audits:telemetry.${side}`),
            value: total(side),
          })),
          { label: t("audits:telemetry.until"), value: telemetry.until && format.dateTime(telemetry.until) },
        ]
      : [],
    hint: t(telemetry ? "audits:telemetry.hint" : "audits:telemetry.none"),
    columns: differenceColumns(context),
    rows: sources.map((one) => ({ id: one.source, cells: differenceCells(context, one, read.currency) })),
  };
}

/** Of foreign money, by which rate it was booked, and what it came to. */
function bookedIn({ t, format }: Context, { currency, rate, booked }: Report["read"]) {
  if (currency === null) return [];
  const value =
    rate === null ? t("audits:money.none") : t("audits:money.of", { rate: format.number(rate, 6), currency });
  return [
    { label: t("audits:money.rate"), value },
    { label: t("audits:money.booked"), value: rate === null ? null : format.money(booked ?? 0) },
  ];
}

function reportModel(context: Context, report: Report) {
  const { read, identity, totals, cash_to_collect, lines, events, counters } = report;
  const { t, format } = context;
  const words = wordsOf(context, read);
  const { number, money } = words;
  return {
    id: String(read.report),
    summary: [
      {
        label: t("audits:column.machine_time"),
        value: read.machine_time ? format.clock(read.machine_time) : t("audits:no_clock"),
      },
      { label: t("audits:column.state"), value: t(`options:read_state.${read.state}`) },
      { label: t("audits:column.kind"), value: read.kind && t(`options:read_kind.${read.kind}`) },
      { label: t("audits:column.vends"), value: number(read.vends) },
      { label: t("audits:column.value"), value: money(read.value) },
      { label: t("audits:cash_to_collect"), value: money(cash_to_collect) },
      { label: t("audits:missing"), value: number(read.missing_reads) },
      { label: t("audits:machine_serial"), value: identity.machineSerial },
      { label: t("audits:machine_model"), value: identity.model },
      { label: t("audits:control_board"), value: identity.controlBoard },
      { label: t("audits:paid_total"), value: number(totals.paid_count) },
      { label: t("audits:paid_value"), value: money(totals.paid_value) },
      { label: t("audits:currency"), value: counters.currency ?? t("audits:currency_unsaid") },
      ...bookedIn(context, read),
    ],
    notices: [
      ...read.warnings.map((one) => noticeText(context, "warning", one, read.currency)),
      ...read.flags.map((one) => noticeText(context, "flag", one, read.currency)),
    ],
    telemetry: telemetryModel(context, report),
    sections: reportSections(words, counters),
    eventColumns: (["code", "text", "count", "active"] as const).map((key) => ({
      key,
      label: t(`audits:event.${key}`),
      align: key === "count" ? ("end" as const) : undefined,
    })),
    events: events
      .filter((event) => event.active === true || (event.count ?? 0) > 0)
      .sort(byWeight)
      .map((event) => eventRow(context, event)),
    columns: (["selection", "name", "source", "count", "amount"] as const).map((key) => ({
      key,
      label: t(`audits:sale.${key}`),
      align: key === "count" || key === "amount" ? ("end" as const) : undefined,
    })),
    rows: lines.map((line, index) => ({
      id: String(index),
      muted: line.selection === null,
      cells: [
        { text: line.selection ?? "—" },
        { text: line.selection === null ? t("audits:unassigned") : (line.name ?? "—") },
        { text: t(`options:source.${line.source}`) },
        { text: format.number(line.count) },
        { text: money(line.amount), hint: line.price_guessed ? t("audits:price_guessed") : undefined },
      ],
    })),
  };
}
