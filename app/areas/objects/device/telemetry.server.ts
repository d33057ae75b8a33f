import type { Id } from "~server/contract/call";
import { deviceCommands } from "~server/contract/calls/commands";
import { deviceEvents, deviceState } from "~server/contract/calls/fleet";
import { pageQuery, sensible } from "~server/contract/query";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { telemetry } from "~server/contract/entities/telemetries";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { pageLinks } from "~/resource/list-address";
import { refHref } from "~/resource/show.server";
import { commandColumns, commandRow } from "./command-rows.server";
import { DEVICE } from "./device.server";
import { eventRow, GROUPS } from "./event-words.server";
import { telemetryLabels } from "./labels";
import { pingItems } from "./state-items.server";

const PAGE = 50;
const NO_COMMANDS = { items: [], total: 0 };
const NO_EVENTS = { items: [], total: 0, capped: false, page: 1, limit: PAGE };

/** The tab of telemetry: what the unit tells of itself, what it was asked for and what became of it, and its own log. */
export const telemetryLoader = protectedLoader(DEVICE, (context) =>
  connectionModel(context, context.params.id, `${viewPath(device, context.params.id ?? "")}/command`),
);

/** The same for a machine's tab and a unit's own. */
export async function connectionModel(context: Context, id: Id | undefined, commandPath: string) {
  const { api, t, url, format } = context;
  const { page } = sensible(pageQuery, url.searchParams);
  const [state, commands, log] = await Promise.all([
    api.read(deviceState, { id }),
    api.readOr(NO_COMMANDS, deviceCommands, { id }, { page }),
    api.readOr(NO_EVENTS, deviceEvents, { id }, { kind: GROUPS.connection }),
  ]);
  const last = Math.ceil(commands.total / PAGE);
  return {
    unit: state.unit && { text: state.unit.serial, href: refHref(context, telemetry.name, state.unit.id) },
    ping: pingItems(context, state),
    actions: state.unit
      ? (["restart_telemetry", "restart", "request_statistics"] as const).map((name) => ({
          href: `${commandPath}/${name}`,
          label: t(`device:command.${name}.label`),
        }))
      : [],
    commands: { columns: commandColumns(context), rows: commands.items.map((command) => commandRow(context, command)) },
    pagination: {
      label: t("resource:pages"),
      summary: t("device:request.total", { count: commands.total, shown: format.number(commands.total) }),
      pages: last > 1 ? pageLinks(url, page, last, format.number) : [],
    },
    log: { columns: logColumns(context), rows: log.items.map((event) => eventRow(context, event)) },
    labels: pick(t, telemetryLabels),
  };
}
export type ConnectionModel = Awaited<ReturnType<typeof connectionModel>>;

export const logColumns = ({ t }: Pick<Context, "t">) =>
  (["at", "kind", "what"] as const).map((key) => ({ key, label: t(`device:log.${key}`) }));
