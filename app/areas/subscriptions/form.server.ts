import { data } from "@remix-run/node";
import { changeSubscription, subscribe, subscriptions } from "~server/contract/calls/subscriptions";
import { profile } from "~server/contract/calls/session";
import { titleKey } from "~server/contract/listed";
import { reportNamed } from "~server/contract/reports";
import type { Report } from "~server/contract/reports/report";
import { FORMATS, FREQUENCIES, MAIL_LANGUAGES, PERIODS, type Subscription } from "~server/contract/subscriptions";
import { textOf } from "~server/web/form.server";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import type { PostResult } from "~server/web/outcome.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { periodNamed } from "~/report/period.server";
import { reportQuery } from "~/report/report.server";
import { askedWords } from "~/resource/filters.server";
import { formLabels } from "./labels";
import { hourText, noMail, reportTitle } from "./words.server";

const MINE = "/subscriptions";
const FIELDS = ["period", "frequency", "weekday", "month_day", "hour", "format", "lang"] as const;
type Field = (typeof FIELDS)[number];
type Values = Partial<Record<Field, string>>;

/** When nobody says otherwise: in the morning, before work. */
const USUAL_HOUR = "8";

function reportAsked({ params }: Pick<Context, "params">): Report {
  const report = reportNamed(params.report);
  if (!report) throw notFound();
  return report;
}

/** What an address asks of a report but its days, with the columns in sight. */
function queryAt(report: Report, { url }: Pick<Context, "url">): URLSearchParams {
  const { query } = reportQuery(report, { url });
  for (const name of ["from", "to"]) query.delete(name);
  for (const column of url.searchParams.getAll("columns")) query.append("columns", column);
  return query;
}

/** Loader of the form for a report; its filters stand in the address. */
export const newLoader = protectedLoader(
  (asked) => reportAsked(asked).needs,
  async (context) => {
    const { t, url } = context;
    const report = reportAsked(context);
    const period = periodNamed(url.searchParams.get("from"), url.searchParams.get("to"));
    return formModel(context, {
      title: t("subscriptions:new"),
      crumb: { label: t(titleKey(report)), href: report.path + url.search },
      submit: t("subscriptions:submit"),
      filters: (await askedWords(context, report, url)).map(([name, value]) => `${name}: ${value}`),
      values: { period: PERIODS.find((one) => one === period) },
    });
  },
);

/** Loader of the form of an own subscription. */
export const changeLoader = protectedLoader("login", async (context) => {
  const { t } = context;
  const one = await ownOf(context);
  return formModel(context, {
    title: t("subscriptions:change"),
    crumb: { label: t("subscriptions:title"), href: MINE },
    submit: t("subscriptions:save"),
    filters: [reportTitle(context, one.report)],
    values: {
      period: one.period,
      frequency: one.frequency,
      ...(one.frequency === "weekly" && { weekday: String(one.on_day) }),
      ...(one.frequency === "monthly" && { month_day: String(one.on_day) }),
      hour: String(one.hour),
      format: one.format,
      lang: one.lang,
    },
  });
});

async function ownOf({ api, params }: Context): Promise<Subscription> {
  const { items } = await api.read(subscriptions, {});
  const one = items.find(({ id }) => String(id) === params.id);
  if (!one) throw notFound();
  return one;
}

interface Drawn {
  title: string;
  crumb: { label: string; href: string };
  submit: string;
  /** What the mail is about. */
  filters: string[];
  values: Values;
}

async function formModel(context: Context, drawn: Drawn) {
  const { t, api, lang } = context;
  const { email } = await api.read(profile, {});
  const off = noMail(context);
  return {
    ...drawn,
    off,
    to: t("subscriptions:to", { email }),
    names: FIELDS,
    options: {
      period: PERIODS.map((value) => ({ value, label: t(`subscriptions:periods.${value}`) })),
      frequency: FREQUENCIES.map((value) => ({ value, label: t(`subscriptions:frequencies.${value}`) })),
      weekday: numbers(1, 7).map((day) => ({ value: String(day), label: t(`subscriptions:weekdays.${day}`) })),
      month_day: numbers(1, 31).map((day) => ({ value: String(day), label: String(day) })),
      hour: numbers(0, 23).map((hour) => ({ value: String(hour), label: hourText(hour) })),
      format: FORMATS.map((value) => ({ value, label: t(`subscriptions:formats.${value}`) })),
      lang: MAIL_LANGUAGES.map((value) => ({ value, label: t(`frame:language.${value}`) })),
    } satisfies Record<Field, { value: string; label: string }[]>,
    values: {
      period: "yesterday",
      frequency: "daily",
      weekday: "1",
      month_day: "1",
      hour: USUAL_HOUR,
      format: "xlsx",
      lang,
      ...definedOf(drawn.values),
    },
    labels: pick(t, formLabels),
  };
}

const definedOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** What goes back to the form with what was chosen. */
export interface Answer {
  error: string;
  fields: Record<string, string[]>;
  values: Values;
}

export const newAction = protectedAction(
  (asked) => reportAsked(asked).needs,
  async (context) => {
    const report = reportAsked(context);
    const query = queryAt(report, context).toString();
    const values = typedIn(context);
    return done(context, await context.api.change(subscribe, {}, { report: report.name, query, ...values }), values);
  },
);

export const changeAction = protectedAction("login", async (context) => {
  const values = typedIn(context);
  return done(context, await context.api.change(changeSubscription, { id: context.params.id }, values), values);
});

const typedIn = ({ form }: ActionContext): Record<string, string> =>
  Object.fromEntries(FIELDS.map((name) => [name, textOf(form(), name)]));

async function done({ t }: Context, answer: PostResult<unknown>, values: Values) {
  if (answer.ok) throw await redirectWithToast(MINE, { tone: "ok", key: "subscriptions:done.made" });
  const { status, error, fields } = answer;
  return data<Answer>({ error: errorText(t, error), fields: fieldTexts(t, fields), values }, { status });
}
