import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { sheet as sheetCall } from "~server/contract/calls/route-sheets";
import { crewVehicle } from "~server/contract/entities/crew_vehicles";
import { crew } from "~server/contract/entities/crews";
import { device } from "~server/contract/entities/devices";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { warehouse } from "~server/contract/entities/warehouses";
import { type Entity, listRequirement, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import type { Ref } from "~server/contract/record";
import type { Sheet, SheetLoad, SheetStop } from "~server/contract/route-sheets";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import type { StatProps } from "~/ui/stat";
import { dayText } from "~/areas/logistics/place.server";
import { expectedCell } from "~/areas/needs/words.server";
import { photosOf } from "./photos.server";
import { SheetScreen } from "./sheet";
import { amountOf, packsOf, placeOf, slotLabel, stepPath, STOP_TONE } from "./words.server";

const MINUTE_S = 60;

/** A sheet as dispatchers look at it; drawn by the server alone. */
export const sheetLoader = protectedLoader(listRequirement(routeSheet), async (context) => {
  const sheet = await context.api.read(sheetCall, { id: context.params.id });
  const html = renderToStaticMarkup(createElement(SheetScreen, { model: sheetModel(context, sheet) }));
  return drawnOnServer(context.request, { html }, "html");
});

function sheetModel(context: Context, sheet: Sheet) {
  const { t } = context;
  const short = sheet.loads.filter(({ free, picked, loaded }) => loaded === null && free < picked);
  return {
    status: { text: t(`options:route_sheet_status.${sheet.status}`), ...toneOf("route_sheet_status", sheet.status) },
    facts: factsOf(context, sheet),
    tiles: tilesOf(context, sheet),
    notes: [
      ...(sheet.exceeds.length
        ? [t("needs:round.exceeds", { list: sheet.exceeds.map((one) => t(`needs:left.${one}`)).join(", ") })]
        : []),
      ...(short.length && sheet.warehouse
        ? [
            t("route-sheets:short", {
              warehouse: sheet.warehouse.label,
              list: short
                .map(
                  (load) =>
                    `${load.ingredient.label}: ${amountOf(context, load.picked - Math.max(0, load.free), load)}`,
                )
                .join("; "),
            }),
          ]
        : []),
      ...(sheet.warehouse ? [] : [t("errors:sheet_no_warehouse")]),
      ...(sheet.cancel_reason ? [t("route-sheets:canceled", { reason: sheet.cancel_reason })] : []),
    ],
    buttons: buttonsOf(context, sheet),
    stops: { title: t("route-sheets:stops"), columns: stopColumns(context), rows: sheet.stops.map(stopRow(context)) },
    loads: {
      title: t("route-sheets:pick_list"),
      columns: loadColumns(context, sheet),
      rows: sheet.loads.map((load) => loadRow(context, sheet, load)),
    },
    photos: {
      title: t("route-sheets:photos"),
      items: sheet.stops.flatMap(({ device: { label }, photos }) =>
        photos.length ? [{ title: label, photos: photosOf(photos) }] : [],
      ),
    },
    boxes: {
      title: t("route-sheets:boxes"),
      hint: t("route-sheets:boxes_hint"),
      items: boxesOf(context, sheet),
    },
  };
}
export type SheetModel = ReturnType<typeof sheetModel>;

const factsOf = (context: Context, { day, crew: of, warehouse: from, vehicle, note }: Sheet) => {
  const { t, me } = context;
  const named = (name: string, value: Ref | null, entity: Entity) =>
    value
      ? [
          {
            label: t(`entities:route_sheet.fields.${name}`),
            text: value.label,
            href: allowed(me, listRequirement(entity)) ? viewPath(entity, value.id) : undefined,
          },
        ]
      : [];
  return [
    { label: t("entities:route_sheet.fields.day"), text: dayText(context, day), href: undefined },
    ...named("crew", of, crew),
    ...named("vehicle", vehicle, crewVehicle),
    ...named("warehouse", from, warehouse),
    ...(note ? [{ label: t("entities:route_sheet.fields.note"), text: note, href: undefined }] : []),
  ];
};

/** What comes next for who looks at it: an action of the record, or a form of the crew's. */
function buttonsOf({ t }: Context, { id, status, may }: Sheet) {
  const next = status === "DRAFT" ? "submit" : status === "NEW" ? "approve" : undefined;
  return [
    ...(next
      ? [{ href: `${viewPath(routeSheet, id)}/${next}`, label: t(`entities:route_sheet.actions.${next}.label`) }]
      : []),
    ...(["load", "complete"] as const)
      .filter((step) => may.includes(step))
      .map((step) => ({ href: stepPath(id, step), label: t(`route-sheets:do.${step}`) })),
  ];
}

function tilesOf(
  { t, format }: Context,
  { minutes, kilometres, weight, volume, max_weight, max_volume, stops, exceeds }: Sheet,
): StatProps[] {
  const of = (most: number | null, unit: "kg" | "m3") =>
    most === null
      ? undefined
      : {
          text: t("needs:round.of", { most: t(`needs:round.${unit}`, { value: format.number(most) }) }),
          tone: exceeds.includes(unit === "kg" ? "weight" : "volume") ? ("bad" as const) : ("neutral" as const),
        };
  const served = stops.filter((stop) => stop.status === "served").length;
  return [
    {
      label: t("route-sheets:served"),
      value: t("route-sheets:of", { served: format.number(served), all: format.number(stops.length) }),
    },
    { label: t("needs:round.time"), value: minutes === null ? "—" : format.duration(minutes * MINUTE_S) },
    {
      label: t("needs:round.way"),
      value: kilometres === null ? "—" : t("needs:round.km", { value: format.number(kilometres, 1) }),
    },
    {
      label: t("needs:round.load"),
      value: t("needs:round.kg", { value: format.number(weight ?? 0, 1) }),
      comparison: of(max_weight, "kg"),
    },
    {
      label: t("needs:sum.volume"),
      value: t("needs:round.m3", { value: format.number(volume ?? 0, 2) }),
      comparison: of(max_volume, "m3"),
    },
  ];
}

const stopColumns = ({ t }: Context): Column[] =>
  (["machine", "due", "tasks", "state", "found_put"] as const).map((key) => ({
    key,
    label: t(`route-sheets:${key}`),
    brief: key === "due" || key === "tasks" || key === "state",
  }));

const stopRow =
  (context: Context) =>
  (stop: SheetStop, index: number): Row => ({
    id: String(stop.id),
    href: allowed(context.me, listRequirement(device)) ? viewPath(device, stop.device.id) : undefined,
    cells: [
      { text: `${context.format.number(index + 1)}. ${stop.device.label}`, hint: placeOf(stop) || undefined },
      expectedCell(context, stop),
      {
        text: stop.tasks.map((task) => context.t(`options:sheet_task.${task}`)).join(", "),
        hint: stop.note ?? undefined,
      },
      stateCell(context, stop),
      fillsCell(context, stop),
    ],
  });

function stateCell({ t, format }: Context, { status, served_at, served_by, reason, remark }: SheetStop): Cell {
  const said = [
    ...(served_at ? [format.dateTime(served_at), served_by] : []),
    ...(reason ? [t(`options:unserved_reason.${reason}`)] : []),
    remark,
  ].filter(Boolean);
  return {
    text: t(`options:stop_status.${status}`),
    tone: reason ? "bad" : STOP_TONE[status],
    badge: true,
    hint: said.join(" · ") || undefined,
  };
}

/** Slot by slot what is proposed, or was found and put in. */
function fillsCell(context: Context, { fills, status }: SheetStop): Cell {
  const { t } = context;
  const isServed = status === "served";
  const told = fills.filter(({ proposed, put, found, taken, thrown }) =>
    isServed ? [put, found, taken, thrown].some((one) => one !== null && one > 0) : proposed > 0,
  );
  if (!told.length) return { text: "—" };
  return {
    text: t("route-sheets:slots", { count: told.length }),
    more: told.map((fill) => {
      const of = (amount: number | null) => amountOf(context, amount, fill);
      const parts = isServed
        ? (["found", "put", "taken", "thrown"] as const)
            .filter((what) => (fill[what] ?? 0) > 0)
            .map((what) => t(`route-sheets:said.${what}`, { amount: of(fill[what]) }))
        : [of(fill.proposed)];
      return `${slotLabel(context, fill)}: ${parts.join(", ")}`;
    }),
  };
}

/** Before it is loaded what there is to take from; after that what became of it. */
const loadColumns = ({ t }: Context, { loads }: Sheet): Column[] =>
  [
    ...(["ingredient", "packs", "picked"] as const),
    ...(loads.some(({ loaded }) => loaded !== null)
      ? (["loaded", "load_difference", "put_in", "returned", "missing"] as const)
      : (["free"] as const)),
  ].map((key) => ({
    key,
    label: t(`route-sheets:${key}`),
    align: key === "ingredient" || key === "packs" ? undefined : "end",
    brief: key === "packs" || key === "picked",
  }));

function loadRow(context: Context, { loads }: Sheet, load: SheetLoad): Row {
  const of = (amount: number | null): string => amountOf(context, amount, load);
  const { picked, free, loaded, put, returned } = load;
  const isLoaded = loads.some((one) => one.loaded !== null);
  const difference = (loaded ?? 0) - picked;
  const missing = returned === null ? null : (loaded ?? 0) - put - returned;
  return {
    id: String(load.ingredient.id),
    cells: [
      { text: load.ingredient.label },
      { text: packsOf(context, load) },
      { text: of(picked) },
      ...(isLoaded
        ? [
            { text: of(loaded) },
            { text: of(difference), ...(difference < 0 ? ({ tone: "warn" } as const) : {}) },
            { text: of(put) },
            { text: of(returned) },
            { text: of(missing), ...(missing ? ({ tone: "bad" } as const) : {}) },
          ]
        : [{ text: of(Math.max(0, free)), ...(free < picked ? ({ tone: "bad" } as const) : {}) }]),
    ],
  };
}

/** A box for each machine, the last one first: what is loaded first is taken out last. */
const boxesOf = (context: Context, { stops }: Sheet) =>
  stops
    .map((stop, index) => ({
      title: `${context.format.number(index + 1)}. ${stop.device.label}`,
      place: placeOf(stop),
      lines: stop.fills
        .filter(({ proposed }) => proposed > 0)
        .map((fill) => ({ label: slotLabel(context, fill), value: amountOf(context, fill.proposed, fill) })),
    }))
    .filter(({ lines }) => lines.length > 0)
    .toReversed();
