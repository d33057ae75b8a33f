/** What a person was writing in a ticket. `key`: under which the reply is sent, so that a reply which did arrive is not said twice. */
export interface KeptDraft {
  text: string;
  after: string;
  key: string;
}

const PREFIX = "draft ";

/** Where this tab keeps what a person writes in a ticket; another person who signs in has other places. */
export const draftName = (person: number, ticket: number): string => `${PREFIX}${person} ${ticket}`;

export function keptDraft(name: string): KeptDraft | undefined {
  return quietly(() => {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? "null");
    return isDraft(kept) ? kept : undefined;
  });
}

/** A draft without words is none. */
export function keepDraft(name: string, draft: KeptDraft): void {
  quietly(() =>
    draft.text.trim() ? sessionStorage.setItem(name, JSON.stringify(draft)) : sessionStorage.removeItem(name),
  );
}

export const dropDraft = (name: string): void => quietly(() => sessionStorage.removeItem(name));

/** Leaves only the drafts of `person`; without one, none. */
export function forgetDrafts(person?: number): void {
  quietly(() => {
    const own = person === undefined ? undefined : `${PREFIX}${person} `;
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX) && !(own && name.startsWith(own))) sessionStorage.removeItem(name);
    }
  });
}

/** A browser that keeps nothing for pages works like one without scripts. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isDraft(kept: unknown): kept is KeptDraft {
  if (typeof kept !== "object" || kept === null) return false;
  return (
    "text" in kept &&
    typeof kept.text === "string" &&
    "after" in kept &&
    typeof kept.after === "string" &&
    "key" in kept &&
    typeof kept.key === "string"
  );
}
