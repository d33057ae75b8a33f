/** Joins class names, leaving out what is absent. */
export function classes(...names: (string | number | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
