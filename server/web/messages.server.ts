import { SERVER_MESSAGES, type FieldMessages, type Message } from "~server/contract/envelope";
import { hasText, type TFunction } from "./i18n.server";

/** Server messages that are shown in words of their own (specification, section 8) → key in errors.json. */
const KNOWN = new Map<string, string>([
  [SERVER_MESSAGES.badCredentials, "bad_credentials"],
  [SERVER_MESSAGES.emailTaken, "email_taken"],
  [SERVER_MESSAGES.franchiseGroup, "no_franchise_group"],
  [SERVER_MESSAGES.noResponsible, "no_responsible"],
  [SERVER_MESSAGES.noPermission, "not_enough_permission"],
]);

/** A server message in the person's language: translated when it is known or a key of errors.json, else as it is. */
export function errorText(t: TFunction, error: string): string {
  return messageText(t, { key: KNOWN.get(error) ?? error });
}

/** One validation message in the person's language. */
export function messageText(t: TFunction, { key, count }: Message): string {
  const values = count === undefined ? undefined : { count };
  const known = KNOWN.get(key) ?? key;
  return hasText("errors", known) || hasText("errors", `${known}_other`) ? t(`errors:${known}`, values) : key;
}

/** Messages beside fields in the person's language, by field name. */
export function fieldTexts(t: TFunction, fields: FieldMessages): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [name, messages.map((message) => messageText(t, message))]),
  );
}
