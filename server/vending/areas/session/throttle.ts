import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { Fault } from "../../fault";

const WINDOW_SECONDS = 15 * 60;

/** Guesses that are compared in a quarter of an hour, by what they are counted by. */
const LIMITS = {
  /** The caller's address, over all accounts. */
  address: 50,
  /** Sign-in to an account, by its id, however its e-mail is spelled; and to an e-mail that nobody has. */
  account: 5,
  email: 5,
  /** The own password, asked for again by somebody who is signed in; by the user's id. */
  password: 5,
  /** Codes of the second step, by the user's id: a million of them, three of which are right at a time. */
  code: 5,
  /** Sign-in of a company's partner, by its login: a system makes several calls at once, and each is a guess until it was right. */
  partner: 20,
  /** Links of mails, by the caller's address: nobody guesses one, and nobody has to be let try. */
  link: 50,
};
type Kind = keyof typeof LIMITS;
const KINDS = ["address", "account", "email", "password", "code", "partner", "link"] as const;

export interface Throttle {
  /**
   * Has a guess compared, and answers what `compare` does: undefined when the guess is wrong. The guess is counted
   * first, so that no more are compared when many come at once; a right one gives its count back. Throws 429 with the
   * seconds to wait when a count is used up.
   */
  guess<T>(by: Partial<Record<Kind, string | number>>, compare: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** Slows guessing. Counts in the database, so that several API processes share the counts. */
export function openThrottle(pool: Pool): Throttle {
  const limiters = new Map(
    KINDS.map((kind) => [
      kind,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: "sign_in_attempts",
        tableCreated: true,
        keyPrefix: kind,
        points: LIMITS[kind],
        duration: WINDOW_SECONDS,
      }),
    ]),
  );
  return {
    async guess(by, compare) {
      const counted = KINDS.flatMap((kind) => {
        const limiter = limiters.get(kind);
        return by[kind] === undefined || !limiter ? [] : [{ kind, limiter, key: String(by[kind]).slice(0, 200) }];
      });
      for (const [index, { limiter, key }] of counted.entries())
        await limiter.consume(key).catch(async (reason: unknown) => {
          // What is not compared is no guess: counts that had room for it get it back.
          for (const taken of counted.slice(0, index)) await taken.limiter.reward(taken.key);
          throw refusal(reason);
        });
      const right = await compare();
      if (right === undefined) return undefined;
      // Who is right has proven nothing about others who guess from the same address.
      for (const { kind, limiter, key } of counted)
        await (kind === "address" || kind === "link" ? limiter.reward(key) : limiter.delete(key));
      return right;
    },
  };
}

/** The library rejects with a result, not an error, when a count is used up. */
function refusal(reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason;
  return new Fault(429, "too_many_attempts", { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) });
}
