import { createElement } from "react";
import { planogramPrices } from "~server/contract/calls/prices";
import { planogram } from "~server/contract/entities/planograms";
import { listRequirement, tabPath } from "~server/contract/entity";
import type { RecordData } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { Reminder } from "~/resource/reminder";
import { type Head, viewOf } from "~/resource/view.server";

/** Loader of the frame around a planogram's tabs. */
export const planogramViewLoader = protectedLoader(listRequirement(planogram), (context) => viewOf(context, headOf));

/** Above the form, and so above what was just saved: at how many machines nobody has set its prices yet. */
async function headOf(context: Context, { id }: RecordData): Promise<Head> {
  const { api, t, format, url } = context;
  if (url.pathname !== tabPath(planogram, id, "data")) return { badges: [], below: null };
  const { states } = await api.read(planogramPrices, { id });
  const count = states
    .filter(({ state }) => state === "wanted" || state === "failed")
    .reduce((sum, one) => sum + one.count, 0);
  const reminder = {
    text: t("prices:due", { count, shown: format.number(count) }),
    link: { href: tabPath(planogram, id, "prices"), label: t("resource:show_list") },
  };
  return { badges: [], below: count ? createElement(Reminder, { reminder }) : null };
}
