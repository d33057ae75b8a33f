/** A text, number or flag as text; nothing for anything else: an object has no text of its own. */
export function plain(value: unknown): string {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
}
