/** Encodes a message and its number for zod: `min_value|0`. */
export const say = (key: string, count?: number): string => (count === undefined ? key : `${key}|${count}`);

/** The message that {@link say} wrote. */
export function parseMessage(text: string): { key: string; count?: number } {
  const [key = "incorrect", count] = text.split("|");
  return count === undefined ? { key } : { key, count: Number(count) };
}

/** What is said where a schema has no message of its own; zod's sentences are for nobody who uses the product. */
export const keyOf = (issue: { input?: unknown }): string => (issue.input === undefined ? "required" : "incorrect");

/** A schema's message: `required` where nothing came, else `key`. */
export const missingOr = (key: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? "required" : key),
});
