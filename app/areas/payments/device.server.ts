import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { changeDevicePay, devicePay, paymentCounters, payments, testPayment } from "~server/contract/calls/payments";
import { callsOf } from "~server/contract/calls/entities";
import { createRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { PAYERS } from "~server/contract/payments";
import type { DevicePay } from "~server/contract/payment-reads";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { onlinePayments } from "~server/contract/reports/payments";
import { config } from "~server/web/config.server";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { DEVICE } from "~/areas/objects/device/device.server";
import { qrPath } from "~/areas/qr-codes/qr.server";
import { devicePayLabels } from "./labels";
import { shortTable } from "./words.server";

const SHOWN = "10";

/** How a machine takes online payments: whose account, its public page, a test; and what was paid at it. */
export const devicePayLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, me } = context;
  const [pay, record] = await Promise.all([
    api.read(devicePay, { id: params.id }),
    api.read(callsOf(device).read, { id: params.id }),
  ]);
  const isSeen = allowed(me, onlinePayments.needs);
  return {
    account: accountText(context, pay),
    isTaking: pay.account !== null,
    payer: {
      chosen: pay.payer,
      options: PAYERS.map((value) => ({
        value,
        label: t(`payments:payer.${value}`),
        hint: t(`payments:payer_hint.${value}`),
      })),
    },
    mayChange: allowed(me, createRequirement(device)),
    page: pageOf(context, pay),
    name: String(record.title),
    key: randomUUID(),
    sold: isSeen ? await soldAt(context) : undefined,
    labels: pick(t, devicePayLabels),
  };
});

function accountText({ t }: Context, { payer, account }: DevicePay): string {
  if (account)
    return t("payments:device.pays", {
      owner: account.owner.label,
      provider: t(`options:payment_provider.${account.provider}`),
    });
  return t(payer === "none" ? "payments:device.off" : "payments:device.no_account");
}

/** The machine's public page with its QR code. */
function pageOf({ url }: Context, { code }: DevicePay) {
  const address = `${config().publicUrl ?? url.origin}/m/${code}`;
  return { address, qr: qrPath(address) };
}

async function soldAt(context: Context) {
  const { api, params, t, format } = context;
  const id = Number(params.id);
  const [page, counters] = await Promise.all([
    api.read(payments, {}, { device: id, limit: SHOWN }),
    api.read(paymentCounters, {}, { device: id }),
  ]);
  return {
    all: `${onlinePayments.path}?device=${id}`,
    total: page.total,
    ...shortTable(context, page.items),
    counters: {
      columns: [
        { key: "stage", label: t("reports:fields.payment_stage") },
        { key: "counter", label: t("reports:fields.payment_counter") },
        { key: "count", label: t("reports:fields.payments"), align: "end" as const },
      ],
      rows: counters.items.map(({ stage, counter, count }) => ({
        id: `${stage} ${counter}`,
        cells: [
          { text: t(`options:payment_stage.${stage}`) },
          { text: t(`options:payment_counter.${counter}`) },
          { text: format.number(count) },
        ],
      })),
    },
  };
}

/** Chooses whose account it is, or begins a test payment and goes where it is paid. */
export const devicePayAction = protectedAction(DEVICE, async (context) => {
  const { api, params, t } = context;
  const form = context.form();
  const ids = { id: params.id };
  if (plain(form.get("intent")) === "test") {
    const begun = await api.change(testPayment, ids, new URLSearchParams({ key: plain(form.get("key")) }));
    if (begun.ok) throw redirect(begun.data.page);
    return data({ fields: fieldTexts(t, begun.fields), error: errorText(t, begun.error) }, { status: begun.status });
  }
  const outcome = await api.change(changeDevicePay, ids, new URLSearchParams({ payer: plain(form.get("payer")) }));
  if (outcome.ok)
    throw await redirectWithToast(`${viewPath(device, params.id ?? "")}/payments`, {
      tone: "ok",
      key: "payments:device.saved",
    });
  return data(
    { fields: fieldTexts(t, outcome.fields), error: errorText(t, outcome.error) },
    { status: outcome.status },
  );
});
