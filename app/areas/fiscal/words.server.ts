import type { DeskAlarm, Receipt, SaleReceipt } from "~server/contract/fiscal";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { postErrorMessage } from "~server/contract/post-errors";
import { isOutOfSight, type Ref } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { messageText } from "~server/web/messages.server";
import { refHref } from "~/resource/show.server";
import type { Cell } from "~/ui/data-cell";
import type { Tone } from "~/ui/tone";

export const RECEIPTS_PATH = "/checkbox_cashiers/receipts";
export const receiptPath = (id: number): string => `${RECEIPTS_PATH}/${id}`;

/** What the service said, in its own words; what kept it from being reached, in ours. */
export const serviceWords = ({ t }: Pick<Context, "t">, error: string): string =>
  messageText(t, postErrorMessage(error));

const TONES: Record<string, Tone> = {
  done: "ok",
  error: "bad",
  listed: "warn",
  waiting: "neutral",
  queued: "neutral",
  sent: "info",
  settled: "neutral",
  cancelled: "neutral",
};
export const stateTone = (state: string): Tone => TONES[state] ?? "neutral";
export const alarmTone = (alarm: DeskAlarm): Tone => (alarm === "not_fiscalised" || alarm === "lag" ? "warn" : "bad");

export const refCell = (context: Pick<Context, "me">, entity: string, ref: Ref | null): Cell =>
  ref ? { text: ref.label, href: isOutOfSight(ref) ? undefined : refHref(context, entity, ref.id) } : { text: "—" };

/** How far a receipt got, with why it is listed or what the service said of it. */
export function stateCell(context: Context, { state, why, error }: Pick<Receipt, "state" | "why" | "error">): Cell {
  const { t } = context;
  return {
    text: t(`fiscal:state.${state}`),
    badge: true,
    tone: stateTone(state),
    hint: why ? t(`fiscal:why.${why}`) : error && state !== "done" ? serviceWords(context, error) : undefined,
  };
}

/** A sale's receipt beside it: how far it got, and where it stands; the tax service's own page for who sees no desks. */
export function saleReceiptCell(context: Context, receipt: SaleReceipt | null): Cell {
  const { t, me, format } = context;
  if (!receipt) return { text: "—" };
  const { state, count, done, returned, tax_url, id } = receipt;
  const href = allowed(me, listRequirement(fiscalCashier)) ? receiptPath(id) : (tax_url ?? undefined);
  const hint = returned ? t("fiscal:returned", { amount: format.money(returned) }) : undefined;
  return count > 1
    ? {
        text: t("fiscal:done_of", { done: format.number(done), count: format.number(count) }),
        href,
        hint,
        tone: done < count ? "warn" : undefined,
      }
    : { text: t(`fiscal:state.${state}`), href, hint, tone: state === "done" ? undefined : stateTone(state) };
}
