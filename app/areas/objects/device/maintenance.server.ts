import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { deviceHolds, noteMaintenance } from "~server/contract/calls/fleet";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { Holds } from "~server/contract/maintenance";
import { plain } from "~server/contract/plain";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { DEVICE } from "./device.server";
import { maintenanceLabels } from "./labels";
import { levelText, slotName, slotUnit } from "./stocks.server";

const summaryOf = ({ params }: Pick<Context, "params">) => viewPath(device, params.id ?? "");

/** Form of what somebody did at the machine, for machines whose unit does not tell of it; its key makes the same form sent twice one. */
export const maintenanceLoader = protectedLoader(DEVICE, async (context) => {
  const { slots } = await context.api.read(deviceHolds, { id: context.params.id });
  return {
    slots: slots.map((slot) => slotModel(context, slot)),
    key: randomUUID(),
    cancel: summaryOf(context),
    labels: pick(context.t, maintenanceLabels),
  };
});

const slotModel = (context: Context, { level, ...held }: Holds["slots"][number]) => ({
  slot: held.slot,
  label: slotName(context, held),
  unit: slotUnit(context, held),
  hint:
    level === null
      ? context.t("device:maintenance.unknown", {
          capacity: context.format.quantity(held.capacity, slotUnit(context, held)),
        })
      : context.t("device:maintenance.now", { level: levelText(context, held, level) }),
});

/** Notes the maintenance. What was typed stays in the form when it is refused. */
export const maintenanceAction = protectedAction(DEVICE, async (context) => {
  const { api, params, t, form } = context;
  const sent = form();
  const levels = sent.getAll("level").map(plain);
  const typed = {
    filled: sent.has("filled"),
    cleaned: sent.has("cleaned"),
    note: plain(sent.get("note")),
    levels: Object.fromEntries(sent.getAll("slot").map((slot, index) => [plain(slot), levels[index] ?? ""])),
  };
  const given = Object.entries(typed.levels).filter(([, level]) => level);
  const body = new URLSearchParams([
    ["key", plain(sent.get("key"))],
    ...(["filled", "cleaned"] as const).flatMap((name) => (typed[name] ? [[name, "on"]] : [])),
    ...(typed.note ? [["note", typed.note]] : []),
    ...given.flatMap(([slot, level], index) => [
      [`fills[${index}].slot`, slot],
      [`fills[${index}].level`, level],
    ]),
  ]);
  const outcome = await api.change(noteMaintenance, { id: params.id }, body);
  if (outcome.ok) throw await redirectWithToast(summaryOf(context), { tone: "ok", key: "device:maintenance.saved" });
  const { filled, ...fields } = fieldTexts(t, outcome.fields);
  const errors = Object.fromEntries(given.map(([slot], index) => [slot, fields[`fills[${index}].level`]]));
  return data({ typed, errors, error: filled?.[0] ?? errorText(t, outcome.error) }, { status: outcome.status });
});
