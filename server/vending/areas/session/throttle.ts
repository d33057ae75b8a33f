import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { Fault } from "../../fault";

const WINDOW_SECONDS = 15 * 60;
const FAILURES = { account: 5, address: 50 };

/**
 * Slows password guessing: five failures an account, fifty an address in a quarter of an hour.
 * Counted in the database, so that several API processes share the count.
 */
export function signInThrottle(pool: Pool) {
  const limiter = (prefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: "sign_in_attempts",
      tableCreated: true,
      keyPrefix: prefix,
      points,
      duration: WINDOW_SECONDS,
    });
  const account = limiter("account", FAILURES.account);
  const address = limiter("address", FAILURES.address);
  const keys = (email: string, from: string | undefined) => [
    { limiter: account, key: email.toLowerCase().slice(0, 200), most: FAILURES.account },
    ...(from ? [{ limiter: address, key: from.slice(0, 60), most: FAILURES.address }] : []),
  ];

  return {
    /** Throws 429 with the seconds to wait while either count is used up. */
    async check(email: string, from: string | undefined): Promise<void> {
      for (const one of keys(email, from)) {
        const state = await one.limiter.get(one.key);
        if (state && state.consumedPoints >= one.most) throw tooMany(state.msBeforeNext);
      }
    },
    async failed(email: string, from: string | undefined): Promise<void> {
      for (const one of keys(email, from)) await one.limiter.consume(one.key).catch(ignoreUsedUp);
    },
    /** The person is who they say: earlier slips of this account are forgotten. */
    async succeeded(email: string): Promise<void> {
      await account.delete(email.toLowerCase().slice(0, 200));
    },
  };
}

// The library rejects with a result, not an error, when the count is used up; `check` tells that on the next try.
function ignoreUsedUp(reason: unknown): void {
  if (!(reason instanceof RateLimiterRes)) throw reason;
}

function tooMany(milliseconds: number): Fault {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new Fault(429, "too_many_attempts", { retryAfter });
}
