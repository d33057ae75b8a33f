import { SECRETS } from "~server/contract/secret-fields";

/** Names and values of a form that met a dead end, so that it can be sent again. */
export type Held = [name: string, value: string][];

/** Entry that names the files which could not be held. */
export const LOST_FILES = "lost_files";
/** `intent` of a ticket's form that is to be filled in again, and sent by the person alone. */
export const BACK = "back";

/** What a form held, for sending it again: texts only, with the names of files and without secrets. */
export function heldOf(form: FormData): Held {
  const secrets = new Set([SECRETS, ...form.getAll(SECRETS)]);
  const entries: Held = [];
  const files: string[] = [];
  form.forEach((value, name) => {
    if (typeof value !== "string") files.push(value.name);
    else if (!secrets.has(name)) entries.push([name, value]);
  });
  // A file field in which nothing was chosen has a file without a name.
  const lost = files.filter(Boolean).join(", ");
  return lost ? [...entries, [LOST_FILES, lost]] : entries;
}

/** Held entries from the hidden field of the sign-in form; anything unreadable counts as nothing held. */
export function parseHeld(text: unknown): Held | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every(isEntry) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export const isEntry = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
