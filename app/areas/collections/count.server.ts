import { data } from "@remix-run/node";
import { countBags } from "~server/contract/calls/fleet";
import { plain } from "~server/contract/plain";
import { protectedAction } from "~server/web/guard.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { kopecks } from "~/areas/objects/device/collection.server";
import { BAGS, controlOf } from "./collections.server";

/** Counts the bags whose fields were filled in. What was typed stays when something of it is refused. */
export const countAction = protectedAction(BAGS, async (context) => {
  const { api, t, form, url } = context;
  const typed = Object.fromEntries([...form()].map(([name, value]) => [name, plain(value).trim()]));
  const filled = Object.entries(typed).flatMap(([name, text]) => {
    const id = /^counted_(\d{1,9})$/.exec(name)?.[1];
    return id && text ? [{ id: Number(id), counted: kopecks.safeParse(text) }] : [];
  });
  const back = `${url.pathname}${url.search}`;
  if (!filled.length) throw await redirectWithToast(back, { tone: "warn", key: "collections:none_filled" });
  const unreadable = filled.filter(({ counted }) => !counted.success);
  if (unreadable.length)
    return refused(Object.fromEntries(unreadable.map(({ id }) => [controlOf(id), [t("errors:incorrect")]])));
  const sent = filled.flatMap(({ id, counted }, index) => [
    [`counts[${index}].collection`, String(id)],
    [`counts[${index}].counted`, String(counted.data)],
  ]);
  const outcome = await api.change(countBags, {}, new URLSearchParams([["key", typed.key ?? ""], ...sent]));
  if (!outcome.ok) {
    const beside = Object.entries(fieldTexts(t, outcome.fields)).map(([name, texts]): [string, string[]] => {
      const one = filled[Number(/^counts\[(\d+)\]/.exec(name)?.[1])];
      return [one ? controlOf(one.id) : name, texts];
    });
    return refused(Object.fromEntries(beside), beside.length ? undefined : errorText(t, outcome.error), outcome.status);
  }
  throw await redirectWithToast(back, {
    tone: "ok",
    text: t("collections:saved", { count: outcome.data.counted }),
  });

  function refused(errors: Record<string, string[]>, error = t("errors:invalid"), status = 422) {
    return data({ typed, errors, error }, { status });
  }
});
