import { brief, type Part, type Parts } from "./form-base.server";

/** A part that both changed: what is saved and what is in the form, either of which may be gone. */
export interface Open {
  key: string;
  theirs?: Part;
  mine?: Part;
}

/** The key under which the order of rows is open; its parts hold the rows. */
export const ORDER = "\n";

/** A field as its form was opened with it (digests), as it is saved and as it is in the form; `ordered`: its order is somebody's wish. */
export interface Versions {
  base: ReadonlyMap<string, string>;
  theirs: Parts;
  mine: Parts;
  ordered: boolean;
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
 * A field put together: of each part, and of their order, what only one of the two changed; what both changed is open,
 * unless `chosen` tells whose it is to be.
 */
export function mergeParts(versions: Versions, chosen: (open: Open) => Side | undefined): MergedParts {
  const { base, theirs, mine } = versions;
  const merged: MergedParts = { parts: new Map(), open: [], taken: false, base: new Map() };
  const settle = (was: string | undefined, both: Open): Side | undefined => {
    const side = whose(was, both) ?? chosen(both);
    if (side === undefined) merged.open.push(both);
    if (side === "theirs" && both.theirs?.digest !== both.mine?.digest) merged.taken = true;
    return side;
  };

  const order = orderOf(versions);
  const first = order ? settle(order.base, order) : "theirs";
  const [lead, other] = first === "theirs" ? [theirs, mine] : [mine, theirs];
  const known = new Map<string, string>();
  for (const key of woven([...lead.keys()], [...other.keys()])) {
    const both = { key, theirs: theirs.get(key), mine: mine.get(key) };
    const side = settle(base.get(key), both);
    const part = side === "theirs" ? both.theirs : both.mine;
    if (part) merged.parts.set(key, part);
    const digest = side === undefined ? base.get(key) : both.theirs?.digest;
    if (digest !== undefined) known.set(key, digest);
  }
  // Its order is that of which the digests tell: the saved one, or that from which both have moved.
  const inOrder = woven([...(first === undefined ? base : theirs).keys()], [...known.keys()]);
  for (const key of inOrder) {
    const digest = known.get(key);
    if (digest !== undefined) merged.base.set(key, digest);
  }
  return merged;
}

/** Whose part it is where that is not open: what both made the same is theirs, which is saved already. */
function whose(base: string | undefined, { theirs, mine }: Open): Side | undefined {
  if (theirs?.digest === mine?.digest || mine?.digest === base) return "theirs";
  return theirs?.digest === base ? "mine" : undefined;
}

/** The order of what all three have. */
function orderOf({ base, theirs, mine, ordered }: Versions): (Open & { base: string }) | undefined {
  if (!ordered) return undefined;
  const inAll = (keys: Iterable<string>) =>
    [...keys].filter((key) => base.has(key) && theirs.has(key) && mine.has(key));
  const told = (keys: string[]) => brief(keys.join("\n"));
  const part = (rows: Parts): Part => {
    const keys = inAll(rows.keys());
    return { value: keys.map((key) => rows.get(key)?.value), digest: told(keys) };
  };
  return { key: ORDER, base: told(inAll(base.keys())), theirs: part(theirs), mine: part(mine) };
}

/** Keys in the first order; what only the other has comes after what it came after there. */
function woven(keys: readonly string[], other: readonly string[]): string[] {
  const all = [...keys];
  for (const [index, key] of other.entries())
    if (!all.includes(key)) all.splice(all.indexOf(other[index - 1] ?? "") + 1, 0, key);
  return all;
}
