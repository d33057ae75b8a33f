import type { CommandState, DeviceCommand } from "~server/contract/commands";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Tone } from "~/ui/tone";
import { CANCEL_FORM } from "./command-table";

const TONES: Record<CommandState, Tone> = {
  queued: "neutral",
  sent: "info",
  delivered: "info",
  done: "ok",
  failed: "bad",
  expired: "warn",
  cancelled: "neutral",
};

const COLUMNS = ["created", "name", "state", "until", "author"] as const;
export const commandColumns = ({ t }: Pick<Context, "t">) =>
  COLUMNS.map((key) => ({ key, label: t(`device:request.${key}`) }));

/** State of a command with how far it got. */
export function commandState(
  { t, format }: Pick<Context, "t" | "format">,
  { state, progress, message }: Pick<DeviceCommand, "state" | "progress" | "message">,
) {
  const percent = progress !== null && state !== "done" ? ` ${format.percent(progress / 100)}` : "";
  return {
    text: t(`options:command_state.${state}`) + percent,
    tone: TONES[state],
    badge: true,
    hint: message ?? undefined,
  };
}

/** A command as lists show it: when, what, how far, until when it is worth something, who; with a button while it can be called back. */
export function commandRow(context: Pick<Context, "t" | "format">, command: DeviceCommand) {
  const { t, format } = context;
  const { id, name, firmware, created_at, expires_at, finished_at, author } = command;
  const said = t(`device:command.${name}.name`);
  const hint = firmware ? `${firmware.name} ${firmware.release}` : undefined;
  const buttons = canCancel(command)
    ? [
        {
          form: CANCEL_FORM,
          name: "cancel",
          value: String(id),
          icon: "close" as const,
          text: t("resource:cancel"),
          label: t("device:request.cancel", {
            name: [said, hint, format.dateTime(created_at)].filter(Boolean).join(", "),
          }),
        },
      ]
    : [];
  return {
    id: String(id),
    cells: [
      { text: format.dateTime(created_at) },
      { text: said, hint },
      commandState(context, command),
      finished_at
        ? { text: format.dateTime(finished_at) }
        : { text: t("device:request.waits", { time: format.dateTime(expires_at) }), buttons },
      { text: author },
    ] satisfies Cell[],
  };
}

/** What can still be called back. */
const canCancel = ({ state }: DeviceCommand) => state === "queued" || state === "sent";
