import { ALL, deletedPath, type Entity, type Scope, scopesOf } from "~server/contract/entity";
import type { ScopeCounts } from "~server/contract/lists";
import type { Context } from "~server/web/guard.server";
import type { Tab } from "~/ui/tabs";
import { withParams } from "./list-address";

/** The view of what was deleted; it has an address of its own. */
export const DELETED = "deleted";

/** The address of a view of the list, with the words and filters that the list has. */
export function scopeHref(url: URL, entity: Entity, scope: Scope): string {
  const declared = scopesOf(entity);
  const cleared = Object.fromEntries(declared.flatMap(({ where }) => Object.keys(where)).map((name) => [name, null]));
  return withParams(url, {
    ...cleared,
    ...(scope.sort ? { sort: null } : {}),
    scope: scope === ALL && declared.length ? "all" : null,
    ...scope.where,
  });
}

/** Views of the list as tabs; "all" is the address that asks for no scope. One with an order of its own begins in it. */
export function scopeTabs(
  { t, url, format }: Pick<Context, "t" | "url" | "format">,
  entity: Entity,
  current: string | undefined = ALL.name,
  counts?: ScopeCounts,
): Tab[] {
  const declared = scopesOf(entity);
  const countOf = (name: string) =>
    counts?.counts[name] === undefined ? undefined : format.number(counts.counts[name]) + (counts.capped ? "+" : "");
  const tabs = (declared.length ? declared : [ALL]).map((scope) => ({
    href: scopeHref(url, entity, scope),
    count: scope.counted && countOf(scope.name),
    label: t(scope === ALL ? "resource:all" : `entities:${entity.name}.scopes.${scope.name}`),
    current: scope.name === current,
  }));
  if (entity.deletable === false) return declared.length ? tabs : [];
  return [...tabs, { href: deletedPath(entity), label: t("resource:deleted.title"), current: current === DELETED }];
}
