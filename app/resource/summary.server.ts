import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { callsOf, recordCallsOf } from "~server/contract/calls/entities";
import { type Entity, fieldOf, listRequirement, tabPath, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import type { Page, RecordData } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { drawnOnServer } from "~server/web/server-only.server";
import type { Cell } from "~/ui/data-cell";
import { entityAt, requirementAt } from "./find-entity.server";
import { keptFields } from "./form-facts.server";
import { listHref } from "./list-query.server";
import { inWords, shown } from "./show.server";
import { type SummaryModel, SummaryScreen, type SummaryTable } from "./summary";

/** What the summary of an entity's record has besides its fields; of these, those in `untold` are told otherwise. */
export interface Summary extends Pick<SummaryModel, "tiles" | "tables"> {
  facts?: readonly (Cell & { label: string })[];
  untold?: readonly string[];
}

export type SummaryLoader = ReturnType<typeof summaryLoaderOf>;

/** Loader of the tab that a record opens on. */
export const summaryLoaderOf = (summaryOf: (context: Context, record: RecordData) => Promise<Summary>) =>
  protectedLoader(requirementAt("view"), async (context) => {
    const entity = entityAt(context.url, "view");
    const record = await context.api.read(recordCallsOf(entity).read, { id: context.params.id });
    const { tiles, tables, ...rest } = await summaryOf(context, record);
    const about = aboutOf(context, entity, record, rest);
    const html = renderToStaticMarkup(createElement(SummaryScreen, { tiles, tables, about }));
    return drawnOnServer(context.request, { html }, "html");
  });

/** What is filled in of a record, in the order of its form. */
function aboutOf(
  context: Context,
  entity: Entity,
  record: RecordData,
  { facts = [], untold = [] }: Pick<Summary, "facts" | "untold">,
): SummaryModel["about"] {
  const { t } = context;
  const items = [...new Set([...entity.sections.flatMap(({ fields }) => fields), ...keptFields(entity)])]
    .filter((name) => !untold.includes(name) && fieldOf(entity, name).kind !== "rows" && isTold(record[name]))
    .map((name) => {
      const field = fieldOf(entity, name);
      const cell = shown(context, field, record[name]);
      const text = field.kind === "choices" ? inWords(context, entity.name, name, field, record[name]) : cell.text;
      return { ...cell, text, label: t(`entities:${entity.name}.fields.${name}`) };
    });
  return {
    title: t("summary:about"),
    items: [...items, ...facts],
    form: { href: tabPath(entity, record.id, "data"), label: t("resource:tab.data") },
  };
}

const isTold = (value: unknown): boolean =>
  !(value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length));

/** More are in their list. */
const MOST = 20;
/** What who may not see records has of them. */
export const NO_RECORDS: Page = { items: [], total: 0, capped: false, page: 1, limit: 1 };

/** Records that refer to one, with some of their columns; none for who may not see them. */
export async function recordsOf(
  context: Context,
  entity: Entity,
  query: Readonly<Record<string, string>>,
  columns: readonly string[],
): Promise<SummaryTable[]> {
  const { api, t, me } = context;
  if (!allowed(me, listRequirement(entity))) return [];
  const page = await api.readOr(NO_RECORDS, callsOf(entity).list, {}, { ...query, limit: String(MOST) });
  const table: SummaryTable = {
    title: t(`entities:${entity.name}.many`),
    none: t("resource:related.none"),
    all: {
      href: listHref(entity, new URLSearchParams(query)),
      label: t(page.capped ? "resource:related.all_capped" : "resource:related.all", { count: page.total }),
    },
    columns: columns.map((name, index) => ({
      key: name,
      label: t(`entities:${entity.name}.fields.${name}`),
      align: ["integer", "decimal", "money"].includes(fieldOf(entity, name).kind) ? "end" : "start",
      brief: index > 0 && entity.list.brief?.includes(name) ? true : undefined,
    })),
    rows: page.items.map((record) => ({
      id: String(record.id),
      href: viewPath(entity, record.id),
      // The first cell is the link to the record itself.
      cells: columns.map((name, index) => {
        const cell = shown(context, fieldOf(entity, name), record[name]);
        return index === 0 ? { ...cell, href: undefined } : cell;
      }),
      muted: record.blocked === true || record.hidden === true,
    })),
  };
  return [table];
}
