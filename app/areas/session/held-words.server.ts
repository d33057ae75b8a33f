import { screenAt } from "~server/contract/entities";
import { user } from "~server/contract/entities/users";
import { type Entity, fieldOf } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import type { PublicContext } from "~server/web/guard.server";
import { BACK, type Held, LOST_FILES } from "~server/web/held";
import type { VendingApi } from "~server/web/vending.server";
import { chosenRefs } from "~/resource/choices.server";
import { TICKET } from "~/live/paths";

/** One line of what a held form has: a field and its value, in words. */
export interface HeldLine {
  label: string;
  value: string;
}

/** What a held form is about to do, for the person's word: nothing goes out that they have not seen. */
export interface HeldWords {
  entries: Held;
  lines: HeldLine[];
  /** Names of files that must be chosen again. */
  files: string | undefined;
  /** A ticket's reply goes back to the ticket and is sent from there. */
  returns: boolean;
}

type Context = Pick<PublicContext, "t"> & { api: VendingApi };

/** `api`: of the person who has just signed in, for the names of related records. */
export async function heldWords(context: Context, to: string, entries: Held): Promise<HeldWords> {
  const files = entries.find(([name]) => name === LOST_FILES)?.[1];
  const { pathname } = new URL(to, "http://localhost");
  const returns =
    pathname.startsWith(TICKET) &&
    /^\d+$/.test(pathname.slice(TICKET.length)) &&
    entries.some(([name]) => name === "text");
  if (returns)
    return {
      entries: [...entries.filter(([name]) => name !== "intent"), ["intent", BACK]],
      lines: replyLines(context, entries),
      files,
      returns,
    };
  const entity =
    pathname === "/profile" ? user : (screenAt(pathname) ?? screenAt(pathname.replace(/\/view\/.*$/, "/view")))?.entity;
  return { entries, lines: entity ? await entityLines(context, entity, entries) : [], files, returns };
}

function replyLines({ t }: Context, entries: Held): HeldLine[] {
  const { text = "", after = "" } = Object.fromEntries(entries);
  const [what, value] = after.split(" ");
  const status =
    what === "status" && value
      ? [{ label: t("help-desk:reply.after"), value: t(`options:ticket_status.${value}`) }]
      : [];
  return [...(text.trim() ? [{ label: t("help-desk:reply.text"), value: text }] : []), ...status];
}

/** Fields of the entity in the order of the form; what belongs to the form's machinery is left out. */
async function entityLines(context: Context, entity: Entity, entries: Held): Promise<HeldLine[]> {
  const lines = await Promise.all(
    entries.map(async ([name, value]): Promise<HeldLine[]> => {
      const [, own = "", row, cell] = /^(\w+)(?:\[(\d+)\]\.(\w+))?$/.exec(name) ?? [];
      if (!value.trim() || !(own in entity.fields)) return [];
      const outer = fieldOf(entity, own);
      const kind = cell === undefined ? outer : outer.kind === "rows" ? outer.of[cell] : undefined;
      if (!kind || kind.readOnly) return [];
      const label = context.t(`entities:${entity.name}.fields.${own}`);
      const inner =
        cell === undefined ? "" : ` ${Number(row) + 1} · ${context.t(`entities:${entity.name}.rows.${own}.${cell}`)}`;
      return [{ label: label + inner, value: await typedWords(context, kind, value) }];
    }),
  );
  const values = new Map<string, string[]>();
  for (const { label, value } of lines.flat()) values.set(label, [...(values.get(label) ?? []), value]);
  return [...values].map(([label, all]) => ({ label, value: all.join(", ") }));
}

async function typedWords({ t, api }: Context, field: Field, value: string): Promise<string> {
  switch (field.kind) {
    case "choice":
    case "choices":
      return field.options.includes(value) ? t(`options:${field.name}.${value}`) : value;
    case "flag":
      return t("resource:yes");
    case "secret":
      return "••••";
    // The page stands without the names, too.
    case "ref":
    case "refs":
      return (await chosenRefs(api, field.to, [value]).catch(() => []))[0]?.label ?? value;
    default:
      return value;
  }
}
