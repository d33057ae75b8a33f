import { z } from "zod";
import { deviceCommands } from "~server/contract/calls/commands";
import { callsOf } from "~server/contract/calls/entities";
import { deviceState } from "~server/contract/calls/fleet";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { firmware } from "~server/contract/entities/firmwares";
import { UNIT_FIRMWARE } from "~server/contract/rollouts";
import { plain } from "~server/contract/plain";
import { allowed } from "~server/contract/permissions";
import { protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { commandColumns, commandRow } from "./command-rows.server";
import { DEVICE } from "./device.server";
import { firmwareLabels } from "./labels";

const image = z.object({ label: z.string(), size: z.number() }).nullable().catch(null);

const INSTALLABLE = { active: "true", type: UNIT_FIRMWARE, sort: "name", limit: "50" };

/** The firmware tab: what the unit runs, what may be installed on it, and what was. */
export const firmwareLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, me, format } = context;
  const mayInstall = allowed(me, listRequirement(firmware));
  const [state, commands, offered] = await Promise.all([
    api.read(deviceState, { id: params.id }),
    api.readOr({ items: [], total: 0 }, deviceCommands, { id: params.id }),
    mayInstall ? api.read(callsOf(firmware).list, {}, new URLSearchParams(INSTALLABLE)) : undefined,
  ]);
  const updates = commands.items.filter((command) => command.firmware !== null);
  const base = `${viewPath(device, params.id ?? "")}/command`;
  return {
    now: [
      { label: t("device:firmware_now"), value: state.firmware },
      { label: t("device:unit"), value: state.unit?.serial ?? null },
      { label: t("device:unit_type"), value: state.unit && t(`options:telemetry_type.${state.unit.type}`) },
    ],
    mayInstall,
    hasUnit: state.unit !== null,
    offered: (offered?.items ?? []).map((one) => {
      const release = plain(one.release);
      const size = image.parse(one.image)?.size;
      return {
        id: String(one.id),
        name: one.title,
        type: t(`options:firmware_type.${plain(one.type)}`),
        size: size === undefined ? "—" : t("device:kilobytes", { value: format.number(size / 1024) }),
        isCurrent: state.firmware === release,
        update: `${base}/firmware_update?firmware=${one.id}`,
        emergency: `${base}/emergency_update?firmware=${one.id}`,
        updateLabel: t("device:install", { name: one.title }),
        emergencyLabel: t("device:install_now", { name: one.title }),
      };
    }),
    history: { columns: commandColumns(context), rows: updates.map((command) => commandRow(context, command)) },
    labels: pick(t, firmwareLabels),
  };
});
