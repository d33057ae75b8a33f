import { callsOf } from "~server/contract/calls/entities";
import { type Concern, type Entity, listRequirement } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { listHref } from "./list-query.server";

/** How many records of another entity must be looked after because of this one, and their list. */
export interface Reminder {
  text: string;
  link: { href: string; label: string };
}

/** What a declared concern amounts to for a record; undefined when there is none, or the person may not see those records. */
export async function reminderOf(
  { t, api, me }: Pick<Context, "t" | "api" | "me">,
  entity: Entity,
  concern: Concern | undefined,
  id: number,
): Promise<Reminder | undefined> {
  if (!concern) return undefined;
  const of = entityNamed(concern.entity);
  if (!allowed(me, listRequirement(of))) return undefined;
  const query = new URLSearchParams({ ...concern.where, [concern.by]: String(id) });
  const { total } = await api.read(callsOf(of).list, {}, new URLSearchParams([...query, ["limit", "1"]]));
  return total
    ? {
        text: t(`entities:${entity.name}.concerns.${concern.name}`, { count: total }),
        link: { href: listHref(of, query), label: t("resource:show_list") },
      }
    : undefined;
}
