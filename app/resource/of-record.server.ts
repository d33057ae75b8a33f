import type { Declared } from "~server/contract/entity";
import type { TFunction } from "~server/web/i18n.server";

/** What is said of one record, "Ticket 43 created": the text `key` with the record's title and the word for its kind, in the case that a verb asks for. */
export function ofRecord(t: TFunction, key: string, { name }: Declared, title = ""): string {
  const text = t(key, { one: t(`entities:${name}.one`), title });
  return text.charAt(0).toUpperCase() + text.slice(1);
}
