import { titleKey } from "~server/contract/listed";
import { reportNamed } from "~server/contract/reports";
import type { Schedule, Subscription } from "~server/contract/subscriptions";
import { config } from "~server/web/config.server";
import type { PublicContext } from "~server/web/guard.server";
import type { Tone } from "~/ui/tone";

type Words = Pick<PublicContext, "t">;

/** "09:00". */
export const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** "Mondays at 09:00". */
export function whenText({ t }: Words, { frequency, on_day, hour }: Schedule): string {
  const values = { hour: hourText(hour), day: on_day };
  const weekday = frequency === "weekly" ? t(`subscriptions:weekdays.${on_day}`) : "";
  return t(`subscriptions:at.${frequency}`, { ...values, weekday });
}

/** What a report is called; of one that there is no more, its name. */
export function reportTitle({ t }: Words, name: string): string {
  const report = reportNamed(name);
  return report ? t(titleKey(report)) : name;
}

/** How it is with a subscription, in plain words. */
export function stateOf({ t }: Words, { paused, trying, trouble }: Subscription): { text: string; tone: Tone } {
  if (trying) return { text: t("subscriptions:states.trying"), tone: "info" };
  if (trouble) return { text: t(`subscriptions:states.${trouble}`), tone: "bad" };
  return paused
    ? { text: t("subscriptions:states.paused"), tone: "neutral" }
    : { text: t("subscriptions:states.well"), tone: "ok" };
}

/** What is said where no mail is sent; undefined where it is. */
export const noMail = ({ t }: Words): string | undefined => (config().mail ? undefined : t("subscriptions:off"));
