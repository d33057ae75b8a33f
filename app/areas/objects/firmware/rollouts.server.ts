import { recordApi } from "~server/contract/entity";
import { firmware } from "~server/contract/entities/firmwares";
import { rolloutsSchema, UNIT_FIRMWARE } from "~server/contract/rollouts";
import { recordSchema } from "~server/contract/record";
import { protectedLoader } from "~server/web/guard.server";
import { FIRMWARE, rolloutsApi, rolloutsPath } from "./firmware.server";
import { progressOf } from "./progress.server";

/** The rollouts of a firmware: which are under way and how far they got. */
export const rolloutsLoader = protectedLoader(FIRMWARE, async (context) => {
  const { api, t, format } = context;
  const [{ items }, record] = await Promise.all([
    api.get(rolloutsApi(context), rolloutsSchema),
    api.get(recordApi(firmware, context.params.id ?? ""), recordSchema),
  ]);
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
