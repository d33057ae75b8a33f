import { randomUUID } from "node:crypto";
import { moveDeskCash } from "~server/contract/calls/fiscal";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { listRequirement, viewPath } from "~server/contract/entity";
import { deskCash } from "~server/contract/fiscal";
import { plain } from "~server/contract/plain";
import { idempotencyKey } from "~server/contract/stock";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { saveForm } from "~/resource/form.server";
import { formModel } from "~/resource/form-drawn.server";
import { tabAt } from "~/resource/find-entity.server";

function typeAt(context: Pick<Context, "url" | "params">): "service_in" | "service_out" {
  const { type } = context.params;
  if (type !== "service_in" && type !== "service_out") throw notFound();
  tabAt(context, "desk");
  return type;
}

/** The form of cash into a desk or out of it; it carries the key by which the same form sent twice moves once. */
export const cashLoader = protectedLoader(listRequirement(fiscalCashier), async (context) => {
  const type = typeAt(context);
  return {
    title: context.t(`fiscal:operation.${type}`),
    hint: context.t(`fiscal:cash_hint.${type}`),
    along: { key: randomUUID() },
    model: await formModel(context, deskCash, undefined, {}, {}),
  };
});

export const cashAction = protectedAction(listRequirement(fiscalCashier), (context) => {
  const type = typeAt(context);
  const key = idempotencyKey.catch(() => randomUUID()).parse(plain(context.form().get("key")));
  return saveForm(context, deskCash, {
    purpose: "create",
    call: moveDeskCash,
    ids: { id: context.params.id },
    along: { type, key },
    done: () =>
      redirectWithToast(viewPath(fiscalCashier, context.params.id ?? ""), { tone: "ok", key: "fiscal:cash_asked" }),
  });
});
