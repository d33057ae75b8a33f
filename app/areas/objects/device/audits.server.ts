import { pageQuery, sensible } from "~server/contract/query";
import { data } from "@remix-run/node";
import { type Accepted, AUDIT_MAX_BYTES } from "~server/contract/audit";
import { deviceAudits, uploadAudit } from "~server/contract/calls/audits";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { pageLinks } from "~/resource/list-address";
import { DEVICE } from "./device.server";
import { moneyText } from "./differences.server";
import { healthModel } from "./health.server";
import { auditsLabels } from "./labels";
import { readCells, readColumns } from "./notices.server";

const PAGE = 50;

/** The EVA-DTS control tab: what was read from the machine, and an upload. */
export const auditsLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, url, t, format } = context;
  const { page } = sensible(pageQuery, url.searchParams);
  const [{ items, total }, health] = await Promise.all([
    api.readOr({ items: [], total: 0 }, deviceAudits, { id: params.id }, { page }),
    page === 1 ? healthModel(context) : undefined,
  ]);
  const last = Math.ceil(total / PAGE);
  return {
    columns: readColumns.map((key) => ({
      key,
      label: t(`audits:column.${key}`),
      align: key === "vends" || key === "value" ? ("end" as const) : undefined,
    })),
    rows: items.map((read) => ({
      id: `${read.file_id}/${read.report}`,
      href: `${viewPath(device, params.id ?? "")}/audits/${read.file_id}`,
      cells: readCells(context, read),
      muted: read.state === "skipped",
    })),
    pagination: {
      label: t("resource:pages"),
      summary: t("audits:total", { count: total }),
      pages: last > 1 ? pageLinks(url, page, last, format.number) : [],
    },
    isFirst: total === 0,
    health,
    periods: { href: `${viewPath(device, params.id ?? "")}/audits/periods`, label: t("audits:period.open") },
    commands: (["request_statistics", "skip_statistics"] as const).map((name) => ({
      href: `${viewPath(device, params.id ?? "")}/command/${name}`,
      label: t(`device:command.${name}.name`),
    })),
    labels: pick(t, auditsLabels),
  };
});

/** Uploads an audit file that a person holds. */
export const auditsAction = protectedAction(
  DEVICE,
  async (context) => {
    const { api, params, t, form } = context;
    const refuse = (error: string, status: number) => data({ error }, { status });
    const file = form().get("file");
    if (!(file instanceof File) || file.size === 0) return refuse(t("errors:required"), 400);
    if (file.size > AUDIT_MAX_BYTES) return refuse(t("errors:too_large"), 413);
    const outcome = await api.upload(uploadAudit, { id: params.id }, {}, new Uint8Array(await file.arrayBuffer()), {
      "x-file-name": encodeURIComponent(file.name),
      ...(form().get("from_initialisation") === "on" ? { "x-from-initialisation": "1" } : {}),
    });
    if (!outcome.ok) return refuse(errorText(t, outcome.error), outcome.status);
    throw await redirectWithToast(
      `${viewPath(device, params.id ?? "")}/audits/${outcome.data.file_id}`,
      toastOf(context, outcome.data),
    );
  },
  { limit: 2 * AUDIT_MAX_BYTES },
);

/** What the file brought, in a sentence. */
function toastOf({ t, format }: Context, accepted: Accepted) {
  if (accepted.repeated) return { tone: "info" as const, text: t("audits:accepted.repeated") };
  if (accepted.kind === null) return { tone: "warn" as const, text: t("audits:accepted.unreadable") };
  if (accepted.kind === "baseline") return { tone: "ok" as const, text: t("audits:accepted.baseline") };
  if (accepted.kind === "duplicate") return { tone: "info" as const, text: t("audits:accepted.duplicate") };
  if (accepted.doubt)
    return { tone: "warn" as const, text: t("audits:accepted.held", { reason: t(`audits:doubt.${accepted.doubt}`) }) };
  if (accepted.kind === "cut") return { tone: "warn" as const, text: t("audits:accepted.cut") };
  return {
    tone: "ok" as const,
    text: t("audits:accepted.sales", {
      count: accepted.vends,
      value: moneyText({ format }, accepted.value, accepted.currency),
    }),
  };
}
