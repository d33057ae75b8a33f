import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Alert, alertPath, ALERTS, alertsQuery, ALERTS_SEEN } from "~server/contract/alerts";
import { acknowledgeAlerts, alerts } from "~server/contract/calls/alerts";
import { alertRule } from "~server/contract/entities/alert_rules";
import { listRequirement } from "~server/contract/entity";
import { plain } from "~server/contract/plain";
import { allowed } from "~server/contract/permissions";
import { sensible } from "~server/contract/query";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { redirectWithToast } from "~server/web/toast.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import type { Column, Row } from "~/ui/data-table";
import { Alerts } from "./alerts";
import { careOf, levelCell, spanOf, whatOf, whereOf } from "./words.server";

/** Alerts by their state, the gravest first; open ones are ticked to take note of them. */
export const alertsLoader = protectedLoader(ALERTS_SEEN, async (context) => {
  const model = await alertsModel(context);
  const html = renderToStaticMarkup(createElement(Alerts, { model }));
  return drawnOnServer(context.request, { title: model.title, html }, "html");
});

async function alertsModel(context: Context) {
  const { api, t, me, url, format } = context;
  const query = sensible(alertsQuery, url.searchParams);
  const page = await api.read(alerts, {}, query);
  const mayTakeNote = page.items.some(({ state }) => state === "open");
  return {
    title: t("alerts:title"),
    about: t("alerts:about"),
    rules: allowed(me, listRequirement(alertRule))
      ? { href: alertRule.paths.list, label: t("entities:alert_rule.many") }
      : undefined,
    scopes: (["open", "acknowledged", "closed", "all"] as const).map((state) => ({
      href: withParams(url, { state: state === "open" ? null : state, page: null }),
      label: t(`alerts:scope.${state}`),
      current: query.state === state,
      count: state === "open" || state === "acknowledged" ? format.number(page[state]) : undefined,
    })),
    columns: columnsOf(context),
    rows: page.items.map((alert) => rowOf(context, alert)),
    selection: mayTakeNote
      ? { name: "id", label: t("alerts:choose"), all: t("alerts:choose_all"), form: "alerts" }
      : undefined,
    acknowledge: t("alerts:acknowledge"),
    action: `${url.pathname}${url.search}`,
    pagination: paginationOf(context, page),
    none: { title: t(query.state === "open" ? "alerts:none" : "alerts:nothing"), text: t("alerts:none_hint") },
    scopesLabel: t("alerts:scopes"),
  };
}
export type AlertsModel = Awaited<ReturnType<typeof alertsModel>>;

const COLUMNS = ["what", "level", "name", "lasts", "care", "opened"] as const;
const columnsOf = ({ t }: Pick<Context, "t">): Column[] =>
  COLUMNS.map((key) => ({ key, label: t(`alerts:column.${key}`), brief: key !== "what" && key !== "opened" }));

function rowOf(context: Context, alert: Alert): Row {
  const { t, format } = context;
  const what = whatOf(context, alert);
  const cause = t(`options:alert_cause.${alert.cause}`);
  return {
    id: String(alert.id),
    href: alertPath(alert.id),
    muted: alert.state === "closed",
    selectLabel: alert.state === "open" ? t("alerts:choose_one", { name: alert.name, what }) : undefined,
    cells: [
      { text: what, hint: whereOf(context, alert) },
      levelCell(context, alert.level),
      { text: alert.name, hint: cause === alert.name ? undefined : cause },
      { text: spanOf(context, alert) },
      careOf(context, alert),
      {
        text: format.dateTime(alert.opened_at),
        hint: alert.closed_at === null ? undefined : t("alerts:closed_at", { at: format.dateTime(alert.closed_at) }),
      },
    ],
  };
}

/** Takes note of what was ticked, or of the alert whose page it is. */
export const acknowledgeAction = protectedAction(ALERTS_SEEN, async (context: ActionContext) => {
  const { api, t, url, form, params } = context;
  const ids =
    params.id === undefined
      ? form()
          .getAll("id")
          .map(plain)
          .filter((id) => /^\d{1,9}$/.test(id))
      : [params.id];
  const back = params.id === undefined ? `${ALERTS}${url.search}` : url.pathname;
  if (!ids.length) throw await redirectWithToast(back, { tone: "warn", key: "alerts:none_chosen" });
  const answer = await api.change(acknowledgeAlerts, {}, { ids: ids.join(",") });
  throw await redirectWithToast(
    back,
    answer.ok
      ? {
          tone: "ok",
          key: answer.data.count ? "alerts:acknowledged" : "alerts:already",
          values: { count: answer.data.count },
        }
      : { tone: "bad", text: errorText(t, answer.error) },
  );
});
