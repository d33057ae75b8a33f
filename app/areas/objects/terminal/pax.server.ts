import { deviceCommands } from "~server/contract/calls/commands";
import { paxState } from "~server/contract/calls/terminals";
import { listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { pax } from "~server/contract/entities/pax";
import { allowed } from "~server/contract/permissions";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { refHref } from "~/resource/show.server";
import { commandColumns, commandRow } from "../device/command-rows.server";
import { eventRow } from "../device/event-words.server";
import { terminalLabels } from "../device/labels";
import { withAge } from "../device/state-items.server";
import { logColumns } from "../device/telemetry.server";

/** The connection tab of a bank terminal: its machine, what it says of itself, what was paid by it, its log, and what its machine's unit was asked for. */
export const paxLoader = protectedLoader(listRequirement(pax), async (context) => {
  const { api, t, format } = context;
  const state = await api.read(paxState, { id: context.params.id });
  const sold = ({ count, amount }: { count: number; amount: number }) =>
    t("sales:summary", { count, shown: format.number(count), amount: format.money(amount) });
  return {
    title: t("device:connection"),
    items: [
      {
        label: t("device:machine"),
        text: state.device?.label ?? t("device:no_machine"),
        href: state.device ? refHref(context, "device", state.device.id) : undefined,
      },
      {
        label: t("device:location"),
        text: state.location?.label ?? "—",
        href: state.location ? refHref(context, "location", state.location.id) : undefined,
      },
      { label: t("device:last_contact"), text: withAge(context, state.last_contact_at) ?? t("device:contact.never") },
      {
        label: t("device:terminal.said"),
        text: state.said
          ? `${t(state.said.answers ? "device:terminal.answers" : "device:terminal.silent")}, ${withAge(context, state.said.at) ?? ""}`
          : "—",
      },
      { label: t("device:terminal.firmware"), text: state.said?.firmware ?? "—" },
      {
        label: t("device:signal"),
        text: typeof state.said?.rssi === "number" ? t("statuses:dbm", { value: format.number(state.said.rssi) }) : "—",
      },
      {
        label: t("device:terminal.last_sale"),
        text: state.last_sale_on ? format.date(`${state.last_sale_on}T12:00:00Z`) : "—",
      },
      { label: t("device:terminal.today"), text: sold(state.today) },
      { label: t("device:terminal.days30"), text: sold(state.days30) },
    ],
    hint: t("device:terminal.hint"),
    log: { columns: logColumns(context), rows: state.log.map((event) => eventRow(context, event)) },
    requests: state.device && (await requestsOf(context, state.device.id)),
    labels: pick(t, terminalLabels),
  };
});

/** A terminal is reached by its machine's unit: what that was asked for, for who may look at machines. */
async function requestsOf(context: Context, id: number) {
  if (!allowed(context.me, listRequirement(device))) return null;
  const { items } = await context.api.readOr({ items: [], total: 0 }, deviceCommands, { id });
  return { columns: commandColumns(context), rows: items.map((command) => commandRow(context, command)) };
}
