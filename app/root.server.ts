import { data } from "@remix-run/node";
import { publicLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { knownInfo } from "~server/web/server-info.server";
import { takeToast } from "~server/web/toast.server";
import { rootLabels } from "./frame/root-labels";

/** What every page needs whatever it shows; waits for nobody who is away, so it is there even when the vending API is not. */
export const loader = publicLoader(async ({ request, t, lang, preferences }) => {
  const [taken, server] = await Promise.all([takeToast(request, t), knownInfo(request)]);
  return data(
    {
      theme: preferences.theme,
      scripts: preferences.scripts,
      lang,
      demonstration: server?.demonstration && t("frame:demonstration"),
      toast: taken?.toast ?? null,
      labels: pick(t, rootLabels),
    },
    taken ? { headers: { "Set-Cookie": taken.forget } } : undefined,
  );
});
