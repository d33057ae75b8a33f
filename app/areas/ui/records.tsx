import { DataTable, type Row } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";
import { Timeline } from "~/ui/timeline";
import { Badge } from "~/ui/badge";
import { NOWHERE } from "./actions";
import type { Specimen } from "./page";

/** How records are shown. */
export const RECORDS: Readonly<Record<string, Specimen>> = {
  "data-table": (t) => {
    const row = (id: string, name: string, more: Partial<Row> = {}): Row => ({
      id,
      href: NOWHERE,
      selectLabel: name,
      cells: [
        { text: name, hint: t("ui:hint") },
        { text: t("ui:state"), tone: "bad", badge: true },
        { text: "37 %", bar: 37 },
        { text: "1 234,56 ₴" },
      ],
      ...more,
    });
    return (
      <DataTable
        caption={t("ui:product")}
        columns={[
          { key: "product", label: t("ui:product"), sort: { href: NOWHERE, direction: "asc" } },
          { key: "state", label: t("ui:state"), brief: true },
          { key: "level", label: t("ui:level"), align: "end", sort: { href: NOWHERE, direction: null } },
          { key: "amount", label: t("ui:amount"), align: "end" },
        ]}
        rows={[
          row("1", t("ui:word")),
          row("2", t("ui:words"), { selected: true }),
          row("3", `${t("ui:word")} (${t("ui:hidden")})`, { muted: true }),
          row("4", t("ui:long")),
        ]}
        foot={[{ text: t("ui:sum") }, { text: "" }, { text: "" }, { text: "4 938,24 ₴" }]}
        selection={{ name: "id", label: t("resource:choose"), all: t("resource:all") }}
      />
    );
  },
  "description-list": (t) => (
    <DescriptionList
      items={[
        { label: t("ui:product"), value: t("ui:words") },
        { label: t("ui:state"), value: <Badge tone="ok">{t("resource:yes")}</Badge> },
        { label: t("ui:amount"), value: "1 234,56 ₴" },
        { label: t("ui:empty"), value: "—" },
        { label: t("ui:filled"), value: t("ui:long"), wide: true },
      ]}
    />
  ),
  timeline: (t) => (
    <Stack>
      <Timeline
        entries={[
          {},
          { own: true, meta: <Badge tone="ok">{t("resource:done")}</Badge> },
          { look: "note" as const },
          { look: "quiet" as const },
        ].map((look, index) => ({
          id: String(index),
          title: t("ui:words"),
          time: { text: `0${index}.05.2026 12:00`, iso: `2026-05-0${index + 1}T09:00:00Z` },
          body: t("ui:sentence"),
          ...look,
        }))}
      />
    </Stack>
  ),
};
