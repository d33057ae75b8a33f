import { randomUUID } from "node:crypto";
import { MOVE_KINDS } from "~server/contract/enums";
import { plain } from "~server/contract/plain";
import { idempotencyKey, moveForm, type MoveKind } from "~server/contract/stock";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { formModel, saveForm } from "~/resource/form.server";
import { movesPath, placeApi, placeRequirement } from "./place.server";

/** The kind of move that the address asks for. */
function kindAt(url: URL): MoveKind {
  const kind = MOVE_KINDS.find((one) => one === url.searchParams.get("kind"));
  if (!kind) throw notFound();
  return kind;
}

/** Form of a new move; it carries the key by which the same form sent twice moves once. */
export const moveLoader = protectedLoader(placeRequirement, async (context) => {
  const kind = kindAt(context.url);
  return {
    title: context.t(`options:move_kind.${kind}`),
    hint: context.t(`stock:hint.${kind}`),
    along: { key: randomUUID() },
    model: await formModel(context, moveForm(kind), undefined, {}, { lines: [{}] }),
  };
});

export const moveAction = protectedAction(placeRequirement, (context) => {
  const kind = kindAt(context.url);
  const key = idempotencyKey.catch(() => randomUUID()).parse(plain(context.form().get("key")));
  return saveForm(context, moveForm(kind), {
    purpose: "create", path: placeApi(context, "/moves"), along: { kind, key },
    done: () => redirectWithToast(movesPath(context), { tone: "ok", key: "stock:moved" }),
  });
});
