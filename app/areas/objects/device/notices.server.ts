import type { AuditNotice, AuditRead } from "~server/contract/audit";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-table";
import type { Tone } from "~/ui/tone";

type Words = Pick<Context, "t" | "format">;

/** Parameters of a notice that hold kopecks. */
const MONEY = new Set(["tubes_disagree", "cash_imbalance"]);

/** A warning or a flag in the person's language; a count stays a number, by which the plural is chosen. */
export function noticeText(
  { t, format }: Words,
  group: "warning" | "flag",
  { code, params, line }: AuditNotice,
): string {
  const values = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === "number" && name !== "count"
        ? MONEY.has(code)
          ? format.money(value)
          : format.number(value, 2)
        : value,
    ]),
  );
  const text = t(`evadts:${group}.${code}`, values);
  return line ? `${text} (${t("audits:line", { line })})` : text;
}

const STATE_TONES: Record<AuditRead["state"], Tone> = {
  received: "neutral",
  processed: "ok",
  skipped: "neutral",
  failed: "bad",
};

/** Cells of a read as lists show it: when, what became of it, what it sold, what is odd about it. */
export function readCells(words: Words, read: AuditRead): Cell[] {
  const { t, format } = words;
  const odd = read.warnings.length + read.flags.length;
  return [
    { text: format.dateTime(read.received_at), hint: read.name ?? undefined },
    { text: read.machine_time ? format.clock(read.machine_time) : t("audits:no_clock") },
    { text: t(`options:read_reason.${read.reason}`), hint: read.author ?? undefined },
    { text: t(`options:read_state.${read.state}`), tone: STATE_TONES[read.state], badge: true },
    {
      text: read.kind ? t(`options:read_kind.${read.kind}`) : "—",
      hint: read.missing_reads ? t("audits:missing_reads", { count: read.missing_reads }) : undefined,
    },
    { text: read.vends === null ? "—" : format.number(read.vends) },
    { text: read.value === null ? "—" : format.money(read.value) },
    odd ? { text: t("audits:notices", { count: odd }), tone: "warn", badge: true } : { text: "—" },
  ];
}

export const readColumns = [
  "received",
  "machine_time",
  "reason",
  "state",
  "kind",
  "vends",
  "value",
  "notices",
] as const;
