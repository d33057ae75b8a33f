import { rolloutsSchema } from "~server/contract/fleet";
import { protectedLoader } from "~server/web/guard.server";
import { FIRMWARE, rolloutsApi, rolloutsPath } from "./firmware.server";
import { progressOf } from "./progress.server";

/** The rollouts of a firmware: which are under way and how far they got. */
export const rolloutsLoader = protectedLoader(FIRMWARE, async (context) => {
  const { api, t, format } = context;
  const { items } = await api.get(rolloutsApi(context), rolloutsSchema);
  return {
    title: t("device:rollout.many"), create: { href: rolloutsPath(context, "/new"), label: t("device:rollout.new") },
    empty: { title: t("device:rollout.none"), text: t("device:rollout.none_hint") },
    items: items.map((one) => ({
      id: one.id, href: rolloutsPath(context, `/${one.id}`),
      title: t(one.emergency ? "device:rollout.emergency_of" : "device:rollout.of", { time: format.dateTime(one.created_at), author: one.author }),
      ...progressOf(context, one),
    })),
  };
});
