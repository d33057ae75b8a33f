import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { callsOf } from "~server/contract/calls/entities";
import { refundableVends } from "~server/contract/calls/refunds";
import { createRequirement, type Declared, viewPath } from "~server/contract/entity";
import { refund } from "~server/contract/entities/refunds";
import { plain } from "~server/contract/plain";
import type { RefundableVend } from "~server/contract/refunds";
import { idempotencyKey } from "~server/contract/stock";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { formModel } from "~/resource/form-drawn.server";
import { created, saveForm } from "~/resource/form.server";
import { askedVends, finderModel } from "./finder.server";
import { Finder } from "./finder";

/** What is said of a refund once its vend is known. */
const formOf = ({ ways }: Pick<RefundableVend, "ways">): Declared => {
  const { way, amount, reason, note } = refund.fields;
  return {
    name: refund.name,
    fields: { way: { ...way, options: ways }, amount, reason, note },
    sections: [{ name: "main", fields: ["way", "amount", "reason", "note"] }],
  };
};

/** First the machine is looked for, then its vend; then the form of the refund, which carries both. */
export const createRefundLoader = protectedLoader(createRequirement(refund), async (context) => {
  const { t, url, request } = context;
  const frame = {
    title: t("entities:refund.create"),
    list: { label: t("entities:refund.many"), href: refund.paths.list },
    crumbsLabel: t("resource:breadcrumbs"),
  };
  const vend = await vendAt(context);
  if (vend) {
    const values = { way: vend.ways[0] ?? "", amount: String((vend.paid - vend.returned) / 100) };
    const entry = {
      ...vendWords(context, vend),
      along: { key: randomUUID() },
      model: await formModel(context, formOf(vend), undefined, {}, values),
    };
    return { ...frame, entry, html: undefined };
  }
  const model = await finderModel(context, askedVends(url));
  return drawnOnServer(
    request,
    { ...frame, entry: undefined, html: renderToStaticMarkup(createElement(Finder, { model })) },
    "html",
  );
});

export const createRefundAction = protectedAction(createRequirement(refund), async (context) => {
  const { url, form } = context;
  const vend = await vendAt(context);
  if (!vend) throw notFound();
  const key = idempotencyKey.catch(() => randomUUID()).parse(plain(form().get("key")));
  const ticket = url.searchParams.get("ticket");
  return saveForm(context, formOf(vend), {
    purpose: "create",
    call: callsOf(refund).create,
    along: {
      key,
      device: url.searchParams.get("device") ?? "",
      subject: vend.subject,
      ...(ticket ? { ticket } : {}),
    },
    done: ({ id, title }) => created(context, refund, { id, ...(title ? { title } : {}) }, viewPath(refund, id)),
  });
});

/** The vend that an address names. */
async function vendAt({ api, url }: Pick<Context, "api" | "url">): Promise<RefundableVend | undefined> {
  const { device, subject } = Object.fromEntries(url.searchParams);
  if (device === undefined || subject === undefined || !/^\d{1,9}$/.test(device)) return undefined;
  const { items } = await api.readOr({ items: [] }, refundableVends, { id: device }, { subject });
  if (!items[0]) throw notFound();
  return items[0];
}

/** The vend in words, above the form. */
function vendWords({ t, format }: Context, { product, selection, at, source, paid, returned, kind }: RefundableVend) {
  const left = t("refunds:left", { paid: format.money(paid), left: format.money(paid - returned) });
  return {
    title: `${product ?? selection ?? "—"}, ${format.dateTime(at)}`,
    hint: [t(`options:source.${source}`), t(`refunds:kind.${kind}`), left].join(" · "),
  };
}
