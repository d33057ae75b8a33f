/** Why a pasted name chooses nothing: no record has it, or several have. */
export const NOT_TAKEN = ["unknown", "several"] as const;
export type NotTaken = (typeof NOT_TAKEN)[number];

/** The hidden cell of a row that keeps such a name, so that it is told until something is chosen in its cell. */
export const notTaken = (cell: string, why: NotTaken): string => `${cell}_${why}`;
export const isNotTaken = (name: string): boolean => NOT_TAKEN.some((why) => name.endsWith(`_${why}`));
