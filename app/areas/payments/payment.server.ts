import { data } from "@remix-run/node";
import { payment as paymentCall, retryRefund, settleRefund } from "~server/contract/calls/payments";
import { createRequirement, listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { refund } from "~server/contract/entities/refunds";
import type { Payment } from "~server/contract/payment-reads";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { isOutOfSight, type Ref } from "~server/contract/record";
import { onlinePayments } from "~server/contract/reports/payments";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { refHref } from "~/resource/show.server";
import { paymentLabels } from "./labels";
import { headOf, placeText, stateCell } from "./words.server";

/** One online payment: what it was for, how it went step by step, and what became of its money. */
export const paymentLoader = protectedLoader(onlinePayments.needs, async (context) => {
  const { api, params, t } = context;
  const one = await api.read(paymentCall, { id: params.id });
  return {
    title: t("payments:title", { id: one.id }),
    list: onlinePayments.path,
    state: stateCell(context, "payment_state", one.state),
    notices: noticesOf(context, one),
    about: aboutOf(context, one),
    steps: stepsOf(context, one),
    refunds: refundsOf(context, one),
    retry: one.may_retry,
    giveBack: giveBackHref(context, one),
    labels: pick(t, paymentLabels),
  };
});

/** Where money for what was made is given back, as that of any vend is. */
function giveBackHref({ me }: Context, { state, device: { id }, sale, paid, refunded }: Payment): string | undefined {
  if (state !== "vend_success" || !sale || paid <= refunded || !allowed(me, createRequirement(refund)))
    return undefined;
  return `${refund.paths.create}?${new URLSearchParams({ device: String(id), subject: `sale:${sale.id}` })}`;
}

function noticesOf({ t, format }: Context, one: Payment) {
  const money = (value: number | null) => (value === null ? "—" : format.money(value));
  return [
    ...(one.counter ? [{ tone: "bad" as const, text: t(`options:payment_counter.${one.counter}`) }] : []),
    ...(one.is_test ? [{ tone: "info" as const, text: t("payments:test_hint") }] : []),
    ...(one.given_away ? [{ tone: "warn" as const, text: t("payments:given_away") }] : []),
    ...one.differences.map(({ what, ours, theirs }) => ({
      tone: "warn" as const,
      text: t(`payments:difference.${what}`, { ours: money(ours), theirs: money(theirs) }),
    })),
  ];
}

function aboutOf(context: Context, one: Payment) {
  const { t, format } = context;
  const money = (value: number | null) => (value === null ? null : format.money(value));
  const ref = (to: string, value: Ref | null) =>
    value && { text: value.label, href: isOutOfSight(value) ? undefined : refHref(context, to, value.id) };
  const sale = one.sale && {
    text: format.dateTime(one.sale.at),
    href: refHref(context, "device", one.device.id) && `${viewPath(device, one.device.id)}/sales`,
  };
  const lines: [string, string | null | { text: string; href?: string | undefined }][] = [
    [headOf(context, "device"), ref("device", one.device)],
    [headOf(context, "location"), ref("location", one.location)],
    [headOf(context, "product"), [one.selection, one.name].filter(Boolean).join(" · ") || null],
    [headOf(context, "price"), money(one.amount)],
    [headOf(context, "paid"), money(one.paid)],
    [headOf(context, "refunded"), money(one.refunded)],
    [headOf(context, "at"), format.dateTime(one.begun_at)],
    [headOf(context, "ended"), one.ended_at && format.dateTime(one.ended_at)],
    [t("payments:sale"), sale],
    [headOf(context, "provider"), t(`options:payment_provider.${one.provider}`)],
    [t("payments:account"), one.account],
    [headOf(context, "reference"), one.reference],
    [t("payments:order_key"), one.order_key],
    [t("payments:word"), one.word],
    [t("payments:card"), one.card],
    ["RRN", one.rrn],
    [t("payments:approval"), one.approval],
  ];
  return lines.map(([label, value]) =>
    typeof value === "string" || value === null
      ? { label, text: value ?? "", href: undefined }
      : { label, text: value.text, href: value.href },
  );
}

/** What happened, each with how long it had been where it was. */
function stepsOf(context: Context, { steps, begun_at }: Payment) {
  const { t, format } = context;
  return steps.map((step, index) => {
    const since = Date.parse(steps[index - 1]?.at ?? begun_at);
    const seconds = Math.max(0, Math.round((Date.parse(step.at) - since) / 1_000));
    const words = [
      t(`payments:by.${step.by}`),
      step.from === step.to
        ? placeText(context, step.to)
        : `${placeText(context, step.from)} → ${placeText(context, step.to)}`,
      t("payments:after", { time: format.quantity(seconds, t("options:unit.s")) }),
    ];
    return {
      id: String(index),
      title: t(`payments:news.${step.on}`),
      time: { text: format.dateTime(step.at), iso: step.at },
      counter: step.counter && t(`options:payment_counter.${step.counter}`),
      text: words.join(" · "),
      said: [step.author, step.words].filter(Boolean).join(": "),
    };
  });
}

function refundsOf(context: Context, { refunds }: Payment) {
  const { t, format, me } = context;
  const mayRefund = allowed(me, listRequirement(refund));
  const at = (value: string | null) => ({ text: value === null ? "—" : format.dateTime(value) });
  return {
    columns: (["requested", "amount", "state", "author", "words", "tries", "next", "done"] as const).map((key) => ({
      key,
      label: t(`payments:refund_head.${key}`),
      align: key === "amount" || key === "tries" ? ("end" as const) : undefined,
    })),
    rows: refunds.map((one) => ({
      id: String(one.id),
      cells: [
        {
          ...at(one.requested_at),
          href: one.refund !== null && mayRefund ? viewPath(refund, one.refund) : undefined,
        },
        { text: format.money(one.amount) },
        stateCell(context, "payback_state", one.state),
        { text: one.author ?? t("payments:by_itself"), hint: one.reason ?? undefined },
        { text: one.words ?? "—" },
        { text: format.number(one.tries) },
        at(one.next_at),
        at(one.done_at),
      ],
    })),
  };
}

/** Sends a failed refund again, or says that it was done by hand. */
export const paymentAction = protectedAction(onlinePayments.needs, async (context) => {
  const { api, params, t, url } = context;
  const isAgain = plain(context.form().get("intent")) === "retry";
  const outcome = await api.change(isAgain ? retryRefund : settleRefund, { id: params.id }, new URLSearchParams());
  if (outcome.ok)
    throw await redirectWithToast(url.pathname, { tone: "ok", key: `payments:done.${isAgain ? "retry" : "settle"}` });
  return data({ error: errorText(t, outcome.error) }, { status: outcome.status });
});
