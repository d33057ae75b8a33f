import type { Part, Parts } from "./form-base.server";

/** A part that both changed: what is saved and what is in the form, either of which may be gone. */
export interface Open {
  key: string;
  theirs?: Part;
  mine?: Part;
}

export interface MergedParts {
  /** The field as it is now to be; of what is open it has what the form had. */
  parts: Map<string, Part>;
  open: Open[];
  /** Something of the other person's came into it. */
  taken: boolean;
  /** What the form was opened with, from now on: what is saved, but for what is open. */
  base: Map<string, string>;
}

type Side = "theirs" | "mine";

/**
 * A field put together from what its form was opened with (`base`, digests), what is saved and what is in the form: of
 * each part what only one of the two changed; what both changed is open, unless `chosen` tells whose it is to be.
 */
export function mergeParts(
  base: ReadonlyMap<string, string>,
  theirs: Parts,
  mine: Parts,
  chosen: (open: Open) => Side | undefined,
): MergedParts {
  const merged: MergedParts = { parts: new Map(), open: [], taken: false, base: new Map() };
  for (const key of inOrder([...base.keys()], [...theirs.keys()], [...mine.keys()])) {
    const both = { key, theirs: theirs.get(key), mine: mine.get(key) };
    const side = whose(base.get(key), both) ?? chosen(both);
    const part = side === "theirs" ? both.theirs : both.mine;
    if (part) merged.parts.set(key, part);
    const known = side === undefined ? base.get(key) : both.theirs?.digest;
    if (known !== undefined) merged.base.set(key, known);
    if (side === undefined) merged.open.push(both);
    if (side === "theirs" && both.theirs?.digest !== both.mine?.digest) merged.taken = true;
  }
  return merged;
}

/** Whose part it is where that is not open: what both made the same is theirs, which is saved already. */
function whose(base: string | undefined, { theirs, mine }: Open): Side | undefined {
  if (theirs?.digest === mine?.digest || mine?.digest === base) return "theirs";
  return theirs?.digest === base ? "mine" : undefined;
}

/** Keys of both in my order where I changed it, else in theirs; what only the other has comes after what it came after there. */
function inOrder(base: string[], theirs: string[], mine: string[]): string[] {
  const common = (one: string[], other: string[]) => one.filter((key) => other.includes(key)).join("\n");
  const moved = common(base, mine) !== common(mine, base);
  const [lead, other] = moved ? [mine, theirs] : [theirs, mine];
  const keys = [...lead];
  for (const [index, key] of other.entries())
    if (!keys.includes(key)) keys.splice(keys.indexOf(other[index - 1] ?? "") + 1, 0, key);
  return keys;
}
