import type { TFunction } from "~server/web/i18n.server";
import { BarChart } from "~/ui/bar-chart";
import { barChartData } from "~/ui/bar-chart-data";
import { Columns } from "~/ui/layout";
import { MachineFace } from "~/ui/machine-face";
import { Stat } from "~/ui/stat";
import type { Tone } from "~/ui/tone";
import { NOWHERE } from "./actions";
import type { Specimen } from "./page";

const DAYS = 12;
const SHELVES = 3;
const LEVELS: readonly Tone[] = ["ok", "warn", "bad"];

const chartOf = (t: TFunction) =>
  barChartData({
    series: [t("ui:word"), t("ui:words")],
    bars: Array.from({ length: DAYS }, (_, day) => ({
      label: String(day + 1),
      values: [100 + 40 * (day % 4), 60 + 25 * (day % 3)],
    })),
    line: { label: t("ui:sum"), values: Array.from({ length: DAYS }, (_, day) => (day === 5 ? null : 180 + 5 * day)) },
    inTable: t("resource:in_table"),
    format: String,
  });

/** How numbers are shown. */
export const FIGURES: Readonly<Record<string, Specimen>> = {
  stat: (t) => (
    <Columns kind="tiles">
      <Stat label={t("ui:amount")} value="1 234,56" unit="₴" />
      <Stat label={t("ui:level")} value="37" unit={t("ui:word")} href={NOWHERE} />
      <Stat
        label={t("ui:sum")}
        value="4 938"
        comparison={{ text: `+12 % · ${t("ui:word")}`, tone: "ok", icon: "sort-up" }}
      />
      <Stat label={t("ui:long")} value="—" comparison={{ text: t("ui:sentence"), tone: "bad" }} />
    </Columns>
  ),
  "bar-chart": (t) => <BarChart caption={t("ui:product")} categoryLabel={t("ui:level")} data={chartOf(t)} />,
  "machine-face": (t) => (
    <MachineFace
      label={t("resource:face.title")}
      shelf={(number) => t("resource:face.shelf", { number })}
      cells={Array.from({ length: 4 * SHELVES }, (_, at) => ({
        number: String(10 * (Math.floor(at / 4) + 1) + (at % 4) + 1),
        product: t(at % 2 ? "ui:word" : "ui:words"),
        price: "25 ₴",
        level: { text: `${at} / 12`, share: at / 12, tone: LEVELS[at % LEVELS.length] ?? "ok" },
        ...(at === 3 && { marks: [{ text: t("ui:wrong"), tone: "bad" as const }] }),
        href: NOWHERE,
      }))}
    />
  ),
};
