import { deviceAuditHealth } from "~server/contract/calls/audits";
import type { AuditHealth } from "~server/contract/audit-health";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Row } from "~/ui/data-table";
import { tallyText as tally } from "./differences.server";
import { noticeText } from "./notices.server";

type Where = { file_id: number; report: number; at: string };

/** What is wrong with the machine's chain of audits: one list of everything, newest first, each a link to its file. */
export async function healthModel(context: Context) {
  const { api, params, t, format } = context;
  const health = await api.read(deviceAuditHealth, { id: params.id });
  const base = `${viewPath(device, params.id ?? "")}/audits`;
  const row = (
    { file_id, report, at }: Where,
    kind: string,
    what: string,
    tone: Cell["tone"] = "warn",
  ): Row & { at: string } => ({
    id: `${kind}/${file_id}/${report}/${what}`,
    at,
    href: `${base}/${file_id}`,
    cells: [{ text: format.dateTime(at) }, { text: t(`device:health.${kind}`), tone, badge: true }, { text: what }],
  });
  const rows = [
    ...health.gaps.map((one) => row(one, "gap", t("audits:missing_reads", { count: one.missing }))),
    ...health.resets.map((one) =>
      row(
        one,
        one.kind === "foreign" ? "foreign_reset" : "new_chain",
        t(one.kind === "foreign" ? "device:health.foreign_reset_hint" : "device:health.new_chain_hint"),
        "bad",
      ),
    ),
    ...health.clock.map((one) =>
      row(
        one,
        "clock",
        t(one.seconds > 0 ? "device:clock_ahead" : "device:clock_behind", {
          time: format.duration(Math.abs(one.seconds)),
        }),
      ),
    ),
    ...health.crc.map((one) => row(one, "crc", t("device:health.crc_hint"), "bad")),
    ...health.held.map((one) =>
      row(
        one,
        "held",
        `${t(`audits:doubt.${one.doubt}`)}. ${t(one.is_open ? "audits:held_open" : "audits:held_passed")}`,
        one.is_open ? "bad" : "neutral",
      ),
    ),
    ...health.skipped.map((one) => row(one, "skipped", t(`options:read_reason.${one.reason}`), "neutral")),
    ...health.unassigned.map((one) => row(one, "unassigned", tally(context, one, one.currency))),
    ...health.flags
      .filter(({ notice }) => !OWN_LISTS.has(notice.code))
      .map((one) => row(one, "flag", noticeText(context, "flag", one.notice, one.currency), "neutral")),
    ...health.differences.map((one) =>
      row(
        one,
        "difference",
        one.sources.map((source) => differenceText(context, source, one.currency)).join("; "),
        "bad",
      ),
    ),
  ]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, MAX_ROWS)
    .map(({ at: _at, ...rest }) => rest);
  return {
    title: t("device:health.title"),
    about: [
      { label: t("device:health.reads"), value: format.number(health.reads) },
      { label: t("device:health.failed"), value: format.number(health.failed) },
      { label: t("device:health.compared"), value: format.number(health.compared.periods) },
      { label: t("device:health.by_audit"), value: tally(context, health.compared.audit) },
      { label: t("device:health.by_events"), value: tally(context, health.compared.events) },
    ],
    fine: t("device:health.fine"),
    columns: (["at", "kind", "what"] as const).map((key) => ({ key, label: t(`device:log.${key}`) })),
    rows,
  };
}

const MAX_ROWS = 60;
/** Flags that stand among gaps and resets already. */
const OWN_LISTS: ReadonlySet<string> = new Set(["reset", "missing_reads"]);

const differenceText = (
  context: Context,
  { source, audit, events, booked, beyond }: AuditHealth["differences"][number]["sources"][number],
  currency: string | null,
) => {
  const { t } = context;
  const says = (key: "booked" | "beyond", { count, amount }: typeof audit) =>
    count === 0 && amount === 0
      ? []
      : [`${t(`audits:telemetry.${key}`)}: ${tally(context, { count, amount }, currency)}`];
  const both = t("device:health.difference_hint", {
    source: t(`options:source.${source}`),
    audit: tally(context, audit, currency),
    events: tally(context, events, currency),
  });
  return [both, ...says("booked", booked), ...says("beyond", beyond)].join(". ");
};
