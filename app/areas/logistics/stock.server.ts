import type { z } from "zod";
import { crewStock, deviceStock, warehouseStock } from "~server/contract/calls/logistics";
import { warehouseSheets } from "~server/contract/calls/route-sheets";
import { crew } from "~server/contract/entities/crews";
import { device } from "~server/contract/entities/devices";
import { warehouse } from "~server/contract/entities/warehouses";
import type { Entity } from "~server/contract/entity";
import type { warehouseSheetsSchema } from "~server/contract/route-sheets";
import type { stockSchema } from "~server/contract/stock";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { stepPath } from "~/areas/route-sheets/words.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";
import type { Row } from "~/ui/data-table";
import { batchText, dayText, moveLinks, quantityText } from "./place.server";

type WaitingSheet = z.infer<typeof warehouseSheetsSchema>["items"][number];
type Stocked = z.infer<typeof stockSchema>["items"][number];

/** What lies at a warehouse, with a crew or in a machine. */
export const stockOf = ({ api, params }: Context, entity: Entity) =>
  api.readOr({ items: [] }, entity === crew ? crewStock : entity === device ? deviceStock : warehouseStock, {
    id: params.id,
  });

/** What lies at a place now, with its batches. */
export const stockLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { t, format } = context;
  const entity = tabAt(context, "stock");
  const [{ items }, { items: sheets }] = await Promise.all([
    stockOf(context, entity),
    entity === warehouse
      ? context.api.readOr({ items: [] }, warehouseSheets, { id: context.params.id })
      : { items: [] },
  ]);
  return {
    sheets: {
      title: t("stock:sheets.title"),
      columns: (["number", "day", "crew", "status"] as const).map((key) => ({
        key,
        label: t(`entities:route_sheet.fields.${key}`),
        brief: key === "crew" || key === "status",
      })),
      rows: sheets.map((sheet) => sheetRow(context, sheet)),
    },
    title: t(`stock:title.${entity.name}`),
    hint: entity === device ? t("stock:device_hint") : undefined,
    empty: { title: t(`stock:none.${entity.name}`), text: t(`stock:none_hint.${entity.name}`) },
    actions: t("stock:new_move"),
    moves: moveLinks(context, entity),
    columns: [
      { key: "ingredient", label: t("stock:ingredient") },
      { key: "quantity", label: t("stock:quantity"), align: "end" as const },
      { key: "batches", label: t("stock:batches") },
      { key: "moved_at", label: t("stock:moved_at") },
    ],
    rows: items.map((one) => ({
      id: String(one.ingredient.id),
      href: refHref(context, "ingredient", one.ingredient.id),
      cells: [
        { text: one.ingredient.label },
        { text: quantityText(context, one) },
        batchesCell(context, one),
        { text: format.dateTime(one.moved_at) },
      ],
    })),
  };
});

/** A sheet that waits: once the crew has it, it can be loaded. */
const sheetRow = (context: Context, { id, number, day, crew: of, status }: WaitingSheet): Row => ({
  id: String(id),
  href: status === "ACCEPTED" ? stepPath(id, "load") : undefined,
  cells: [
    { text: number },
    { text: dayText(context, day) },
    { text: of.label },
    { text: context.t(`options:route_sheet_status.${status}`), badge: true, ...toneOf("route_sheet_status", status) },
  ],
});

/** Batches, the first to expire first; one that has expired colours the cell. */
function batchesCell(context: Context, { unit, batches }: Stocked): Cell {
  const told = batches.filter(({ id }) => id !== 0);
  const [first] = told;
  if (!first) return { text: "—" };
  const texts = batches.map(
    ({ code, expires_on, quantity }) =>
      `${batchText(context, { batch: code, expires_on })}: ${quantityText(context, { quantity, unit })}`,
  );
  const tone = batches.some(({ expired }) => expired) ? ({ tone: "bad" } as const) : {};
  return texts.length > 1
    ? { text: batchText(context, { batch: first.code, expires_on: first.expires_on }), more: texts, ...tone }
    : { text: batchText(context, { batch: first.code, expires_on: first.expires_on }), ...tone };
}
