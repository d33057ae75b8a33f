import { z } from "zod";
import type { Moment } from "../../time";

/** Signs of somebody at a machine within two hours of the first are of one visit; what is open after it was not repaired. */
export const VISIT_MS = 2 * 3_600_000;
/** A fault that is open again so long after its first visit has come back; known of every fault seven days after that. */
export const RETURN_DAYS = 7;
const RETURN_MS = RETURN_DAYS * 86_400_000;

/** What is known of visits at a moment (milliseconds): when the latest began, and of each fault that one found the first that did and the last. */
export const followedSchema = z.object({
  visit: z.number().nullable(),
  tried: z.array(z.object({ fault: z.string(), first: z.number(), last: z.number() })),
});
export type Followed = z.infer<typeof followedSchema>;
export const NOT_VISITED: Followed = { visit: null, tried: [] };

/** The first visit that found a fault, named by the machine's own word; `failed` when it turned out not to have repaired it. */
export interface FirstVisit {
  fault: string;
  at: Moment;
}
export interface FailedVisit extends FirstVisit {
  failed: Moment;
}

/** Follows the visits of a machine from how they stood, through what happens in order. */
export function following(begins: Followed) {
  let visit = begins.visit;
  const tried = new Map(begins.tried.map((one) => [one.fault, one]));
  const found: FirstVisit[] = [];
  const failed = new Map<string, FailedVisit>();
  return {
    found,
    /** Somebody is at the machine while these faults are open. */
    sign(at: Moment, faults: readonly string[]): void {
      if (visit !== null && at < visit + VISIT_MS) return;
      visit = at;
      for (const fault of faults) {
        const known = tried.get(fault);
        if (!known) found.push({ fault, at });
        tried.set(fault, { fault, first: known?.first ?? at, last: at });
      }
    },
    /** A fault begins: another one than that of a visit long ago. */
    opened(fault: string, at: Moment): void {
      const known = tried.get(fault);
      if (known && at >= known.last + RETURN_MS) tried.delete(fault);
    },
    /** Time in which these faults are open. */
    pass(faults: readonly string[], from: Moment, to: Moment): void {
      for (const fault of faults) {
        const known = tried.get(fault);
        if (!known) continue;
        const at = Math.max(from, known.first + VISIT_MS);
        const key = `${known.first} ${fault}`;
        if (at < Math.min(to, known.first + RETURN_MS) && !failed.has(key))
          failed.set(key, { fault, at: known.first, failed: at });
      }
    },
    /** How visits stand at a moment while these faults are open. */
    ends(at: Moment, open: ReadonlySet<string>): Followed {
      const kept = [...tried.values()].filter(({ fault, last }) => open.has(fault) || at < last + RETURN_MS);
      return { visit, tried: kept.sort((one, other) => (one.fault < other.fault ? -1 : 1)) };
    },
    failures: (): FailedVisit[] => [...failed.values()],
  };
}
