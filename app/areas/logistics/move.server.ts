import { randomUUID } from "node:crypto";
import { moveStock } from "~server/contract/calls/logistics";
import { warehouse } from "~server/contract/entities/warehouses";
import { MOVE_KINDS } from "~server/contract/enums";
import { plain } from "~server/contract/plain";
import { idempotencyKey, MOVE_FORMS, type MoveKind } from "~server/contract/stock";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { saveForm } from "~/resource/form.server";
import { formModel } from "~/resource/form-drawn.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { movesPath } from "./place.server";

/** The kind of move that the address asks for; moves are entered at a warehouse. */
function kindAt(context: Pick<Context, "url" | "params">): MoveKind {
  const kind = MOVE_KINDS.find((one) => one === context.url.searchParams.get("kind"));
  if (!kind || tabAt(context, "moves") !== warehouse) throw notFound();
  return kind;
}

/** Form of a new move; it carries the key by which the same form sent twice moves once. */
export const moveLoader = protectedLoader(requirementAt("view"), async (context) => {
  const kind = kindAt(context);
  return {
    title: context.t(`options:move_kind.${kind}`),
    hint: context.t(`stock:hint.${kind}`),
    along: { key: randomUUID() },
    model: await formModel(context, MOVE_FORMS[kind], undefined, {}, { lines: [{}] }),
  };
});

export const moveAction = protectedAction(requirementAt("view"), (context) => {
  const kind = kindAt(context);
  const key = idempotencyKey.catch(() => randomUUID()).parse(plain(context.form().get("key")));
  return saveForm(context, MOVE_FORMS[kind], {
    purpose: "create",
    call: moveStock,
    ids: { id: context.params.id },
    along: { kind, key },
    done: () => redirectWithToast(movesPath(context), { tone: "ok", key: "stock:moved" }),
  });
});
