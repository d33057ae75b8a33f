import { data } from "@remix-run/node";
import { BOOKKEEPER, type MonthBooks } from "~server/contract/books";
import { closeMonth, monthBooks, monthMachines } from "~server/contract/calls/books";
import { PAYMENT_SOURCES, UNPAID_SOURCES } from "~server/contract/enums";
import { listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { pageQuery, sensible } from "~server/contract/query";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { pageAskedAt } from "~/resource/pagination.server";
import { correctionsModel } from "./corrections.server";
import { monthLabels } from "./labels";
import { MACHINES_PAGE, machinesModel } from "./machines.server";
import { monthNumber, monthPath, type Part, PARTS, partCells, partColumns, questionsText } from "./words.server";

/** A month's books: as they were closed, what corrected them, as they are now; or what is open before they can be closed. */
export const monthLoader = protectedLoader(BOOKKEEPER, async (context) => {
  const { api, t, format, params, url } = context;
  const found = await api.read(
    monthBooks,
    { month: monthNumber(params.month ?? "") },
    { page: sensible(pageQuery, url.searchParams).page },
  );
  return {
    title: t("books:of_month", { month: format.month(found.month) }),
    back: "/closed_months",
    state: stateOf(context, found),
    about: aboutOf(context, found),
    questions: found.questions.map((one) => ({
      text: questionsText(context, [one]),
      href: allowed(context.me, listRequirement(device))
        ? `/devices_audits?month=${found.month}&question=${one.question}`
        : undefined,
    })),
    close: closeModel(context, found),
    books: booksOf(context, found),
    machines: found.closed && machinesModel(context, await machinesOf(context)),
    corrections: found.closed && correctionsModel(context, found.corrections),
    labels: pick(t, monthLabels),
  };
});

const machinesOf = (context: Context) =>
  context.api.read(
    monthMachines,
    { month: monthNumber(context.params.month ?? "") },
    { page: pageAskedAt(context, MACHINES_PAGE) },
  );

function stateOf({ t }: Context, { closed, is_over, questions, may_close }: MonthBooks) {
  if (closed)
    return questions.length
      ? ({ tone: "warn", text: t("books:closed_new_questions") } as const)
      : ({ tone: "ok", text: t("books:closed") } as const);
  if (!is_over) return { tone: "info", text: t("books:running_hint") } as const;
  if (questions.length) return { tone: "warn", text: t("books:open_questions") } as const;
  return { tone: "ok", text: t(may_close ? "books:may_be_closed" : "books:no_questions") } as const;
}

function aboutOf(context: Context, { closed }: MonthBooks) {
  const { t, format } = context;
  if (!closed) return [];
  return [
    { label: t("books:closed_at"), value: format.dateTime(closed.at) },
    { label: t("books:closed_by"), value: closed.by },
    {
      label: t("books:accepted"),
      value: closed.questions.length ? questionsText(context, closed.questions) : t("books:no_questions"),
    },
  ];
}

/** Who does not see every machine closes no month. */
function closeModel(context: Context, { closed, is_over, questions, may_close }: MonthBooks) {
  if (closed || !is_over || !may_close) return null;
  return {
    ticks: questions.map((one) => ({
      value: one.question,
      label: context.t("books:accept", { question: questionsText(context, [one]) }),
      hint: context.t(`audits:question_hint.${one.question}`),
    })),
  };
}
export type CloseModel = NonNullable<ReturnType<typeof closeModel>>;

/** Payment sources in their order, paid ones summed up; of a month that is open the present books alone. */
function booksOf(context: Context, { closed, sources }: MonthBooks) {
  const { t } = context;
  const parts: readonly Part[] = closed ? PARTS : ["now"];
  const isUnpaid = (source: string) => UNPAID_SOURCES.some((one) => one === source);
  const known = PAYMENT_SOURCES.flatMap((source) => sources.filter((one) => one.source === source));
  const paid = known.filter(({ source }) => !isUnpaid(source));
  const total = (part: Part) => ({
    count: paid.reduce((sum, one) => sum + one[part].count, 0),
    amount: paid.reduce((sum, one) => sum + one[part].amount, 0),
  });
  return {
    columns: [{ key: "source", label: t("sales:source") }, ...partColumns(context, parts)],
    rows: known.map((one) => ({
      id: one.source,
      muted: isUnpaid(one.source),
      cells: [{ text: t(`options:source.${one.source}`) }, ...partCells(context, one, parts)],
    })),
    foot: [
      { text: t("sales:total") },
      ...partCells(context, { closed: total("closed"), corrections: total("corrections"), now: total("now") }, parts),
    ],
  };
}

/** Closes the month. */
export const monthAction = protectedAction(BOOKKEEPER, async (context) => {
  const { api, t, params, form } = context;
  const month = monthNumber(params.month ?? "");
  const accepted = new URLSearchParams(
    form()
      .getAll("accepted")
      .map((one) => ["accepted", plain(one)]),
  );
  const outcome = await api.change(closeMonth, { month }, accepted);
  if (!outcome.ok) {
    const [first] = Object.values(fieldTexts(t, outcome.fields)).flat();
    return data({ error: first ?? errorText(t, outcome.error) }, { status: outcome.status });
  }
  throw await redirectWithToast(monthPath(outcome.data.month), { tone: "ok", key: "books:done" });
});
