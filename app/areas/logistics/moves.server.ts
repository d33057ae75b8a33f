import { crewMoves, deviceMoves, warehouseMoves } from "~server/contract/calls/logistics";
import { crew } from "~server/contract/entities/crews";
import { device } from "~server/contract/entities/devices";
import { warehouse } from "~server/contract/entities/warehouses";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { pageQuery, sensible } from "~server/contract/query";
import type { StockMove } from "~server/contract/stock";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pageLinks } from "~/resource/list-address";
import type { Cell } from "~/ui/data-cell";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { batchText, moveLinks, placeCell, quantityText } from "./place.server";

const PAGE = 50;
const COLUMNS = ["at", "kind", "from", "to", "lines", "sum", "comment", "author"] as const;

/** Moves to and from a warehouse or a crew, newest first. */
export const movesLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, url, t, format } = context;
  const entity = tabAt(context, "moves");
  const { page } = sensible(pageQuery, url.searchParams);
  const { items, total } = await api.readOr(
    { items: [], total: 0 },
    entity === crew ? crewMoves : entity === device ? deviceMoves : warehouseMoves,
    { id: params.id },
    { page },
  );
  const last = Math.ceil(total / PAGE);
  return {
    title: t("stock:moves"),
    empty: { title: t("stock:no_moves"), text: t(`stock:no_moves_hint.${entity.name}`) },
    actions: t("stock:new_move"),
    moves: moveLinks(context, entity),
    // The whole ledger, filtered and as a file, is for who may see warehouses.
    all: allowed(context.me, listRequirement(warehouse))
      ? { href: `/stock/moves?${entity.name}=${params.id ?? ""}`, label: t("stock:all_moves") }
      : undefined,
    columns: COLUMNS.map((key) => ({
      key,
      label: t(`stock:${key}`),
      align: key === "sum" ? ("end" as const) : undefined,
    })),
    rows: items.map((move) => ({ id: String(move.id), cells: cellsOf(context, move) })),
    pagination: {
      label: t("resource:pages"),
      summary: t("stock:total", { count: total }),
      pages: last > 1 ? pageLinks(url, page, last, format.number) : [],
    },
  };
});

function cellsOf(context: Context, move: StockMove): Cell[] {
  const { t, format } = context;
  const priced = move.lines.flatMap(({ price }) => price ?? []);
  return [
    { text: format.dateTime(move.at) },
    { text: t(`options:move_kind.${move.kind}`), badge: true, tone: "neutral" },
    placeCell(context, move.from, move.kind),
    placeCell(context, move.to, move.kind),
    linesCell(context, move.lines),
    { text: priced.length ? format.money(priced.reduce((all, one) => all + one, 0)) : "—" },
    {
      text:
        [move.reason && t(`options:write_off_reason.${move.reason}`), move.comment].filter(Boolean).join(". ") || "—",
    },
    { text: move.author ?? "—" },
  ];
}

/** What was moved: one thing in full, more of them counted and unfolded when asked for. */
function linesCell(context: Context, lines: StockMove["lines"]): Cell {
  const texts = lines.map((line) => {
    const of = line.batch === null && line.expires_on === null ? "" : ` (${batchText(context, line)})`;
    return `${line.ingredient.label} ${quantityText(context, line)}${of}`;
  });
  return texts.length > 1
    ? { text: context.t("stock:lines_count", { count: texts.length }), more: texts }
    : { text: texts[0] ?? "—" };
}
