import type { ReportCounters } from "~server/contract/audit-counters";
import type { Section } from "./report-section";
import { tableOf, type Words } from "./report-words.server";

/** What the machine counted since its initialisation, by source; what never happened is left out. */
export function lifetimeSection(words: Words, { lifetime }: ReportCounters): Section {
  const { t, money, number } = words;
  const title = t("audits:lifetime.title");
  const counted = lifetime.filter(
    ({ counter, count, value }) => counter === "paid" || (count ?? 0) > 0 || (value ?? 0) > 0,
  );
  return {
    id: "lifetime",
    title,
    hint: t("audits:lifetime.hint"),
    side: "left",
    items: [],
    tables: tableOf(
      words,
      title,
      [
        { key: "counter", label: t("audits:lifetime.counter"), of: ({ counter }) => t(`audits:lifetime.${counter}`) },
        { key: "count", label: t("audits:lifetime.count"), align: "end", of: ({ count }) => number(count) },
        { key: "value", label: t("audits:lifetime.value"), align: "end", of: ({ value }) => money(value) },
      ],
      counted,
    ),
  };
}

const SUMS = [
  "in_tubes",
  "inserted",
  "box",
  "bills",
  "to_tubes",
  "dispensed",
  "dispensed_by_hand",
  "filled_by_hand",
] as const;

/** Where the cash went, and what is in the machine, by denomination where it says so. */
export function cashSection(words: Words, { cash }: ReportCounters): Section {
  const { t, money } = words;
  return {
    id: "cash",
    title: t("audits:cash.title"),
    hint: t("audits:cash.hint"),
    side: "right",
    items: SUMS.filter((key) => cash[key] !== null).map((key) => ({
      label: t(`audits:cash.${key}`),
      value: money(cash[key]),
    })),
    tables: [...tubesTable(words, cash), ...coinsTable(words, cash), ...billsTable(words, cash)],
  };
}

type Cash = ReportCounters["cash"];

const tubesTable = (words: Words, { tubes }: Cash) => {
  const { t, money, number } = words;
  return tableOf(
    words,
    t("audits:cash.tubes"),
    [
      { key: "tube", label: t("audits:cash.tube"), of: ({ tube }) => tube },
      { key: "coin", label: t("audits:cash.coin"), align: "end", of: ({ coin }) => money(coin) },
      {
        key: "count",
        label: t("audits:cash.coins_in"),
        align: "end",
        of: ({ count, full }) => ({ text: number(count), hint: full ? t("device:cash.full") : undefined }),
      },
      { key: "sum", label: t("audits:cash.sum"), align: "end", of: ({ coin, count }) => money(product(coin, count)) },
    ],
    tubes,
  );
};

const coinsTable = (words: Words, { coins }: Cash) => {
  const { t, money, number } = words;
  return tableOf(
    words,
    t("audits:cash.coins"),
    [
      { key: "coin", label: t("audits:cash.coin"), of: ({ value }) => money(value) },
      { key: "inserted", label: t("audits:cash.coins_inserted"), align: "end", of: ({ inserted }) => number(inserted) },
      { key: "box", label: t("audits:cash.coins_to_box"), align: "end", of: ({ box }) => number(box) },
      { key: "tubes", label: t("audits:cash.coins_to_tubes"), align: "end", of: ({ tubes }) => number(tubes) },
    ],
    coins.filter(isInserted),
  );
};

const billsTable = (words: Words, { bills_in: bills }: Cash) => {
  const { t, money, number } = words;
  return tableOf(
    words,
    t("audits:cash.bills_in"),
    [
      { key: "bill", label: t("audits:cash.bill"), of: ({ value }) => money(value) },
      { key: "inserted", label: t("audits:cash.bills_inserted"), align: "end", of: ({ inserted }) => number(inserted) },
      { key: "stacked", label: t("audits:cash.bills_stacked"), align: "end", of: ({ stacked }) => number(stacked) },
      {
        key: "sum",
        label: t("audits:cash.sum"),
        align: "end",
        of: ({ value, stacked }) => money(product(value, stacked)),
      },
    ],
    bills.filter(isInserted),
  );
};

/** Machines list every denomination they know. */
const isInserted = ({ inserted }: { inserted: number | null }) => (inserted ?? 0) > 0;

const product = (value: number | null, count: number | null) =>
  value === null || count === null ? null : value * count;
