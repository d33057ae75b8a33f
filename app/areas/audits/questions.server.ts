import {
  AUDIT_QUESTIONS,
  QUESTION_SORTS,
  type QuestionRow,
  type Questions,
  questionsQuery,
} from "~server/contract/audit-questions";
import { auditQuestions } from "~server/contract/calls/audits";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import type { Column, Row } from "~/ui/data-table";
import { questionsLabels } from "./labels";

/** Machines whose audits wait for a person. */
export const questionsLoader = protectedLoader(listRequirement(device), async (context) => {
  const { api, t, url, request } = context;
  const query = sensible(questionsQuery, url.searchParams);
  const asked = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const questions = await api.read(auditQuestions, {}, asked);
  return drawnOnServer(
    request,
    {
      tabs: tabsOf(context, questions, query.question),
      keep: [...url.searchParams]
        .filter(([name]) => name === "question" || name === "sort")
        .map(([name, value]) => ({ name, value })),
      fields: {
        q: { label: t("statuses:search"), value: query.q },
        month: {
          label: t("audits:questions.month"),
          value: query.month ?? "",
          options: questions.months.map((month) => ({ value: month, label: context.format.month(month) })),
        },
        least: { label: t("audits:questions.least"), value: query.least === undefined ? "" : String(query.least) },
      },
      columns: columnsOf(context, query.sort),
      rows: questions.items.map((one) => rowOf(context, one)),
      isEmpty: questions.items.length === 0,
      pagination: paginationOf(context, questions),
      meanings: AUDIT_QUESTIONS.map((one) => ({
        label: t(`audits:question.${one}`),
        value: t(`audits:question_hint.${one}`),
      })),
      labels: pick(t, questionsLabels),
    },
    "rows",
  );
});

const tabsOf = ({ t, url, format }: Context, { counts }: Questions, current: string | undefined) => [
  {
    href: withParams(url, { question: null }),
    label: t("audits:period.all"),
    count: format.number(counts.total),
    current: !current,
  },
  ...counts.questions.map(({ question, count }) => ({
    href: withParams(url, { question }),
    label: t(`audits:question.${question}`),
    count: format.number(count),
    current: current === question,
  })),
];

const ENDS: ReadonlySet<string> = new Set(["count", "amount"]);

const columnsOf = ({ t, url }: Context, sort: string | undefined): Column[] =>
  QUESTION_SORTS.map((key) => ({
    key,
    label: t(`audits:questions.${key}`),
    align: ENDS.has(key) ? "end" : undefined,
    sort: {
      href: withParams(url, { sort: sort === key ? `-${key}` : key }),
      direction: sort === key ? "asc" : sort === `-${key}` ? "desc" : null,
    },
  }));

const TONES = { held: "bad", currency: "bad", difference: "warn", gap: "warn", clockless: "neutral" } as const;

/** What one machine's audits ask; it leads to the periods that ask it. */
function rowOf(
  { t, format }: Context,
  { device: machine, location, city, question, count, amount, first, last }: QuestionRow,
): Row {
  const { from, to } = daysOf(first, last);
  return {
    id: `${machine.id}/${question}`,
    href: `${viewPath(device, machine.id)}/audits/periods?${new URLSearchParams({ question, from, to }).toString()}`,
    cells: [
      {
        text: machine.label,
        hint: [location?.label, city].filter(Boolean).join(", ") || t("dashboard:no_location"),
      },
      { text: t(`audits:question.${question}`), tone: TONES[question], badge: true },
      { text: format.number(count) },
      { text: question === "difference" ? format.money(amount) : "—" },
      { text: format.date(last) },
    ],
  };
}

const DAY = 86_400_000;
/** A screen of periods shows no more days at once. */
const LONGEST = 390 * DAY;

/** Days that surely hold both moments, whatever the zone; of a long time the last of it. */
function daysOf(first: string, last: string) {
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  const end = Date.parse(last);
  return { from: day(Math.max(Date.parse(first), end - LONGEST) - DAY), to: day(end + DAY) };
}
