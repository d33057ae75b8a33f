import type { ReportCounters } from "~server/contract/audit-counters";
import { errorWords } from "~/areas/error-words.server";
import type { Section } from "./report-section";
import { type Part, tableOf, type Words } from "./report-words.server";

/** What happened and when, by the machine's own clock. */
export function logSection(words: Words, { log }: ReportCounters): Section {
  const { t, format } = words;
  const title = t("audits:log.title");
  const parts: Part<ReportCounters["log"][number]>[] = [
    clockPart(words),
    { key: "code", label: t("audits:event.code"), of: ({ raw }) => raw },
    {
      key: "what",
      label: t("audits:event.text"),
      of: ({ code, text }) => ({ text: errorWords(t, { code }), hint: text ?? undefined }),
    },
    {
      key: "lasted",
      label: t("audits:log.lasted"),
      align: "end",
      of: ({ minutes }) => (minutes === null ? "—" : format.duration(minutes * 60)),
    },
  ];
  return {
    id: "log",
    title,
    hint: t("audits:own_clock"),
    items: [],
    tables: tableOf(words, title, parts, log.toSorted(newestFirst)),
  };
}

/** Power cuts, temperatures, ingredients and services. */
export function upkeepSection(words: Words, counters: ReportCounters): Section {
  const { t } = words;
  const { ingredients, services, temperatures } = counters;
  const hints = [
    ...(services.length ? [t("audits:own_clock")] : []),
    ...(temperatures.length ? [t("audits:upkeep.temperatures_hint")] : []),
  ];
  return {
    id: "upkeep",
    side: "left",
    title: t("audits:upkeep.title"),
    hint: hints.join(" "),
    items: [...powerItems(words, counters), ...temperatureItems(words, counters)],
    tables: [...ingredientsTable(words, ingredients), ...servicesTable(words, services)],
  };
}

interface Timed {
  at: string | null;
}

const newestFirst = (one: Timed, other: Timed) => (other.at ?? "").localeCompare(one.at ?? "");

const clockPart = ({ t, format }: Words): Part<Timed> => ({
  key: "at",
  label: t("audits:column.machine_time"),
  of: ({ at }) => (at === null ? t("audits:no_clock") : format.clock(at)),
});

function powerItems({ t, format }: Words, { power_cuts: { count, since_reset } }: ReportCounters) {
  const item = (label: string, cuts: number | null) =>
    cuts === null ? [] : [{ label, value: t("audits:upkeep.times", { count: cuts, shown: format.number(cuts) }) }];
  return [
    ...item(t("audits:upkeep.power_cuts"), count),
    ...item(t("audits:upkeep.power_cuts_since_reset"), since_reset),
  ];
}

/** By what the machine calls them; a block may hold several. */
function temperatureItems({ t, format }: Words, { temperatures }: ReportCounters) {
  const labels = [...new Set(temperatures.map(({ label }) => label))];
  return labels.map((label) => ({
    label: t("audits:upkeep.temperature", { label }),
    value: temperatures
      .filter((one) => one.label === label)
      .map(({ value, unit }) => `${format.number(value, 1)}${unit === null ? "" : `\u00a0°${unit}`}`)
      .join(" · "),
  }));
}

const ingredientsTable = (words: Words, ingredients: ReportCounters["ingredients"]) => {
  const { t, number } = words;
  return tableOf(
    words,
    t("audits:upkeep.ingredients"),
    [
      { key: "id", label: t("audits:upkeep.ingredient"), of: ({ id }) => id },
      {
        key: "reset",
        label: t("audits:upkeep.since_reset"),
        align: "end",
        of: ({ since_reset }) => number(since_reset),
      },
      {
        key: "quantity",
        label: t("audits:upkeep.since_initialisation"),
        align: "end",
        of: ({ quantity }) => number(quantity),
      },
    ],
    ingredients,
  );
};

const servicesTable = (words: Words, services: ReportCounters["services"]) => {
  const { t } = words;
  const parts: Part<ReportCounters["services"][number]>[] = [
    clockPart(words),
    { key: "what", label: t("audits:upkeep.service"), of: ({ text }) => text ?? "—" },
  ];
  return tableOf(words, t("audits:upkeep.services"), parts, services.toSorted(newestFirst));
};
