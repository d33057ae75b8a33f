import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type AlertDetails, ALERTS, ALERTS_SEEN } from "~server/contract/alerts";
import { alert } from "~server/contract/calls/alerts";
import { alertRule } from "~server/contract/entities/alert_rules";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { device } from "~server/contract/entities/devices";
import { listRequirement, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { onlinePayments } from "~server/contract/reports/payments";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { drawnOnServer } from "~server/web/server-only.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { Alert } from "./alert";
import { careOf, levelCell, spanOf, stateOf, whatOf, whereOf } from "./words.server";

/** An alert with its machines and whom it was told. */
export const alertLoader = protectedLoader(ALERTS_SEEN, async (context) => {
  const { api, params, request } = context;
  const { id = "" } = params;
  if (!/^\d{1,9}$/.test(id)) throw notFound();
  const found = await api.read(alert, { id });
  const model = alertModel(context, found);
  const html = renderToStaticMarkup(createElement(Alert, { model }));
  return drawnOnServer(request, { title: model.title, html }, "html");
});

function alertModel(context: Context, found: AlertDetails) {
  const { t, me, url, format } = context;
  const fact = (key: string, cell: Cell) => ({ label: t(`alerts:fact.${key}`), ...cell });
  return {
    title: `${found.name}: ${whatOf(context, found)}`,
    crumbs: [{ label: t("alerts:title"), href: ALERTS }],
    crumbsLabel: t("resource:breadcrumbs"),
    about: [t(`options:alert_cause.${found.cause}`), whereOf(context, found)].join(" · "),
    badges: [levelCell(context, found.level), stateOf(context, found)],
    acknowledge: found.state === "open" ? { label: t("alerts:acknowledge"), action: url.pathname } : undefined,
    facts: [
      fact("opened", { text: format.dateTime(found.opened_at), hint: spanOf(context, found) }),
      ...(found.closed_at === null ? [] : [fact("closed", { text: format.dateTime(found.closed_at) })]),
      fact("told", { text: found.told_at === null ? t("alerts:untold") : format.dateTime(found.told_at) }),
      fact("care", careOf(context, found)),
      ...(found.rule === null || !allowed(me, listRequirement(alertRule))
        ? []
        : [fact("rule", { text: found.name, href: viewPath(alertRule, found.rule) })]),
    ],
    subjects: {
      title: t("alerts:subjects"),
      columns: ["subject", "since", "ended"].map(
        (key): Column => ({ key, label: t(`alerts:subject.${key}`), brief: key !== "subject" }),
      ),
      rows: found.subjects.map((one, index) => subjectRow(context, one, index)),
      more:
        found.count > found.subjects.length
          ? t("alerts:more", { count: found.count - found.subjects.length })
          : undefined,
    },
    messages: {
      title: t("alerts:messages"),
      none: t("alerts:no_messages"),
      columns: ["news", "channel", "at", "state"].map(
        (key): Column => ({ key, label: t(`alerts:message.${key}`), brief: key !== "news" }),
      ),
      rows: found.messages.map((one) => messageRow(context, one)),
    },
  };
}
export type AlertModel = ReturnType<typeof alertModel>;

function subjectRow(
  context: Context,
  { kind, id, label, place, since, ended_at, flapping }: AlertDetails["subjects"][number],
  index: number,
): Row {
  const { t, format } = context;
  return {
    id: String(index),
    href: hrefOf(context, kind, id),
    muted: ended_at !== null,
    cells: [
      { text: kind === "payment" ? t(`options:payment_provider.${label}`) : label, hint: place ?? undefined },
      { text: format.dateTime(since), hint: flapping ? t("alerts:flapping") : undefined },
      ended_at === null
        ? { text: t("alerts:lasts", { span: format.span((Date.now() - Date.parse(since)) / 1_000) }), tone: "bad" }
        : { text: format.dateTime(ended_at) },
    ],
  };
}

function hrefOf({ me }: Pick<Context, "me">, kind: AlertDetails["subjects"][number]["kind"], id: number | null) {
  if (kind === "payment") return allowed(me, onlinePayments.needs) ? onlinePayments.path : undefined;
  const entity = kind === "device" ? device : fiscalCashier;
  return id !== null && allowed(me, listRequirement(entity)) ? viewPath(entity, id) : undefined;
}

const MESSAGE_TONES = { WAIT: "neutral", SENT: "ok", FAILED: "bad" } as const;

function messageRow(
  { t, format }: Context,
  { id, news, channel, to, people, at, state, error }: AlertDetails["messages"][number],
): Row {
  return {
    id: String(id),
    cells: [
      { text: t(`alerts:news.${news}`) },
      {
        text: t(`options:alert_channel.${channel}`),
        hint: to ?? (people === null ? undefined : t("alerts:people", { count: people, shown: format.number(people) })),
      },
      { text: format.dateTime(at) },
      { text: t(`alerts:sent.${state}`), tone: MESSAGE_TONES[state], badge: true, hint: error ?? undefined },
    ],
  };
}
