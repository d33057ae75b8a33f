import { randomUUID } from "node:crypto";
import type { Sheet, SheetStop } from "~server/contract/route-sheets";
import type { Context } from "~server/web/guard.server";
import { amountOf, mapOf, myStopPath, placeOf, slotLabel, STATUS_TONE, stepPath, STOP_TONE } from "./words.server";

/** Open sheets of a crew with what comes next on each. */
export function myRouteModel(context: Context, sheets: readonly Sheet[], error: string | undefined) {
  const { t, format } = context;
  return {
    title: t("route-sheets:my_route"),
    error,
    none: { title: t("route-sheets:none"), text: t("route-sheets:none_hint") },
    accept: t("route-sheets:do.accept"),
    sheets: sheets.map((sheet) => ({
      id: String(sheet.id),
      key: randomUUID(),
      title: t("route-sheets:sheet", { number: sheet.number, day: format.date(`${sheet.day}T12:00:00Z`) }),
      crew: sheet.crew.label,
      note: sheet.note,
      status: { text: t(`options:route_sheet_status.${sheet.status}`), tone: STATUS_TONE[sheet.status] },
      accepts: sheet.may.includes("accept"),
      steps: (["load", "complete"] as const)
        .filter((step) => sheet.may.includes(step))
        .map((step) => ({
          href: stepPath(sheet.id, step),
          label: t(`route-sheets:do.${step}`),
          // While machines wait they come first.
          isMain: step === "load" || sheet.stops.every(({ status, reason }) => status === "served" || reason !== null),
        })),
      next: nextOf(context, sheet),
      stops: sheet.stops.map((stop, index) => stopModel(context, stop, index)),
    })),
  };
}
export type MyRouteModel = ReturnType<typeof myRouteModel>;

function nextOf(context: Context, { stops, may }: Sheet) {
  const { t } = context;
  const index = stops.findIndex(({ status, reason }) => status !== "served" && reason === null);
  const stop = stops[index];
  if (!stop || !may.includes("serve")) return undefined;
  const bring = stop.fills.filter(({ proposed }) => proposed > 0);
  return {
    ...stopModel(context, stop, index),
    title: t("route-sheets:next_stop"),
    facts: [
      ...(stop.way_in ? [{ label: t("route-sheets:way_in"), value: stop.way_in }] : []),
      ...(stop.note ? [{ label: t("route-sheets:note"), value: stop.note }] : []),
      ...(stop.errors.length ? [{ label: t("route-sheets:errors"), value: stop.errors.join(", ") }] : []),
      ...(bring.length
        ? [
            {
              label: t("route-sheets:bring"),
              value: bring
                .map((fill) => `${slotLabel(context, fill)}: ${amountOf(context, fill.proposed, fill)}`)
                .join("; "),
            },
          ]
        : []),
    ],
    open: t("route-sheets:open"),
  };
}

const stopModel = (context: Context, stop: SheetStop, index: number) => ({
  id: String(stop.id),
  href: myStopPath(stop.id),
  name: `${context.format.number(index + 1)}. ${stop.device.label}`,
  place: placeOf(stop),
  map: mapOf(stop),
  mapLabel: context.t("route-sheets:map"),
  tasks: stop.tasks.map((task) => context.t(`options:sheet_task.${task}`)).join(", "),
  status: {
    text: stop.reason
      ? context.t(`options:unserved_reason.${stop.reason}`)
      : context.t(`options:stop_status.${stop.status}`),
    tone: stop.reason ? ("bad" as const) : STOP_TONE[stop.status],
  },
});
