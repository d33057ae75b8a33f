import { data } from "@remix-run/node";
import { type AuditDecision, type AuditFile, type AuditRead, decisionForm } from "~server/contract/audit";
import { decideAudit } from "~server/contract/calls/audits";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { type Context, protectedAction } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { DEVICE } from "./device.server";

/**
 * What staff can say of a file: of one that is held, why, and that it counts; of one that counts, that it is left out; and
 * all that back. What holds no audit, or none of its own, is nothing to decide about.
 */
export function decisionModel({ t }: Context, { reports }: AuditFile) {
  const [read] = reports.map((report) => report.read);
  const decision = read?.decision ?? "judge";
  if (decision === "judge" && reports.every((report) => !report.read.doubt && report.read.state !== "processed"))
    return null;
  const doubt = reports.map((report) => report.read.doubt).find((one) => one !== null);
  return {
    isHeld: doubt !== undefined,
    text: doubt ? t(`audits:doubt.${doubt}`) : t(`audits:decision.is_${decision}`),
    hint: t(doubt ? "audits:held_hint" : `audits:decision.is_${decision}_hint`),
    choices: choicesOf(t, decision, doubt ?? null),
  };
}

/** What staff can say of a file now, in words. */
export function choicesOf(t: Context["t"], decision: AuditDecision, doubt: AuditRead["doubt"]) {
  const offered: readonly AuditDecision[] =
    decision !== "judge" ? ["judge"] : doubt ? ["count", "leave_out"] : ["leave_out"];
  return offered.map((value) => ({
    value,
    label: t(value === "judge" ? `audits:decision.undo_${decision}` : `audits:decision.${value}`),
  }));
}

/** Says what becomes of the file; the sales around it are derived again. */
export const decisionAction = protectedAction(DEVICE, async (context) => {
  const { api, params, t, form } = context;
  const said = decisionForm.safeParse({ decision: form().get("decision") });
  if (!said.success) return data({ error: t("errors:incorrect") }, { status: 422 });
  const outcome = await api.change(decideAudit, { id: params.id, file: params.file }, said.data);
  if (!outcome.ok) return data({ error: errorText(t, outcome.error) }, { status: outcome.status });
  throw await redirectWithToast(`${viewPath(device, params.id ?? "")}/audits/${params.file}`, {
    tone: "ok",
    key: `audits:decision.said_${said.data.decision}`,
  });
});
