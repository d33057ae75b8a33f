import { rollouts } from "~server/contract/calls/commands";
import { callsOf } from "~server/contract/calls/entities";
import { firmware } from "~server/contract/entities/firmwares";
import { UNIT_FIRMWARE } from "~server/contract/rollouts";
import { protectedLoader } from "~server/web/guard.server";
import { progressOf } from "./progress.server";
import { FIRMWARE, rolloutsPath } from "./firmware.server";

/** The rollouts of a firmware: which are under way and how far they got. */
export const rolloutsLoader = protectedLoader(FIRMWARE, async (context) => {
  const { api, t, format } = context;
  const { id } = context.params;
  const [{ items }, record] = await Promise.all([api.read(rollouts, { id }), api.read(callsOf(firmware).read, { id })]);
  const isForUnits = record.type === UNIT_FIRMWARE;
  return {
    title: t("device:rollout.many"),
    create: isForUnits ? { href: rolloutsPath(context, "/new"), label: t("device:rollout.new") } : undefined,
    empty: {
      title: t("device:rollout.none"),
      text: t(isForUnits ? "device:rollout.none_hint" : "errors:firmware_not_for_units"),
    },
    items: items.map((one) => ({
      id: one.id,
      href: rolloutsPath(context, `/${one.id}`),
      title: t(one.emergency ? "device:rollout.emergency_of" : "device:rollout.of", {
        time: format.dateTime(one.created_at),
        author: one.author,
      }),
      ...progressOf(context, one),
    })),
  };
});
