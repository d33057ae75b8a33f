/** What stands in braces in a ready answer and is filled in with what is known of the ticket: `{machine}`. */
export const SOLUTION_FIELDS = ["ticket", "machine", "place", "phone", "name"] as const;
export type SolutionField = (typeof SOLUTION_FIELDS)[number];

const FIELD = /\{([a-z_]+)\}/gi;

/** Whether there is something in braces that no ticket can fill in; it would go out to a client as it is. */
export const hasUnknownField = (text: string): boolean =>
  [...text.matchAll(FIELD)].some(([field]) => fieldOf(field) === undefined);

/** What stands in braces and was to be filled in, each once: to a client it says nothing. */
export const unfilledIn = (text: string): string[] => [
  ...new Set([...text.matchAll(FIELD)].flatMap(([field]) => (fieldOf(field) ? [field] : []))),
];

/** The answer with what is known; what is not stays in its braces and is told, each once. */
export function filledIn(
  text: string,
  known: Partial<Record<SolutionField, string>>,
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const filled = text.replace(FIELD, (field) => {
    const name = fieldOf(field);
    const value = name && known[name];
    if (!value) missing.add(field);
    return value || field;
  });
  return { text: filled, missing: [...missing] };
}

const fieldOf = (field: string): SolutionField | undefined =>
  SOLUTION_FIELDS.find((name) => `{${name}}` === field.toLowerCase());
