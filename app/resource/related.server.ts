import { callsOf } from "~server/contract/calls/entities";
import { createRequirement, editableFields, type Entity, fieldOf, viewPath } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import { allowed } from "~server/contract/permissions";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { entityAt, requirementAt } from "./find-entity.server";
import { listHref } from "./list-query.server";

/** Loader of a record's related records: what refers to it, how many, and where more are made. */
export const relatedLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { t, api, url, params, format } = context;
  const target = entityAt(url, "view");
  const { items } = await api.readOr({ items: [] }, callsOf(target).related, { id: params.id });
  return {
    groups: items.map(({ entity: name, field, total, capped, first }) => {
      const entity = entityNamed(name);
      return {
        key: `${name} ${field}`,
        // A field of the target's own name says nothing that its record does not.
        title: t(`entities:${name}.${field === target.name ? "many" : `related.${field}`}`),
        total: format.number(total),
        all: total
          ? {
              href: listHref(entity, new URLSearchParams({ [field]: params.id ?? "" })),
              label: t(capped ? "resource:related.all_capped" : "resource:related.all", { count: total }),
            }
          : undefined,
        create: createLink(context, entity, field),
        first: first.map(({ id, label, about }) => ({ href: viewPath(entity, id), label, about })),
        none: t("resource:related.none"),
      };
    }),
    none: t("resource:related.nothing"),
  };
});

/** A new record that refers to this one from the start; rows cannot be begun so. */
function createLink({ t, me, params }: Context, entity: Entity, field: string) {
  const isTyped = editableFields(entity).some(([name]) => name === field) && fieldOf(entity, field).kind !== "rows";
  return isTyped && allowed(me, createRequirement(entity))
    ? { href: `${entity.paths.create}?${field}=${params.id}`, label: t("resource:related.add") }
    : undefined;
}
