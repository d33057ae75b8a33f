import type { z } from "zod";
import { fieldOf, viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import type { ConversationEntry, conversationSchema } from "~server/contract/help-desk";
import type { FileValue } from "~server/contract/files";
import { plain } from "~server/contract/plain";
import { type RecordData, refSchema } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { postErrorMessage } from "~server/contract/post-errors";
import { messageText } from "~server/web/messages.server";
import type { TFunction } from "~server/web/i18n.server";
import { inWords } from "~/resource/show.server";
import { sizeText } from "~/resource/files.server";
import { toneOf } from "~/resource/tones";
import type { Tone } from "~/ui/tone";
import { errorName } from "./error-name.server";
import { partsOf } from "./time-parts";

/** An attachment as a page shows it. */
export interface Attachment {
  id: string;
  label: string;
  href: string;
  isImage: boolean;
}

/** One thing that was said or happened. */
export interface Entry {
  id: string;
  author: string;
  time: { text: string; iso: string };
  /** What kind of entry it is, when it is not a plain reply. */
  badge?: { text: string; tone: Tone; note?: true };
  delivery?: { text: string; tone: Tone };
  /** Why a company's message group has not got it yet. */
  trouble?: { text: string; tone: Tone };
  text?: string;
  /** Lines of a change: "Status: New → In progress". */
  lines: string[];
  files: Attachment[];
  own: boolean;
  /** How much it should strike: changes are one quiet line, notes have a ground of their own. */
  look?: "quiet" | "note";
}

/** Changes of the same person within this many milliseconds are told together. */
const TOGETHER_MS = 60_000;

/** The conversation as the page shows it, beginning with the ticket itself. */
export function conversationModel(
  context: Context,
  record: RecordData,
  { entries, files, post }: z.infer<typeof conversationSchema>,
): Entry[] {
  const { t, me } = context;
  const author = refSchema.nullable().parse(record.author);
  const opening: Entry = {
    id: "opening",
    author: author?.label ?? t("resource:system"),
    time: timeOf(context, plain(record.opened_at)),
    badge: { text: t("help-desk:opened"), tone: "neutral" },
    text: plain(record.description) || undefined,
    lines: [],
    files: files.map((file) => attachment(context, file)),
    own: author?.id === me.id,
    trouble: troubleOf(context, post),
  };
  return [opening, ...together(entries).map((entry) => shownEntry(context, entry))];
}

/** Which part of a long conversation the page shows, and the ways to the others. */
export interface Part {
  text: string;
  older?: { href: string; label: string };
  newest?: { href: string; label: string };
}

/** Undefined when the page has the whole conversation. */
export function partOf(
  { t, format }: Pick<Context, "t" | "format">,
  { id }: RecordData,
  { entries, more }: z.infer<typeof conversationSchema>,
  before: string | undefined,
): Part | undefined {
  if (!more && !before) return undefined;
  const [first] = entries;
  const path = viewPath(ticket, id);
  return {
    text: t("help-desk:part.text", {
      from: first ? format.dateTime(first.at) : "—",
      to: format.dateTime(before ?? entries.at(-1)?.at ?? ""),
    }),
    ...(more && first
      ? { older: { href: `${path}?before=${encodeURIComponent(first.at)}`, label: t("help-desk:part.older") } }
      : {}),
    ...(before ? { newest: { href: path, label: t("help-desk:part.newest") } } : {}),
  };
}

/** Time spent, to the second. */
export function exactTime(t: TFunction, seconds: number): string {
  return partsOf(seconds)
    .filter(({ name, value }) => value > 0 || name === "seconds")
    .map(({ name, value }) => t(`common:duration.${name}`, { count: value }))
    .join(" ");
}

function together(entries: readonly ConversationEntry[]): ConversationEntry[] {
  const merged: ConversationEntry[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    const belongs =
      last?.kind === "CHANGE" &&
      entry.kind === "CHANGE" &&
      last.author?.id === entry.author?.id &&
      Date.parse(entry.at) - Date.parse(last.at) < TOGETHER_MS;
    if (last && belongs) merged[merged.length - 1] = { ...last, changes: [...last.changes, ...entry.changes] };
    else merged.push(entry);
  }
  return merged;
}

function shownEntry(context: Context, entry: ConversationEntry): Entry {
  const { t, me } = context;
  return {
    id: entry.id,
    author: entry.author?.label ?? t("resource:system"),
    time: timeOf(context, entry.at),
    badge: badgeOf(context, entry),
    delivery: entry.delivery
      ? {
          text: t(`options:delivery_state.${entry.delivery}`),
          tone: toneOf("delivery_state", entry.delivery)?.tone ?? "neutral",
        }
      : undefined,
    trouble: troubleOf(context, entry.post),
    text: entry.error_code ? errorName(context, entry.error_code) : (entry.text ?? undefined),
    lines: entry.changes.map(({ field, before, after }) => {
      const kind = fieldOf(ticket, field);
      // A correction by seconds must not look like none.
      const written = (value: unknown) =>
        field === "time_spent" ? exactTime(t, Number(value)) : inWords(context, "ticket", field, kind, value);
      return t("help-desk:change", {
        field: t(`entities:ticket.fields.${field}`),
        before: written(before),
        after: written(after),
      });
    }),
    files: entry.files.map((file) => attachment(context, file)),
    own: entry.author?.id === me.id && entry.kind !== "CHANGE",
    look: entry.kind === "CHANGE" ? "quiet" : entry.kind === "NOTE" ? "note" : undefined,
  };
}

function badgeOf({ t }: Pick<Context, "t">, { kind }: ConversationEntry): Entry["badge"] {
  switch (kind) {
    case "REPLY":
    case "CHANGE":
      return undefined;
    case "NOTE":
      return { text: t("help-desk:kind.NOTE"), tone: "warn", note: true };
    case "CLIENT":
      return { text: t("help-desk:kind.CLIENT"), tone: "info" };
    case "ERROR_OPENED":
      return { text: t("help-desk:kind.ERROR_OPENED"), tone: "bad" };
    case "ERROR_CLOSED":
      return { text: t("help-desk:kind.ERROR_CLOSED"), tone: "ok" };
  }
}

/** A message that was given up; one that was tried; one that waits behind it; one that is just being sent. */
function troubleOf({ t, format }: Pick<Context, "t" | "format">, post: ConversationEntry["post"]): Entry["trouble"] {
  if (!post) return undefined;
  const error = post.error ? messageText(t, postErrorMessage(post.error)) : "";
  if (post.state === "FAILED")
    return { text: t("help-desk:post.failed", { count: post.attempts, error }), tone: "bad" };
  if (!error) return { text: t("help-desk:post.sending"), tone: "neutral" };
  if (!post.attempts) return { text: t("help-desk:post.behind", { error }), tone: "warn" };
  return {
    text: t("help-desk:post.waiting", { count: post.attempts, error, time: format.dateTime(post.next_at) }),
    tone: "warn",
  };
}

const timeOf = ({ format }: Pick<Context, "format">, iso: string) => ({
  text: `${format.dateTime(iso)} (${format.age(iso)})`,
  iso,
});

const attachment = (words: Pick<Context, "t" | "format">, { id, label, size, type }: FileValue): Attachment => ({
  id: String(id),
  label: `${label}, ${sizeText(words, size)}`,
  href: `/files/${id}`,
  isImage: type.startsWith("image/"),
});
