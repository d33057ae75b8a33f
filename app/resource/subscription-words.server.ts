import { titleKey } from "~server/contract/listed";
import { reportNamed } from "~server/contract/reports";
import { subscriptionChanged } from "~server/contract/subscriptions";
import type { Context } from "~server/web/guard.server";
import type { ChangeLine } from "./changes.server";

/** What somebody did with a person's subscription, in words. */
export function subscriptionInWords({ t }: Context, before: unknown, after: unknown): ChangeLine[] {
  const [was, is] = [subscriptionChanged.parse(before), subscriptionChanged.parse(after)];
  const name = (is ?? was)?.report ?? "";
  const report = reportNamed(name);
  const text = (one: typeof was) =>
    t(`subscriptions:states.${one === null ? "ended" : one.paused ? "paused" : "well"}`);
  return [
    {
      label: `${t("subscriptions:one")}: ${report ? t(titleKey(report)) : name}`,
      before: text(was),
      after: text(is),
    },
  ];
}
