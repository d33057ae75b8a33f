import type { AuditPeriod, PeriodState } from "~server/contract/audit-periods";
import { UNPAID_SOURCES } from "~server/contract/enums";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import type { Tone } from "~/ui/tone";
import { choicesOf } from "./audit-decision.server";
import { convertedText, moneyText, tallyText } from "./differences.server";

/** Id of the form that the rows' buttons send. */
export const DECIDE_FORM = "decide";

export const periodColumns = ({ t }: Pick<Context, "t">): Column[] => [
  { key: "period", label: t("audits:telemetry.period") },
  { key: "state", label: t("audits:column.state") },
  { key: "source", label: t("sales:source") },
  { key: "audit", label: t("audits:telemetry.audit"), align: "end" },
  { key: "events", label: t("audits:telemetry.events"), align: "end" },
  { key: "difference", label: t("audits:period.difference"), align: "end" },
];
const NOTHING: Cell[] = ["source", "audit", "events", "difference"].map(() => ({ text: "—" }));

const TONES: Record<PeriodState, Tone> = {
  left_out: "neutral",
  failed: "bad",
  held: "bad",
  cut: "neutral",
  reset: "warn",
  baseline: "neutral",
  gap: "warn",
  doubtful: "bad",
  beyond: "bad",
  untold: "warn",
  alone: "neutral",
};

type Source = AuditPeriod["sources"][number];

/** A period as rows, one for each payment source; the first says how the period stands and what can be said of its file. */
export function periodRows(context: Context, period: AuditPeriod): Row[] {
  const { params } = context;
  const { file_id, report, sources } = period;
  const shown = sources.filter(({ audit, events }) => [audit, events].some((one) => one.count || one.amount));
  const rows: (Source | undefined)[] = shown.length ? shown : [undefined];
  const time = timeOf(context, period);
  const said = [period.name, sources.length ? convertedText(context, period) : undefined].filter(Boolean).join(". ");
  return rows.map((source, index): Row => {
    const cells = source ? sourceCells(context, source, period) : NOTHING;
    return {
      id: `${file_id}/${report}/${source?.source ?? ""}`,
      href: `${viewPath(device, params.id ?? "")}/audits/${file_id}`,
      muted: period.decision === "leave_out" || (source && UNPAID_SOURCES.some((one) => one === source.source)),
      cells: [
        { text: time, hint: index === 0 ? said || undefined : undefined },
        index === 0 ? stateCell(context, period, time) : { text: "" },
        ...cells,
      ],
    };
  });
}

function timeOf({ t, format }: Context, { from, to }: AuditPeriod): string {
  const values = { from: from === null ? "" : format.dateTime(from), to: format.dateTime(to) };
  return t(from === null ? "audits:telemetry.since" : "audits:telemetry.span", values);
}

function stateCell({ t }: Context, period: AuditPeriod, time: string): Cell {
  const { states, doubt, missing_reads, decision, file_id, report, kind } = period;
  const words = states.map((state) =>
    state === "gap" ? t("audits:missing_reads", { count: missing_reads }) : t(`audits:state.${state}`),
  );
  const further = [...words.slice(1), ...(doubt ? [t(`audits:doubt.${doubt}`)] : [])];
  const [worst] = states;
  // Of a file that nothing speaks against its own page offers the same.
  const isFine = states.every((state) => state === "alone");
  const isDecidable = report === 0 && !isFine && (kind !== null || decision !== "judge");
  return {
    text: words[0] ?? t("audits:state.sound"),
    tone: worst ? TONES[worst] : "ok",
    badge: true,
    hint: further.join(". ") || undefined,
    buttons: isDecidable
      ? choicesOf(t, decision, doubt).map(({ value, label }) => ({
          form: DECIDE_FORM,
          name: "decision",
          value: `${value} ${file_id}`,
          text: label,
          label: `${label}: ${time}`,
        }))
      : [],
  };
}

/** What the audit counted and telemetry told of a source; more vends or money of the one side stand in the difference. */
function sourceCells(
  context: Context,
  { source, audit, events, booked, beyond }: Source,
  { currency }: Pick<AuditPeriod, "currency">,
): Cell[] {
  const { t, format } = context;
  const isAlone = events.count === 0 && events.amount === 0;
  const apart = { count: events.count - audit.count, amount: events.amount - audit.amount };
  const isSame = apart.count === 0 && apart.amount === 0;
  const said = (["booked", "beyond"] as const).filter((side) => {
    const sums = { booked, beyond }[side];
    return !isAlone && (sums.count !== 0 || sums.amount !== 0);
  });
  return [
    { text: t(`options:source.${source}`) },
    { text: tallyText(context, audit, currency) },
    { text: isAlone ? "—" : tallyText(context, events, currency) },
    isSame || isAlone
      ? { text: "—" }
      : {
          text: t("audits:period.apart", {
            count: Math.abs(apart.count),
            shown: format.signed(apart.count),
            amount: currency === null ? format.signedMoney(apart.amount) : moneyText(context, apart.amount, currency),
          }),
          tone: said.includes("beyond") ? "bad" : "warn",
          hint: said.map((side) => t(`audits:telemetry.${side}`)).join(". ") || t("audits:period.not_booked"),
        },
  ];
}
