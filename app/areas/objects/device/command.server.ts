import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { z } from "zod";
import type { Id } from "~server/contract/call";
import { cancelCommand as cancelTheCommand, giveCommand } from "~server/contract/calls/commands";
import { callsOf } from "~server/contract/calls/entities";
import { deviceState } from "~server/contract/calls/fleet";
import { firmware as firmwares } from "~server/contract/entities/firmwares";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { DeviceState } from "~server/contract/device-state";
import { plain } from "~server/contract/plain";
import { STAFF_COMMANDS, type StaffCommand } from "~server/contract/commands";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { DEVICE } from "./device.server";

/** Commands that cannot be taken back and stop sales for a while. */
const DANGEROUS: readonly StaffCommand[] = ["emergency_update", "skip_statistics"];

function commandAt({ params, url }: Pick<Context, "params" | "url">) {
  const name = STAFF_COMMANDS.find((one) => one === params.command);
  const isUpdate = name === "firmware_update" || name === "emergency_update";
  const firmware = url.searchParams.get("firmware") ?? "";
  if (!name || isUpdate !== /^\d{1,9}$/.test(firmware)) throw notFound();
  return { name, firmware: isUpdate ? firmware : undefined };
}

/** Where the person came from and returns to: the tab that tells what became of the command. */
const tabOf = ({ params }: Pick<Context, "params">, name: StaffCommand) =>
  `${viewPath(device, params.id ?? "")}/${name.endsWith("_update") ? "firmware" : name.endsWith("_statistics") ? "audits" : "telemetry"}`;

/** Asks before a machine is told to do something; the form carries a key by which the same form sent twice asks once. */
export const commandLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, format } = context;
  const { id } = params;
  const { name, firmware } = commandAt(context);
  const [record, state, image] = await Promise.all([
    api.read(callsOf(device).read, { id }),
    api.read(deviceState, { id }),
    firmware ? api.read(callsOf(firmwares).read, { id: firmware }) : undefined,
  ]);
  return {
    title: t(`device:command.${name}.question`),
    hint: t(`device:command.${name}.hint`, { title: record.title }),
    about: [
      { label: t("device:machine"), value: record.title },
      {
        label: t("device:location"),
        value: z.object({ label: z.string() }).nullable().catch(null).parse(record.location)?.label ?? null,
      },
      {
        label: t("device:last_contact"),
        value: state.last_contact_at ? format.age(state.last_contact_at) : t("options:device_status.NEVER"),
      },
      ...(image
        ? [
            { label: t("device:firmware_now"), value: state.firmware },
            { label: t("device:firmware_new"), value: image.title },
          ]
        : []),
    ],
    warning: warningOf(context, state),
    isReachable: state.unit !== null,
    danger: DANGEROUS.includes(name),
    key: randomUUID(),
    confirm: t(`device:command.${name}.label`),
    cancel: { label: t("resource:cancel"), href: tabOf(context, name) },
  };
});

/** What keeps the command from being carried out now: no unit at all, or one that is offline. */
function warningOf(
  { t }: Pick<Context, "t">,
  { unit, status }: DeviceState,
): { title: string; text?: string } | undefined {
  if (unit === null) return { title: t("errors:machine_without_telemetry") };
  return status === "ONLINE" ? undefined : { title: t("device:telemetry_offline"), text: t("device:command_waits") };
}

const keySchema = z.string().min(8).max(100);

export const commandAction = protectedAction(DEVICE, async (context) => {
  const { api, params, t, form } = context;
  const { name, firmware } = commandAt(context);
  const key = keySchema.catch(() => randomUUID()).parse(plain(form().get("key")));
  const outcome = await api.change(giveCommand, { id: params.id }, { name, key, ...(firmware ? { firmware } : {}) });
  if (!outcome.ok) return data({ error: errorText(t, outcome.error) }, { status: outcome.status });
  throw await redirectWithToast(tabOf(context, name), {
    tone: "ok",
    key: "device:command_given",
    values: { name: t(`device:command.${name}.name`) },
  });
});

/** Calls a command back that its unit does not have yet. */
export const cancelAction = protectedAction(DEVICE, (context) => cancelCommand(context, context.params.id));

/** The same for a machine's tabs and its unit's own: `id` is the machine's. */
export async function cancelCommand({ api, t, url, form }: ActionContext, id: Id | undefined): Promise<never> {
  const outcome = await api.change(cancelTheCommand, { id, command: plain(form().get("cancel")) }, {});
  throw await redirectWithToast(
    url.pathname + url.search,
    outcome.ok ? { tone: "ok", key: "device:command_cancelled" } : { tone: "bad", text: errorText(t, outcome.error) },
  );
}
