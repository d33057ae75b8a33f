import { callsOf } from "~server/contract/calls/entities";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { telemetry } from "~server/contract/entities/telemetries";
import { allowed } from "~server/contract/permissions";
import { type RecordData, refSchema } from "~server/contract/record";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { cancelCommand } from "~/areas/objects/device/command.server";
import { connectionModel } from "~/areas/objects/device/telemetry.server";

/** The connection tab of a telemetry unit: its machine, ping data, what it was asked for, its log. */
export const unitLoader = protectedLoader(listRequirement(telemetry), async (context) => {
  const { api, t, me } = context;
  const record = await api.read(callsOf(telemetry).read, { id: context.params.id });
  const machine = machineOf(record);
  const secret = {
    label: t("entities:telemetry.fields.has_secret"),
    text: t(record.has_secret === true ? "resource:yes" : "resource:no"),
    href: `${viewPath(telemetry, record.id)}/rotate_secret`,
    action: t("entities:telemetry.actions.rotate_secret.label"),
  };
  const mayLook = allowed(me, listRequirement(device));
  const model =
    machine && mayLook
      ? await connectionModel(context, machine.id, `${viewPath(device, machine.id)}/command`)
      : undefined;
  return {
    title: t("device:unit"),
    secret,
    machine: {
      label: t("device:machine"),
      text: machine?.label ?? t("device:no_machine"),
      href: machine && mayLook ? `${viewPath(device, machine.id)}/telemetry` : undefined,
    },
    model,
  };
});

/** Calls a command of the unit's machine back. */
export const unitAction = protectedAction(
  [...listRequirement(telemetry), ...listRequirement(device)],
  async (context) => {
    const machine = machineOf(await context.api.read(callsOf(telemetry).read, { id: context.params.id }));
    if (!machine) throw notFound();
    return cancelCommand(context, machine.id);
  },
);

const machineOf = (unit: RecordData) => refSchema.nullable().catch(null).parse(unit.device);
