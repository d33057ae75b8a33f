import { recordCallsOf } from "~server/contract/calls/entities";
import { type Entity, fieldOf } from "~server/contract/entity";
import { PLAN_CHANGE } from "~server/contract/plans";
import { pageQuery, sensible } from "~server/contract/query";
import { HOLDS_FROM } from "~server/contract/schema";
import { SUBSCRIPTION_CHANGE } from "~server/contract/subscriptions";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { entityAt, requirementAt } from "./find-entity.server";
import { pageLinks } from "./list-address";
import { changesInWords } from "./changes.server";
import { planInWords } from "./plan-words.server";
import { heldInWords } from "./since-when.server";
import { subscriptionInWords } from "./subscription-words.server";
import { actionKey } from "./view.server";

const PAGE = 50;
/** Kinds of entries that every entity has; others are its actions. */
const COMMON = ["create", "update", "delete", "restore"];
/** Changes of what is no field of its entity. */
const OF_NO_FIELD: readonly string[] = [HOLDS_FROM, PLAN_CHANGE, SUBSCRIPTION_CHANGE];

/** Loader of a record's history: who changed what, field by field in readable words. */
export const historyLoader = protectedLoader(requirementAt("view"), (context) =>
  historyModel(context, entityAt(context.url, "view"), context.params.id ?? ""),
);

/** A page of the history of a record, living or deleted, in words. */
export async function historyModel(context: Context, entity: Entity, id: string) {
  const { t, format, api, url } = context;
  const { page } = sensible(pageQuery, url.searchParams);
  const { items, total } = await api.readOr({ items: [], total: 0 }, recordCallsOf(entity).history, { id }, { page });
  const last = Math.ceil(total / PAGE);
  return {
    entries: items.map((item) => ({
      id: String(item.id),
      author: item.author ?? t("resource:system"),
      time: { text: format.dateTime(item.at), iso: item.at },
      action: COMMON.includes(item.action)
        ? t(`resource:history.${item.action}`)
        : t(`${actionKey(entity, { name: item.action })}.label`),
      changes: item.changes
        .filter(({ field }) => entity.fields[field] || OF_NO_FIELD.includes(field))
        .flatMap(({ field, before, after }) => {
          if (field === HOLDS_FROM) return heldInWords(context, after);
          if (field === PLAN_CHANGE) return planInWords(context, before, after);
          if (field === SUBSCRIPTION_CHANGE) return subscriptionInWords(context, before, after);
          return changesInWords(context, entity.name, field, fieldOf(entity, field), before, after);
        }),
    })),
    pages: last > 1 ? pageLinks(url, page, last, format.number) : [],
    labels: {
      pages: t("resource:pages"),
      summary: t("resource:history.total", { count: total }),
      before: t("resource:history.before"),
      after: t("resource:history.after"),
      field: t("resource:field"),
      none: t("resource:history.none"),
    },
  };
}
export type HistoryModel = Awaited<ReturnType<typeof historyModel>>;
