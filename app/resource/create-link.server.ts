import { createRequirement, editableFields, type Entity } from "~server/contract/entity";
import { FORMATS } from "~server/contract/formats";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";

/**
 * Where a record is made, for who may: when a phone was searched for, its form begins with that phone. So whoever
 * answers a call finds who has called before, and otherwise begins with the number that was typed already.
 */
export function createLink({ me, t }: Pick<Context, "me" | "t">, entity: Entity, words: string) {
  if (!allowed(me, createRequirement(entity))) return undefined;
  const label = t(`entities:${entity.name}.create`);
  const phone = FORMATS.phone.normal(words);
  const field = FORMATS.phone.pattern.test(phone) && phoneField(entity);
  if (!field) return { href: entity.paths.create, label };
  return {
    href: `${entity.paths.create}?${new URLSearchParams({ [field]: phone })}`,
    label: t("resource:create_with", { create: label, value: phone }),
  };
}

/** The field by whose phone records are found. */
const phoneField = (entity: Entity): string | undefined =>
  editableFields(entity).find(
    ([name, field]) => field.kind === "text" && field.format === "phone" && entity.list.search.includes(name),
  )?.[0];
