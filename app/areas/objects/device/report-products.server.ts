import type { ReportCounters } from "~server/contract/audit-counters";
import type { Cell } from "~/ui/data-cell";
import type { Section } from "./report-section";
import { type Part, tableOf, type Words } from "./report-words.server";

type Product = ReportCounters["products"][number];

/** The machine's prices beside those of its planogram, and what was sold out. */
export function productsSection(words: Words, { products }: ReportCounters): Section {
  const { t, money, number, isForeign } = words;
  const title = t("audits:product.title");
  const differing = isForeign ? [] : products.filter((product) => differenceOf(product) !== 0);
  const isPlanned = products.some(({ planned }) => planned !== null);
  const isSoldOut = products.some(({ sold_out }) => sold_out !== null);
  const parts: Part<Product>[] = [
    { key: "selection", label: t("audits:sale.selection"), of: ({ selection }) => selection },
    { key: "name", label: t("audits:sale.name"), brief: true, of: nameCell },
    { key: "price", label: t("audits:product.price"), align: "end", brief: true, of: ({ price }) => money(price) },
    ...(isPlanned ? plannedParts(words) : []),
    { key: "count", label: t("audits:lifetime.count"), align: "end", of: ({ count }) => number(count) },
    ...(isSoldOut ? [soldOutPart(words)] : []),
  ];
  const hint = !isPlanned ? "unplanned_hint" : isForeign ? "foreign_hint" : "hint";
  return {
    id: "products",
    title,
    hint: t(`audits:product.${hint}`),
    items: differing.length ? [{ label: t("audits:product.differing"), value: number(differing.length) }] : [],
    tables: tableOf(words, title, parts, products),
  };
}

/** Kopecks that the machine asks beyond the planogram; 0 also where one of the two is not known. */
const differenceOf = ({ price, planned }: Product): number =>
  price === null || planned === null ? 0 : price - planned.price;

/** The machine's own name, with the planogram's below where that is another one. */
function nameCell({ name, planned }: Product): string | Cell {
  if (name === null) return planned?.name ?? "—";
  return { text: name, hint: planned && planned.name !== name ? planned.name : undefined };
}

const plannedParts = (words: Words): Part<Product>[] => [
  {
    key: "planned",
    label: words.t("audits:product.planned"),
    align: "end",
    of: ({ planned }) => (planned ? words.format.money(planned.price) : "—"),
  },
  {
    key: "difference",
    label: words.t("audits:product.difference"),
    brief: true,
    of: (product) => differenceCell(words, product),
  },
];

function differenceCell({ t, format, isForeign }: Words, product: Product): string | Cell {
  if (product.planned === null) return t("audits:product.not_planned");
  if (isForeign) return t("audits:product.foreign");
  if (product.price === null) return "—";
  const difference = differenceOf(product);
  if (difference === 0) return t("audits:product.same");
  const amount = format.money(Math.abs(difference));
  return { text: t(`audits:product.${difference > 0 ? "higher" : "lower"}`, { amount }), tone: "warn", badge: true };
}

const soldOutPart = ({ t, format }: Words): Part<Product> => ({
  key: "sold_out",
  label: t("audits:product.sold_out"),
  of: ({ sold_out: soldOut }) => {
    const times = soldOut?.times ?? 0;
    return {
      text: soldOut?.at ? format.clock(soldOut.at) : "—",
      hint: times > 0 ? t("audits:product.asked", { count: times, shown: format.number(times) }) : undefined,
    };
  },
});
