import { randomUUID } from "node:crypto";
import { countCrew, countWarehouse, moveStock } from "~server/contract/calls/logistics";
import { crew } from "~server/contract/entities/crews";
import { warehouse } from "~server/contract/entities/warehouses";
import { type Entity, tabPath } from "~server/contract/entity";
import { MOVE_KINDS } from "~server/contract/enums";
import { plain } from "~server/contract/plain";
import { idempotencyKey, MOVE_FORMS, type MoveKind } from "~server/contract/stock";
import { type Seen, stockCount } from "~server/contract/stock-lists";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { chosenRefs } from "~/resource/choices.server";
import { saveForm } from "~/resource/form.server";
import type { FormValue } from "~/resource/form-control";
import { formModel } from "~/resource/form-drawn.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { movesPath } from "./place.server";
import { stockOf } from "./stock.server";

/** What the address asks for: a move, which is entered at a warehouse, or a count of a place that is counted. */
function askedAt(context: Pick<Context, "url" | "params">): { kind: MoveKind | "COUNT"; entity: Entity } {
  const asked = context.url.searchParams.get("kind");
  if (asked === "COUNT") return { kind: "COUNT", entity: tabAt(context, "counts") };
  const kind = MOVE_KINDS.find((one) => one === asked);
  const entity = tabAt(context, "moves");
  if (!kind || entity !== warehouse) throw notFound();
  return { kind, entity };
}

/** Form of a new move or count; it carries the key by which the same form sent twice is done once. */
export const moveLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, t, url } = context;
  const { kind, entity } = askedAt(context);
  if (kind === "COUNT") return countForm(context, entity);
  // From the list of what expires: its line is filled in.
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const chosen = kind === "WRITE_OFF" ? await chosenRefs(api, "ingredient", [asked("ingredient")]) : [];
  const line = Object.fromEntries(["ingredient", "batch", "expires_on", "quantity"].map((name) => [name, asked(name)]));
  const values: Record<string, FormValue> = chosen.length ? { lines: [line], reason: "EXPIRED" } : { lines: [{}] };
  return {
    title: t(`options:move_kind.${kind}`),
    hint: t(`stock:hint.${kind}`),
    along: { key: randomUUID() },
    model: await formModel(context, MOVE_FORMS[kind], undefined, { ingredient: chosen }, values),
  };
});

/** Everything that lies there is a line with nothing counted; what the sheet says lies there goes along. */
async function countForm(context: Context, entity: Entity) {
  const { items } = await stockOf(context, entity);
  const seen = items.flatMap(({ ingredient, batches }) =>
    batches.map(({ id, quantity }): Seen => [ingredient.id, id, quantity]),
  );
  const lines = items.flatMap(({ ingredient, batches }) =>
    batches.map(({ code, expires_on }) => ({
      ingredient: String(ingredient.id),
      batch: code ?? "",
      expires_on: expires_on ?? "",
      counted: "",
    })),
  );
  const chosen = { ingredient: items.map(({ ingredient, unit }) => ({ ...ingredient, unit })) };
  return {
    title: context.t("stock:new_count"),
    hint: context.t("stock:hint.COUNT"),
    along: { key: randomUUID(), seen: JSON.stringify(seen) },
    model: await formModel(context, stockCount, undefined, chosen, { lines: lines.length ? lines : [{}] }),
  };
}

export const moveAction = protectedAction(requirementAt("view"), (context) => {
  const { kind, entity } = askedAt(context);
  const key = idempotencyKey.catch(() => randomUUID()).parse(plain(context.form().get("key")));
  if (kind === "COUNT") return saveCount(context, entity, key);
  return saveForm(context, MOVE_FORMS[kind], {
    purpose: "create",
    call: moveStock,
    ids: { id: context.params.id },
    along: { kind, key },
    done: () => redirectWithToast(movesPath(context), { tone: "ok", key: "stock:moved" }),
  });
});

const saveCount = (context: ActionContext, entity: Entity, key: string) =>
  saveForm(context, stockCount, {
    purpose: "create",
    call: entity === crew ? countCrew : countWarehouse,
    ids: { id: context.params.id },
    along: { key, seen: plain(context.form().get("seen")) },
    done: () =>
      redirectWithToast(tabPath(entity, context.params.id ?? "", "counts"), { tone: "ok", key: "stock:count_saved" }),
  });
