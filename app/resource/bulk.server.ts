import { data } from "@remix-run/node";
import { z } from "zod";
import { callsOf } from "~server/contract/calls/entities";
import { PAGE_SIZES } from "~server/contract/record";
import { countChanged, MAX_AT_ONCE } from "~server/contract/lists";
import {
  actionRequirement,
  bulkActionsOf,
  changesOf,
  DELETE,
  type Entity,
  type EntityAction,
  fieldOf,
  viewPath,
} from "~server/contract/entity";
import { plain } from "~server/contract/plain";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { bulkLabels } from "./bulk-labels";
import { filterChips } from "./filters.server";
import { listedEntity } from "./find-entity.server";
import { backHref, backQuery } from "./list-query.server";
import { takenControl, takenErrors, takenValue } from "./taken.server";
import { actionLabel } from "./view.server";

/** Refusals listed one by one; beyond them only how many there are. */
const MAX_LISTED = 200;
/** Names of chosen records shown before the action. */
const MAX_NAMED = 20;
/** More cannot be chosen on one page of a list. */
const MAX_CHOSEN = Math.max(...PAGE_SIZES);

/** `/bulk/{entity}/{action}`, or `/bulk/{entity}/change?field=`. */
function bulkAt({ params, url }: Pick<Context, "params" | "url">) {
  const entity = listedEntity(params.entity);
  const name = params.action === "change" ? `change_${url.searchParams.get("field")}` : params.action;
  const action = [...bulkActionsOf(entity), ...changesOf(entity)].find((one) => one.name === name);
  const call = action && callsOf(entity).bulk.get(action.name);
  if (!call) throw notFound();
  return { entity, action, call };
}
const requirement = (context: Pick<Context, "params" | "url">) => {
  const { entity, action } = bulkAt(context);
  return actionRequirement(entity, action);
};

const idsIn = (values: Iterable<unknown>): string[] =>
  [...new Set([...values].filter((one): one is string => typeof one === "string" && /^\d{1,9}$/.test(one)))].slice(
    0,
    MAX_CHOSEN,
  );

/** Loader of the page that asks before something is done to many records: the chosen `ids`, or all of the list in `back`. */
export const bulkLoader = protectedLoader(requirement, async (context) => {
  const { t, api, url, format } = context;
  const { entity, action } = bulkAt(context);
  const { query, scoped } = backQuery(entity, url);
  const ids = idsIn(url.searchParams.getAll("ids"));
  const [page, chosen, chips, taken] = await Promise.all([
    api.read(callsOf(entity).list, {}, new URLSearchParams([...query, ["limit", "1"], ["count", String(MAX_AT_ONCE)]])),
    ids.length ? api.read(callsOf(entity).options, {}, { ids }) : { items: [] },
    filterChips(context, entity, scoped, {}),
    takenControl(context, entity, action),
  ]);
  const label = actionLabel(context, entity, action);
  const words = query.get("q");
  return {
    title: t("resource:bulk.heading", { action: label, entity: t(`entities:${entity.name}.many`) }),
    list: { label: t(`entities:${entity.name}.many`), href: backHref(entity, url.searchParams.get("back")) },
    confirm: label,
    danger: action.danger === true,
    consequences: consequencesOf(context, entity, action),
    counted:
      action.danger && Math.max(ids.length, page.total) > UNCOUNTED
        ? t("resource:bulk.counted", { most: UNCOUNTED })
        : undefined,
    taken,
    ids,
    which: url.searchParams.get("which") === "all" ? ("all" as const) : undefined,
    chosen: t("resource:bulk.chosen", { count: ids.length }),
    names: chosen.items.slice(0, MAX_NAMED).map((one) => one.label),
    unnamed: ids.length > MAX_NAMED ? t("resource:bulk.and_more", { count: ids.length - MAX_NAMED }) : undefined,
    all: {
      label: t("resource:bulk.all_matching", { count: page.total }),
      expected: page.total,
      tooMany: page.capped ? t("resource:bulk.too_many", { most: format.number(MAX_AT_ONCE) }) : undefined,
      filters: [...(words ? [`${t("resource:search")}: ${words}`] : []), ...chips.map((chip) => chip.label)],
    },
    labels: pick(t, bulkLabels),
  };
});

/** What follows from a change or a deletion, in words. */
function consequencesOf(
  { t }: Pick<Context, "t">,
  entity: Entity,
  { name, takes = "", writes }: EntityAction,
): string[] {
  if (name === DELETE.name) return [t("resource:bulk.deleted")];
  const said = entity.consequences?.includes(takes) ? [t(`entities:${entity.name}.consequences.${takes}`)] : [];
  if (!writes) return said;
  const { kind } = fieldOf(entity, takes);
  return [
    ...said,
    ...(kind === "refs" || kind === "choices" ? [t("resource:bulk.replaced")] : []),
    ...(entity.dated?.includes(takes) ? [t("resource:bulk.holds_now")] : []),
  ];
}

/** More than so many are not destroyed by two presses: how many they are has to be typed. */
const UNCOUNTED = 10;

/** What the page says when not everything was done. */
export interface BulkOutcome {
  error?: string;
  /** What is wrong with the number that was typed. */
  counted?: string[];
  /** What was sent of a form that is shown again. */
  sent?: { which: "chosen" | "all"; taken: string[]; counted: string };
  /** What is wrong with what the action takes along. */
  taken?: string[];
  result?: {
    done: string;
    some: boolean;
    refused: string;
    rows: { id: string; label: string; href: string; reason: string }[];
    further?: string;
  };
}

export const bulkAction = protectedAction(
  requirement,
  async (context) => {
    const { t, api, url } = context;
    const { entity, action, call } = bulkAt(context);
    const form = context.form();
    const which = z.enum(["chosen", "all"]).catch("chosen").parse(form.get("which"));
    const ids = idsIn(form.getAll("ids"));
    if (which === "chosen" && !ids.length)
      return data<BulkOutcome>({ error: t("resource:bulk.nothing_chosen") }, { status: 400 });
    const asked = takenValue(context, entity, action, form);
    const sent = { which, taken: asked.sent, counted: plain(form.get("counted")) };
    if (asked.errors) return data<BulkOutcome>({ sent, taken: asked.errors }, { status: 422 });
    const count = which === "all" ? Number(plain(form.get("expected"))) : ids.length;
    if (action.danger && count > UNCOUNTED && sent.counted.trim() !== String(count))
      return data<BulkOutcome>({ sent, counted: [t("resource:bulk.count_them", { count })] }, { status: 422 });
    const body =
      which === "all"
        ? new URLSearchParams({
            filter: backQuery(entity, url).query.toString(),
            expected: plain(form.get("expected")),
          })
        : new URLSearchParams(ids.map((id) => ["ids", id]));
    for (const [name, value] of asked.body) body.append(name, value);
    const outcome = await api.change(call, {}, body);
    if (!outcome.ok) {
      const taken = takenErrors(context, action, outcome);
      if (taken) return data<BulkOutcome>({ sent, taken }, { status: outcome.status });
      const matching = countChanged.safeParse(outcome.data).data?.matching;
      const error =
        matching === undefined ? errorText(t, outcome.error) : t("resource:bulk.count_changed", { count: matching });
      return data<BulkOutcome>({ error }, { status: outcome.status });
    }
    const { done, refused } = outcome.data;
    if (!refused.length)
      throw await redirectWithToast(backHref(entity, url.searchParams.get("back")), {
        tone: "ok",
        key: "resource:bulk.done",
        values: { count: done },
      });
    return data<BulkOutcome>({
      result: {
        done: t("resource:bulk.done", { count: done }),
        some: done > 0,
        refused: t("resource:bulk.refused", { count: refused.length }),
        rows: refused.slice(0, MAX_LISTED).map((one) => ({
          id: String(one.id),
          label: one.label,
          href: viewPath(entity, one.id),
          reason: errorText(t, one.error),
        })),
        further:
          refused.length > MAX_LISTED ? t("resource:bulk.and_more", { count: refused.length - MAX_LISTED }) : undefined,
      },
    });
  },
  { limit: 64 * 1024 },
);
