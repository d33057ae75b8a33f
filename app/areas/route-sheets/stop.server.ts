import { createElement } from "react";
import { beginStop, serveStop, sheetOfStop } from "~server/contract/calls/route-sheets";
import { WRITE_OFF_REASONS } from "~server/contract/enums";
import { plain } from "~server/contract/plain";
import { type SheetFill, type SheetStop, UNSERVED_REASONS } from "~server/contract/route-sheets";
import type { ActionContext, Context } from "~server/web/guard.server";
import type { Refusal } from "~server/web/outcome.server";
import { pick } from "~server/web/i18n.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { stopLabels } from "./labels";
import type { Drawn, Typed } from "./mine.server";
import { photoRules, photosOf, sendPhotos } from "./photos.server";
import { StopScreen } from "./stop";
import { amountOf, dueOf, mapOf, myStopPath, placeOf, slotLabel, STOP_TONE } from "./words.server";

const AMOUNTS = ["found", "put", "taken", "thrown"] as const;

/** A machine of a sheet: what is to be done there, and the form of what was. */
export async function drawnStop(context: Context, typed: Typed): Promise<Drawn> {
  const sheet = await context.api.read(sheetOfStop, { id: context.params.stop });
  const stop = sheet.stops.find(({ id }) => String(id) === context.params.stop);
  if (!stop) throw notFound();
  const model = stopModel(context, stop, sheet.may.includes("serve"), typed);
  return { title: model.title, element: createElement(StopScreen, { model }) };
}

function stopModel(context: Context, stop: SheetStop, mayServe: boolean, typed: Typed) {
  const { t, format } = context;
  const isOpen = mayServe && stop.status !== "served";
  return {
    title: stop.device.label,
    place: placeOf(stop),
    map: mapOf(stop),
    status: { text: t(`options:stop_status.${stop.status}`), tone: STOP_TONE[stop.status] },
    facts: [
      { label: t("route-sheets:tasks"), value: stop.tasks.map((task) => t(`options:sheet_task.${task}`)).join(", ") },
      ...fact(t("route-sheets:due"), dueOf(context, stop)),
      ...fact(t("route-sheets:way_in"), stop.way_in),
      ...fact(t("route-sheets:note"), stop.note),
      ...fact(t("route-sheets:errors"), stop.errors.join(", ")),
      ...fact(t("route-sheets:tickets"), stop.tickets.map(({ id, label }) => `#${id} ${label}`).join("; ")),
      ...(stop.served_at
        ? fact(
            t("options:stop_status.served"),
            [format.dateTime(stop.served_at), stop.served_by].filter(Boolean).join(" · "),
          )
        : []),
      ...fact(t("route-sheets:remark"), stop.remark),
      ...fact(t("route-sheets:bag"), stop.bag),
    ],
    done: stop.status === "served" ? stop.fills.flatMap((fill) => doneLine(context, fill)) : [],
    form: isOpen ? formOf(context, stop, typed) : undefined,
    photos: photosOf(stop.photos),
    back: { href: "/my_route", label: t("route-sheets:my_route") },
    error: typed.error,
    labels: pick(t, stopLabels),
  };
}
export type StopModel = ReturnType<typeof stopModel>;
const fact = (label: string, value: string | null) => (value ? [{ label, value }] : []);

function doneLine(context: Context, fill: SheetFill) {
  const said = AMOUNTS.filter((what) => fill[what] !== null && (what === "found" || fill[what] !== 0)).map((what) =>
    context.t(`route-sheets:said.${what}`, { amount: amountOf(context, fill[what], fill) }),
  );
  return said.length ? [{ label: slotLabel(context, fill), value: said.join(", ") }] : [];
}

function formOf(context: Context, stop: SheetStop, { values, errors, key }: Typed) {
  const { t } = context;
  return {
    key,
    who: String(context.me.id),
    action: myStopPath(stop.id),
    begins: stop.status === "unserved",
    columns: ["", ...(["found", "put"] as const).map((what) => t(`route-sheets:of_slot.${what}`))],
    slots: stop.fills.map((fill, index) => {
      const unit = t(`options:ingredient_unit.${fill.unit}`);
      const most = t("route-sheets:holds", { capacity: amountOf(context, fill.capacity, fill) });
      const level =
        fill.level === null
          ? t("route-sheets:level_unknown")
          : t("route-sheets:level", { amount: amountOf(context, fill.level, fill) });
      return {
        slot: fill.slot,
        label: slotLabel(context, fill),
        hint: [level, most].join(" · "),
        fields: AMOUNTS.map((what) => {
          const name = `fills[${index}].${what}`;
          return {
            ...{ what, name, unit, label: t(`route-sheets:of_slot.${what}`) },
            value: values[name] ?? (what === "put" && fill.proposed > 0 ? String(fill.proposed) : ""),
            errors: errors[name],
          };
        }),
      };
    }),
    cleans: stop.tasks.includes("clean"),
    collects: stop.tasks.includes("collect"),
    values,
    errors,
    thrown: WRITE_OFF_REASONS.map((value) => ({ value, label: t(`options:write_off_reason.${value}`) })),
    reasons: UNSERVED_REASONS.map((value) => ({ value, label: t(`options:unserved_reason.${value}`) })),
    choose: t("resource:choose"),
    photoHint: photoRules(context).hint,
    reason: stop.reason ?? "",
  };
}

/** Of the form alone, or sent before. */
const OWN: ReadonlySet<string> = new Set(["do", "photos"]);

/** Sends what was done at a machine, why nothing was, or that the crew begins. */
export async function sendStop(context: ActionContext): Promise<Refusal> {
  const { api, params, form } = context;
  const sent = [...form()].map(([name, value]): [string, string] => [name, plain(value)]);
  const of = (name: string) => sent.find(([one]) => one === name)?.[1] ?? "";
  if (of("do") === "begin") {
    const outcome = await api.change(
      beginStop,
      { id: params.stop },
      new URLSearchParams({ key: of("key"), waited: of("waited") || "0" }),
    );
    if (!outcome.ok) return outcome;
    throw await redirectWithToast(myStopPath(Number(params.stop)), { tone: "ok", key: "route-sheets:begun" });
  }
  const unsent = await sendPhotos(context);
  if (unsent) return unsent;
  const body = new URLSearchParams(sent.filter(([name, value]) => value !== "" && !OWN.has(name)));
  const outcome = await api.change(serveStop, { id: params.stop }, body);
  if (!outcome.ok) return outcome;
  throw await redirectWithToast("/my_route", {
    tone: "ok",
    key: of("reason") ? "route-sheets:skipped" : "route-sheets:stop_saved",
  });
}
