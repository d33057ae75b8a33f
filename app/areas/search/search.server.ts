import { search } from "~server/contract/calls/search";
import { ticket } from "~server/contract/entities/tickets";
import { fieldOf, listRequirement, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { WORDS_MAX } from "~server/contract/query";
import type { RecordData } from "~server/contract/record";
import { SEARCHED, type Searched, type SearchResults } from "~server/contract/search";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { createLink } from "~/resource/create-link.server";
import { listHref } from "~/resource/list-query.server";
import { shown } from "~/resource/show.server";
import { searchLabels } from "./labels";

/** What words find in all that the person may see, kind by kind. */
export const searchLoader = protectedLoader("login", async (context) => {
  const { api, me, t, url } = context;
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, WORDS_MAX);
  const { kinds } = q ? await api.readOr({ kinds: [] }, search, {}, { q }) : { kinds: [] };
  return {
    q,
    kinds: SEARCHED.filter(({ entity }) => allowed(me, listRequirement(entity))).map(({ entity }) =>
      t(`entities:${entity.name}.many`),
    ),
    groups: kinds.flatMap((kind) => {
      const declared = SEARCHED.find(({ entity }) => entity.name === kind.entity);
      return declared ? [groupOf(context, declared, kind, q)] : [];
    }),
    create: newTicket(context, q),
    labels: pick(t, searchLabels),
  };
});

/** Who searches for a phone has somebody on the line. */
function newTicket(context: Context, q: string) {
  const link = createLink(context, ticket, q);
  return link && link.href !== ticket.paths.create ? link : undefined;
}

function groupOf(
  context: Context,
  { entity, beside, shortcut }: Searched,
  { items, total, capped }: SearchResults["kinds"][number],
  q: string,
) {
  const { t } = context;
  const way = entity.shortcuts?.find(({ name }) => name === shortcut);
  return {
    key: entity.name,
    title: t(`entities:${entity.name}.many`),
    lines: items.map((record) => ({
      href: viewPath(entity, record.id),
      title: record.title,
      about: beside.flatMap((name) => partOf(context, entity, name, record)).join(" · "),
      muted: record.blocked === true || record.hidden === true,
      shortcut: way && {
        href: `${viewPath(entity, record.id)}/${way.path}`,
        label: `${t(`entities:${entity.name}.shortcuts.${way.name}`)}: ${record.title}`,
      },
    })),
    all:
      total > items.length
        ? {
            href: listHref(entity, new URLSearchParams({ q })),
            label: t(capped ? "resource:related.all_capped" : "resource:related.all", { count: total }),
          }
        : undefined,
  };
}

/** A value of the second line: of a flag that is set its name, and with a number its name, for alone it says nothing. */
function partOf(context: Context, entity: Searched["entity"], name: string, record: RecordData): string[] {
  const [field, value] = [fieldOf(entity, name), record[name]];
  if (value === null || value === undefined || value === "" || value === false) return [];
  const called = context.t(`entities:${entity.name}.fields.${name}`);
  if (field.kind === "flag") return [called];
  return [field.kind === "integer" ? `${called} ${plain(value)}` : shown(context, field, value).text];
}
