import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { callsOf } from "~server/contract/calls/entities";
import { fieldOf, listRequirement } from "~server/contract/entity";
import { refund } from "~server/contract/entities/refunds";
import { allowed } from "~server/contract/permissions";
import { type RecordData, refSchema } from "~server/contract/record";
import { onlinePayments } from "~server/contract/reports/payments";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { paymentPath } from "~/areas/payments/words.server";
import { qrPath } from "~/areas/qr-codes/qr.server";
import { shown } from "~/resource/show.server";
import { Refund } from "./refund";

const VEND = ["device", "product", "vended_at", "source", "paid"];
const ASKED = [
  "state",
  "amount",
  "way",
  "reason",
  "ticket",
  "author",
  "created_at",
  "decider",
  "decided_at",
  "decline_reason",
];

/** A refund in words, and the code that was given for it, to print. */
export const refundLoader = protectedLoader(listRequirement(refund), async (context) => {
  const { api, params, request } = context;
  const record = await api.read(callsOf(refund).read, { id: params.id });
  const html = renderToStaticMarkup(createElement(Refund, { model: refundModel(context, record) }));
  return drawnOnServer(request, { html }, "html");
});

function refundModel(context: Context, record: RecordData) {
  const { t } = context;
  const payment = z.number().nullable().parse(record.payment);
  const facts = (names: readonly string[]) =>
    names
      .filter((name) => record[name] !== null)
      .map((name) => ({
        ...shown(context, fieldOf(refund, name), record[name]),
        label: t(`entities:refund.fields.${name}`),
      }));
  const code = refSchema.nullable().parse(record.voucher)?.label;
  return {
    asked: { title: t("refunds:asked"), facts: facts(ASKED) },
    vend: { title: t("refunds:vend"), facts: facts(VEND) },
    voucher:
      code === undefined
        ? undefined
        : { title: t("entities:refund.fields.voucher"), code, qr: qrPath(code), hint: t("refunds:voucher_hint") },
    cash: record.state === "done" && record.way === "cash" ? t("refunds:cash_hint") : undefined,
    payment:
      payment !== null && allowed(context.me, onlinePayments.needs)
        ? { title: t("payments:title", { id: payment }), href: paymentPath(payment), hint: t("refunds:provider_hint") }
        : undefined,
  };
}
export type RefundModel = ReturnType<typeof refundModel>;
