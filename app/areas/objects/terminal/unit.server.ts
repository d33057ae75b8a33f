import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { telemetry } from "~server/contract/entities/telemetries";
import { allowed } from "~server/contract/permissions";
import { recordSchema, refSchema } from "~server/contract/record";
import { protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { connectionModel } from "~/areas/objects/device/telemetry.server";

/** The connection tab of a telemetry unit: its machine, ping data, what it was asked for, its log. */
export const unitLoader = protectedLoader(listRequirement(telemetry), async (context) => {
  const { api, params, t, me } = context;
  if (!/^\d{1,9}$/.test(params.id ?? "")) throw notFound();
  const record = await api.get(`${telemetry.api}/${params.id}`, recordSchema);
  const machine = refSchema.nullable().catch(null).parse(record.device);
  const secret = { label: t("entities:telemetry.fields.has_secret"), text: t(record.has_secret === true ? "resource:yes" : "resource:no"), href: `${viewPath(telemetry, record.id)}/rotate_secret`, action: t("entities:telemetry.actions.rotate_secret.label") };
  const mayLook = allowed(me, listRequirement(device));
  const model = machine && mayLook ? await connectionModel(context, `${device.api}/${machine.id}`, `${viewPath(device, machine.id)}/command`) : undefined;
  return {
    title: t("device:unit"), secret,
    machine: { label: t("device:machine"), text: machine?.label ?? t("device:no_machine"), href: machine && mayLook ? `${viewPath(device, machine.id)}/telemetry` : undefined },
    model: model && { ...model, cancel: [] },
  };
});
