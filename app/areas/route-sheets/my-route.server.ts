import { randomUUID } from "node:crypto";
import type { Sheet, SheetFill, SheetStop } from "~server/contract/route-sheets";
import type { Context } from "~server/web/guard.server";
import { dayText } from "~/areas/logistics/place.server";
import { dueText } from "~/areas/needs/words.server";
import { toneOf } from "~/resource/tones";
import type { Row } from "~/ui/data-table";
import { amountOf, dueOf, mapOf, myStopPath, placeOf, stepPath, STOP_TONE } from "./words.server";

/** Open sheets of a crew with what comes next on each. */
export function myRouteModel(context: Context, sheets: readonly Sheet[], error: string | undefined) {
  const { t } = context;
  return {
    title: t("route-sheets:my_route"),
    about: t("route-sheets:my_route_about"),
    error,
    none: { title: t("route-sheets:none"), text: t("route-sheets:none_hint") },
    accept: t("route-sheets:do.accept"),
    who: String(context.me.id),
    kept: t("route-sheets:kept_hint"),
    sheets: sheets.map((sheet) => ({
      id: String(sheet.id),
      key: randomUUID(),
      title: t("route-sheets:sheet", { number: sheet.number, day: dayText(context, sheet.day) }),
      crew: sheet.crew.label,
      note: sheet.note,
      status: { text: t(`options:route_sheet_status.${sheet.status}`), ...toneOf("route_sheet_status", sheet.status) },
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
      stops: {
        columns: (["machine", "tasks", "state"] as const).map((column) => ({
          key: column,
          label: t(`route-sheets:${column}`),
          brief: column !== "machine",
        })),
        rows: sheet.stops.map((stop, index) => stopRow(context, stop, index)),
      },
    })),
  };
}
export type MyRouteModel = ReturnType<typeof myRouteModel>;

function nextOf(context: Context, { stops, may }: Sheet) {
  const { t } = context;
  const index = stops.findIndex(({ status, reason }) => status !== "served" && reason === null);
  const stop = stops[index];
  if (!stop || !may.includes("serve")) return undefined;
  const bring = broughtTo(context, stop);
  const due = dueOf(context, stop);
  return {
    ...{ href: myStopPath(stop.id), name: nameOf(context, stop, index), place: placeOf(stop) },
    ...{ map: mapOf(stop), mapLabel: t("route-sheets:map"), tasks: tasksOf(context, stop) },
    title: t("route-sheets:next_stop"),
    facts: [
      ...(due ? [{ label: t("route-sheets:due"), value: due }] : []),
      ...(stop.way_in ? [{ label: t("route-sheets:way_in"), value: stop.way_in }] : []),
      ...(stop.note ? [{ label: t("route-sheets:note"), value: stop.note }] : []),
      ...(stop.errors.length ? [{ label: t("route-sheets:errors"), value: stop.errors.join(", ") }] : []),
      ...(bring ? [{ label: t("route-sheets:bring"), value: bring }] : []),
    ],
    open: t("route-sheets:open"),
  };
}

const nameOf = ({ format }: Context, stop: SheetStop, index: number) =>
  `${format.number(index + 1)}. ${stop.device.label}`;
const tasksOf = ({ t }: Context, { tasks }: SheetStop) =>
  tasks.map((task) => t(`options:sheet_task.${task}`)).join(", ");

const stopRow = (context: Context, stop: SheetStop, index: number): Row => ({
  id: String(stop.id),
  href: myStopPath(stop.id),
  cells: [
    {
      text: nameOf(context, stop, index),
      hint: [dueText(stop), placeOf(stop)].filter(Boolean).join(" · ") || undefined,
    },
    { text: tasksOf(context, stop) },
    {
      text: context.t(stop.reason ? `options:unserved_reason.${stop.reason}` : `options:stop_status.${stop.status}`),
      tone: stop.reason ? "bad" : STOP_TONE[stop.status],
      badge: true,
    },
  ],
});

/** What fills a machine, each ingredient once whatever its slots. */
function broughtTo(context: Context, { fills }: SheetStop): string {
  const sums = new Map<number, SheetFill & { ingredient: { label: string } }>();
  for (const { ingredient, ...fill } of fills) {
    if (!ingredient || fill.proposed <= 0) continue;
    const known = sums.get(ingredient.id)?.proposed ?? 0;
    sums.set(ingredient.id, { ...fill, ingredient, proposed: known + fill.proposed });
  }
  return [...sums.values()].map((one) => `${one.ingredient.label}: ${amountOf(context, one.proposed, one)}`).join("; ");
}
