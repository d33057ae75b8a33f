import { data } from "@remix-run/node";
import { decisionForm } from "~server/contract/audit";
import { periodsQuery } from "~server/contract/audit-periods";
import { AUDIT_QUESTIONS } from "~server/contract/audit-questions";
import { decideAudit, deviceAuditPeriods } from "~server/contract/calls/audits";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { plain } from "~server/contract/plain";
import { sensible } from "~server/contract/query";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { redirectWithToast } from "~server/web/toast.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import { DEVICE } from "./device.server";
import { periodsLabels } from "./labels";
import { DECIDE_FORM, periodColumns, periodRows } from "./period-rows.server";
import { askedPeriod, periodModel } from "~/report/period.server";

/** What the machine counted between its reads beside what telemetry told, with what staff can say of each file. */
export const periodsLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, url, t, request } = context;
  const asked = askedPeriod(context);
  const { question, page } = sensible(periodsQuery, url.searchParams);
  const periods = await api.read(
    deviceAuditPeriods,
    { id: params.id },
    { ...asked.query, page, ...(question && { question }) },
  );
  const rows = periods.items.flatMap((one) => periodRows(context, one));
  return drawnOnServer(
    request,
    {
      period: periodModel(context, asked, periods),
      form: rows.some(({ cells }) => cells.some(({ buttons }) => buttons?.length)) ? DECIDE_FORM : null,
      back: `${viewPath(device, params.id ?? "")}/audits`,
      questions: [undefined, ...AUDIT_QUESTIONS].map((one) => ({
        href: withParams(url, { question: one ?? null }),
        label: t(one ? `audits:question.${one}` : "audits:period.all"),
        current: one === question,
      })),
      columns: periodColumns(context),
      rows,
      isEmpty: periods.items.length === 0,
      pagination: paginationOf(context, periods),
      labels: pick(t, periodsLabels),
    },
    "rows",
  );
});

/** A button says what becomes of a file: "leave_out 17". */
export const periodsAction = protectedAction(DEVICE, async (context) => {
  const { api, params, t, form, url } = context;
  const [decision, file] = plain(form().get("decision")).split(" ");
  const said = decisionForm.safeParse({ decision });
  if (!said.success || !/^\d{1,9}$/.test(file ?? "")) return data({ error: t("errors:incorrect") }, { status: 422 });
  const outcome = await api.change(decideAudit, { id: params.id, file }, said.data);
  if (!outcome.ok) return data({ error: errorText(t, outcome.error) }, { status: outcome.status });
  throw await redirectWithToast(`${url.pathname}${url.search}`, {
    tone: "ok",
    key: `audits:decision.said_${said.data.decision}`,
  });
});
