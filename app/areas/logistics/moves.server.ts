import { crewMoves, warehouseMoves } from "~server/contract/calls/logistics";
import { crew } from "~server/contract/entities/crews";
import { pageQuery, sensible } from "~server/contract/query";
import type { StockMove } from "~server/contract/stock";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pageLinks } from "~/resource/list-address";
import { refHref } from "~/resource/show.server";
import type { Cell } from "~/ui/data-cell";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { moveLinks, quantityText } from "./place.server";

const PAGE = 50;
const COLUMNS = ["at", "kind", "from", "to", "lines", "sum", "comment", "author"] as const;

/** Moves to and from a warehouse or a crew, newest first. */
export const movesLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, url, t, format } = context;
  const entity = tabAt(context, "moves");
  const { page } = sensible(pageQuery, url.searchParams);
  const { items, total } = await api.readOr(
    { items: [], total: 0 },
    entity === crew ? crewMoves : warehouseMoves,
    { id: params.id },
    { page },
  );
  const last = Math.ceil(total / PAGE);
  return {
    title: t("stock:moves"),
    empty: { title: t("stock:no_moves"), text: t(`stock:no_moves_hint.${entity.name}`) },
    actions: t("stock:new_move"),
    moves: moveLinks(context, entity),
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
    placeCell(context, move.from, "stock:supplier"),
    placeCell(context, move.to, "stock:loss"),
    linesCell(context, move.lines),
    { text: priced.length ? format.money(priced.reduce((all, one) => all + one, 0)) : "—" },
    { text: move.comment ?? "—" },
    { text: move.author ?? "—" },
  ];
}

/** A place as a link; outside of the books by what it is; out of the person's sight without its name. */
function placeCell(context: Context, place: StockMove["from"], outside: string): Cell {
  if (!place) return { text: context.t(outside) };
  if (place.label === null) return { text: context.t("stock:unseen") };
  return { text: place.label, href: refHref(context, place.entity, place.id) };
}

/** What was moved: one thing in full, more of them counted and unfolded when asked for. */
function linesCell(context: Context, lines: StockMove["lines"]): Cell {
  const texts = lines.map((line) => `${line.ingredient.label} ${quantityText(context, line)}`);
  return texts.length > 1
    ? { text: context.t("stock:lines_count", { count: texts.length }), more: texts }
    : { text: texts[0] ?? "—" };
}
