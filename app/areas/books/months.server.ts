import { BOOKKEEPER, type Month } from "~server/contract/books";
import { months } from "~server/contract/calls/books";
import { pageQuery, sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { paginationOf } from "~/resource/pagination.server";
import type { Column, Row } from "~/ui/data-table";
import { monthsLabels } from "./labels";
import { monthPath, questionsText } from "./words.server";

/** Months and whether their books are closed. */
export const monthsLoader = protectedLoader(BOOKKEEPER, async (context) => {
  const { api, t, url } = context;
  const found = await api.read(months, {}, { page: sensible(pageQuery, url.searchParams).page });
  return {
    columns: [
      { key: "month", label: t("books:month") },
      { key: "state", label: t("books:state"), brief: true },
      { key: "questions", label: t("books:questions"), brief: true },
      { key: "corrections", label: t("books:corrections"), align: "end" },
    ] satisfies Column[],
    rows: found.items.map((one) => rowOf(context, one)),
    pagination: paginationOf(context, found),
    labels: pick(t, monthsLabels),
  };
});

function rowOf(context: Context, { month, is_over, closed, questions, corrections }: Month): Row {
  const { t, format } = context;
  return {
    id: month,
    href: monthPath(month),
    cells: [
      { text: format.month(month) },
      closed
        ? {
            text: t("books:closed"),
            tone: "ok",
            badge: true,
            hint: [format.dateTime(closed.at), closed.by].filter(Boolean).join(", "),
          }
        : { text: t(is_over ? "books:open" : "books:running"), tone: is_over ? "warn" : "neutral", badge: true },
      questions.length
        ? { text: questionsText(context, questions), tone: "warn" }
        : { text: t(closed ? "books:no_new_questions" : "books:no_questions"), tone: "ok" },
      corrections ? { text: format.number(corrections), tone: "warn", badge: true } : { text: "—" },
    ],
  };
}
