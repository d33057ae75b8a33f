import { redirect } from "@remix-run/node";
import { stockLedger, stockLedgerExport } from "~server/contract/calls/logistics";
import { fieldOf, listRequirement } from "~server/contract/entity";
import { warehouse } from "~server/contract/entities/warehouses";
import { columnKey } from "~server/contract/listed";
import { pageQuery, sensible } from "~server/contract/query";
import { type StockLine, stockLines } from "~server/contract/stock-lists";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { type Exported, exported } from "~/resource/exported.server";
import { apiFilters, askedWords, filterChips, filterControls } from "~/resource/filters.server";
import { cleanAddress, isFindParam, withParams } from "~/resource/list-address";
import { filterLabels } from "~/resource/list-labels";
import { paginationOf } from "~/resource/pagination.server";
import { shown } from "~/resource/show.server";
import { columnsAsked, fileAnswer, fileAsked, fileColumns, fileLinks, formatAsked } from "~/resource/table-file.server";
import type { Cell } from "~/ui/data-cell";
import { batchText, placeCell, quantityText } from "./place.server";

/** Columns of the screen; a file has all of them. */
const COLUMNS = ["at", "kind", "from", "to", "ingredient", "quantity", "batch", "price", "comment", "author"];
const FILTERS = ["kind", "warehouse", "crew", "device", "ingredient", "reason", "day_from", "day_to"];

/** Lines of the ledger with their filters and files. */
export async function ledgerScreen(context: Context) {
  const { api, t, url } = context;
  const clean = cleanAddress(url);
  if (clean) throw redirect(clean);
  const { query, wrong } = apiFilters(stockLines, url);
  query.set("page", String(sensible(pageQuery, url.searchParams).page));
  const [page, chips] = await Promise.all([
    api.read(stockLedger, {}, query),
    filterChips(context, stockLines, url, {}),
  ]);
  const isOpen =
    url.searchParams.has("filters") || wrong.size > 0 || [...url.searchParams.keys()].some((name) => isFindParam(name));
  return {
    filter: {
      keep: [...url.searchParams]
        .filter(([name]) => !["page", "filters", ...FILTERS].includes(name) && !isFindParam(name))
        .map(([name, value]) => ({ name, value })),
      panel: isOpen ? await filterControls(context, stockLines, url, wrong) : undefined,
      panelHref: withParams(url, { filters: "1" }),
      chips,
      clearHref: "/stock/moves",
      labels: pick(t, filterLabels),
      exports: fileLinks(context, "/export/stock_moves", stockLines, stockLines.list.columns),
    },
    columns: COLUMNS.map((key) => ({
      key,
      label: t(columnKey(stockLines, key)),
      align: ["quantity", "price"].includes(key) ? ("end" as const) : undefined,
    })),
    rows: page.items.map((line) => ({
      id: `${line.move}-${line.position}`,
      cells: COLUMNS.map((name) => cellOf(context, line, name)),
    })),
    pagination: paginationOf(context, page),
  };
}

function cellOf(context: Context, line: StockLine, name: string): Cell {
  switch (name) {
    case "from":
      return placeCell(context, line.from, line.kind);
    case "to":
      return placeCell(context, line.to, line.kind);
    case "quantity":
      return { text: quantityText(context, line) };
    case "batch":
      return { text: line.batch === null && line.expires_on === null ? "—" : batchText(context, line) };
    case "comment":
      return {
        text:
          [line.reason && context.t(`options:write_off_reason.${line.reason}`), line.comment]
            .filter(Boolean)
            .join(". ") || "—",
      };
    default:
      return shown(context, fieldOf(stockLines, name), Reflect.get(line, name));
  }
}

/** `GET /export/stock_moves?format=csv|xlsx&<the filters of the screen>`: lines of the ledger, written as they are read. */
export const exportLinesLoader = protectedLoader(
  listRequirement(warehouse),
  async (context) => {
    const { t, url } = context;
    const format = formatAsked(context);
    const columns = columnsAsked(context, stockLines);
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const pages = pagesOf(context);
    const first = await pages.next();
    const title = t("stock:list.moves");
    const table = {
      name: "stock_moves",
      title,
      columns: fileColumns(context, stockLines, columns),
      asked: fileAsked(context, title, await askedWords(context, stockLines, url)),
    };
    return fileAnswer(context, table, format, linesOf(context, columns, first, pages));
  },
  { resource: true },
);

type Pages = AsyncGenerator<StockLine[], void>;

async function* pagesOf({ api, url }: Context): Pages {
  const { query } = apiFilters(stockLines, url);
  for (let before: number | null | undefined; before !== null; ) {
    api.takesLong();
    if (before !== undefined) query.set("before", String(before));
    const page = await api.read(stockLedgerExport, {}, query);
    yield page.items;
    before = page.next;
  }
}

async function* linesOf(
  context: Context,
  columns: readonly string[],
  first: IteratorResult<StockLine[], void>,
  pages: Pages,
): AsyncGenerator<Exported[], void> {
  for (let page = first; !page.done; page = await pages.next())
    for (const line of page.value) yield columns.map((name) => fileCell(context, line, name));
}

const fileCell = (context: Context, line: StockLine, name: string): Exported =>
  name === "from" || name === "to"
    ? placeCell(context, line[name], line.kind).text
    : exported(context, fieldOf(stockLines, name), Reflect.get(line, name));
