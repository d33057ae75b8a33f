import {
  allSubscriptions,
  deleteSubscription,
  endAnother,
  pauseAnother,
  pauseSubscription,
  resumeAnother,
  resumeSubscription,
  subscriptions,
  trySubscription,
} from "~server/contract/calls/subscriptions";
import { profile } from "~server/contract/calls/session";
import { allowed } from "~server/contract/permissions";
import { pageQuery, sensible } from "~server/contract/query";
import { reportNamed } from "~server/contract/reports";
import type { Received, Subscription } from "~server/contract/subscriptions";
import { textOf } from "~server/web/form.server";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { askedWords } from "~/resource/filters.server";
import { refHref } from "~/resource/show.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { END_FORM, listLabels, STAFF_FORM } from "./labels";
import { noMail, reportTitle, stateOf, whenText } from "./words.server";

const MINE = "/subscriptions";
const ALL = `${MINE}/all`;
const SEES_PEOPLE = ["USER"] as const;

/** The tabs of who may see both lists. */
const tabsOf = ({ t, me }: Context, current: string) =>
  allowed(me, SEES_PEOPLE)
    ? [
        { href: MINE, label: t("subscriptions:title") },
        { href: ALL, label: t("subscriptions:all_title") },
      ].map((tab) => ({ ...tab, current: tab.href === current }))
    : [];

/** Loader of the own subscriptions. */
export const mineLoader = protectedLoader("login", async (context) => {
  const { api, t } = context;
  const [{ items }, { email }] = await Promise.all([api.read(subscriptions, {}), api.read(profile, {})]);
  const off = noMail(context);
  return {
    tabs: tabsOf(context, MINE),
    hint: t("subscriptions:hint", { email }),
    off,
    cards: await Promise.all(items.map((one) => cardOf(context, one, off === undefined))),
    labels: pick(t, listLabels),
  };
});

async function cardOf(context: Context, one: Subscription, hasMail: boolean) {
  const { t, format } = context;
  return {
    id: String(one.id),
    when: whenText(context, one),
    href: reportHref(context, one),
    state: stateOf(context, one),
    facts: [
      [t("subscriptions:report"), reportTitle(context, one.report)],
      [t("subscriptions:period"), t(`subscriptions:periods.${one.period}`)],
      [t("subscriptions:filters_name"), await filtersText(context, one)],
      [t("subscriptions:format"), t(`subscriptions:formats.${one.format}`)],
      [t("subscriptions:last"), lastText(context, one)],
      ...(one.paused || !hasMail ? [] : [[t("subscriptions:next"), format.dateTime(one.next_at)]]),
    ].map(([label = "", value = ""]) => ({ label, value })),
    change: `${MINE}/${one.id}`,
    intents: [...(hasMail ? (["send"] as const) : []), one.paused ? ("resume" as const) : ("pause" as const)],
  };
}

/** The report with the filters of a subscription, where the person may (still) see it. */
function reportHref({ me }: Context, { report: name, query }: Subscription): string | undefined {
  const report = reportNamed(name);
  if (!report || !allowed(me, report.needs)) return undefined;
  return query ? `${report.path}?${query}` : report.path;
}

const lastText = ({ t, format }: Context, { last_sent_at }: Subscription) =>
  last_sent_at ? format.dateTime(last_sent_at) : t("subscriptions:never");

async function filtersText(context: Context, one: Subscription): Promise<string> {
  const report = reportNamed(one.report);
  const href = reportHref(context, one);
  const asked = report && href ? await askedWords(context, report, new URL(href, context.url)) : [];
  return asked.map(([name, value]) => `${name}: ${value}`).join("; ") || "—";
}

/** Loader of who gets what. */
export const allLoader = protectedLoader(SEES_PEOPLE, async (context) => {
  const { api, t, url } = context;
  const found = await api.read(allSubscriptions, {}, { page: sensible(pageQuery, url.searchParams).page });
  return {
    tabs: tabsOf(context, ALL),
    off: noMail(context),
    columns: [
      { key: "person", label: t("subscriptions:person") },
      { key: "report", label: t("subscriptions:report"), brief: true },
      { key: "when", label: t("subscriptions:when") },
      { key: "last", label: t("subscriptions:last") },
      { key: "state", label: t("subscriptions:state"), brief: true },
      { key: "actions", label: t("subscriptions:staff.title") },
    ] satisfies Column[],
    rows: found.items.map((one) => rowOf(context, one)),
    page: String(found.page),
    ending: endingOf(context, found.items),
    pagination: paginationOf(context, found),
    labels: pick(t, listLabels),
  };
});

function rowOf(context: Context, one: Received): Row {
  return {
    id: String(one.id),
    cells: [
      { text: one.person.label, href: refHref(context, "user", one.person.id), hint: one.email },
      {
        text: reportTitle(context, one.report),
        href: reportHref(context, one),
        hint: context.t(`subscriptions:periods.${one.period}`),
      },
      { text: whenText(context, one) },
      { text: lastText(context, one) },
      { ...stateOf(context, one), badge: true },
      { text: "", buttons: buttonsOf(context, one) },
    ],
  };
}

/** The name of a button says what it does, its value with which subscription. */
const FOR_STAFF = { pause: pauseAnother, resume: resumeAnother, delete: endAnother };

const buttonsOf = ({ t }: Context, one: Received): Cell["buttons"] =>
  (
    [
      { form: STAFF_FORM, name: one.paused ? "resume" : "pause" },
      { form: END_FORM, name: "delete" },
    ] as const
  ).map(({ form, name }) => ({
    ...{ form, name, value: String(one.id) },
    text: t(`subscriptions:staff.${name}`),
    label: `${t(`subscriptions:staff.${name}`)}: ${one.person.label}, ${reportTitle({ t }, one.report)}`,
  }));

/** The same page of the list, with no question above it. */
const listAt = (url: URL) => withParams(url, { page: url.searchParams.getAll("page"), delete: null });

/** What is asked before the subscription that an address names is ended, if it stands on this page. */
function endingOf({ t, url }: Context, items: readonly Received[]) {
  const one = items.find(({ id }) => String(id) === url.searchParams.get("delete"));
  if (!one) return undefined;
  return {
    id: String(one.id),
    question: t("subscriptions:staff.question", { person: one.person.label }),
    hint: t("subscriptions:staff.hint", { report: reportTitle({ t }, one.report) }),
    confirm: t("subscriptions:staff.confirm"),
    keep: { label: t("subscriptions:staff.keep"), href: listAt(url) },
  };
}

/** Action of the buttons of who sees what people get. */
export const allAction = protectedAction(SEES_PEOPLE, async ({ api, t, form, url }) => {
  const names = ["pause", "resume", "delete"] as const;
  const pressed = names.find((name) => form().has(name));
  if (!pressed) throw notFound();
  const answer = await api.change(FOR_STAFF[pressed], { id: textOf(form(), pressed) }, {});
  throw await redirectWithToast(
    listAt(url),
    answer.ok
      ? { tone: "ok", key: `subscriptions:staff.done.${pressed}` }
      : { tone: "bad", text: errorText(t, answer.error) },
  );
});

const INTENTS = {
  send: trySubscription,
  pause: pauseSubscription,
  resume: resumeSubscription,
  delete: deleteSubscription,
};

/** Action of the buttons of an own subscription. */
export const mineAction = protectedAction("login", async ({ api, t, form }) => {
  const intent = textOf(form(), "intent");
  if (!isIntent(intent)) throw notFound();
  const answer = await api.change(INTENTS[intent], { id: textOf(form(), "id") }, {});
  throw await redirectWithToast(
    MINE,
    answer.ok ? { tone: "ok", key: `subscriptions:done.${intent}` } : { tone: "bad", text: errorText(t, answer.error) },
  );
});

const isIntent = (intent: string): intent is keyof typeof INTENTS => Object.hasOwn(INTENTS, intent);
