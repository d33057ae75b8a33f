import { randomUUID } from "node:crypto";
import * as calls from "~server/contract/calls/commands";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { commandState } from "~/areas/objects/device/command-rows.server";
import { progressOf } from "./progress.server";
import { FIRMWARE, rolloutsPath } from "./firmware.server";

const rolloutAt = ({ id, rollout }: Context["params"]) => ({ id, rollout });

/** One rollout: how far each machine got. */
export const rolloutLoader = protectedLoader(FIRMWARE, async (context) => {
  const { api, params, t, format, me } = context;
  const rollout = await api.read(calls.rollout, rolloutAt(params));
  const mayLook = allowed(me, listRequirement(device));
  const failed = rollout.states
    .filter(({ state }) => state === "failed" || state === "expired")
    .reduce((sum, { count }) => sum + count, 0);
  return {
    title: t(rollout.emergency ? "device:rollout.emergency_of" : "device:rollout.of", {
      time: format.dateTime(rollout.created_at),
      author: rollout.author,
    }),
    ...progressOf(context, rollout),
    until: t("device:request.waits", { time: format.dateTime(rollout.expires_at) }),
    columns: (["machine", "state", "now", "finished"] as const).map((key) => ({
      key,
      label: t(`device:rollout.column.${key}`),
    })),
    rows: rollout.devices.map(({ device: one, command, firmware }) => ({
      id: String(one.id),
      href: mayLook ? `${viewPath(device, one.id)}/firmware` : undefined,
      cells: [
        { text: one.label },
        commandState(context, command),
        { text: firmware ?? "—" },
        { text: command.finished_at ? format.dateTime(command.finished_at) : "—" },
      ],
    })),
    caption: t("device:rollout.machines"),
    back: { href: rolloutsPath(context), label: t("device:rollout.many") },
    cancel: t("device:rollout.cancel"),
    retry:
      failed && mayLook
        ? { key: randomUUID(), label: t("device:rollout.retry", { count: failed, shown: format.number(failed) }) }
        : undefined,
  };
});

/** Calls back what units do not have yet, or begins anew for the machines where it failed. */
export const rolloutAction = protectedAction(FIRMWARE, async (context) => {
  const { api, params, t, form, url } = context;
  const retry = form().get("retry");
  if (retry !== null) {
    const outcome = await api.change(calls.retryRollout, rolloutAt(params), { key: plain(retry) });
    throw await (outcome.ok
      ? redirectWithToast(rolloutsPath(context, `/${outcome.data.id}`), { tone: "ok", key: "device:rollout.started" })
      : redirectWithToast(url.pathname, { tone: "bad", text: errorText(t, outcome.error) }));
  }
  const outcome = await api.change(calls.cancelRollout, rolloutAt(params), {});
  throw await redirectWithToast(
    url.pathname,
    outcome.ok ? { tone: "ok", key: "device:rollout.cancelled" } : { tone: "bad", text: errorText(t, outcome.error) },
  );
});
