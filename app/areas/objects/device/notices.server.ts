import type { AuditNotice, AuditRead } from "~server/contract/audit";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Tone } from "~/ui/tone";
import { moneyText } from "./differences.server";

type Words = Pick<Context, "t" | "format">;

/** Parameters of a notice that hold kopecks. */
const MONEY = new Set(["tubes_disagree", "cash_imbalance"]);

/** A warning or a flag of a machine that counts in `currency` (null: the hryvnia) in the person's language; a count stays a number, by which the plural is chosen. */
export function noticeText(
  words: Words,
  group: "warning" | "flag",
  { code, params, line }: AuditNotice,
  currency: string | null,
): string {
  const { t, format } = words;
  const values = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === "number" && name !== "count"
        ? MONEY.has(code)
          ? moneyText(words, value, currency)
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

/** How a read stands; whatever was decided of it comes first. */
const kindOf = (t: Words["t"], { kind, decision }: AuditRead): Pick<Cell, "text" | "tone" | "badge"> => {
  if (decision === "leave_out") return { text: t("audits:decision.left_out") };
  if (kind === "held") return { text: t("options:read_kind.held"), tone: "warn", badge: true };
  return { text: kind ? t(`options:read_kind.${kind}`) : "—" };
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
      ...kindOf(t, read),
      hint: read.doubt
        ? t(`audits:doubt.${read.doubt}`)
        : read.missing_reads
          ? t("audits:missing_reads", { count: read.missing_reads })
          : undefined,
    },
    { text: read.vends === null ? "—" : format.number(read.vends) },
    { text: read.value === null ? "—" : moneyText(words, read.value, read.currency) },
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
