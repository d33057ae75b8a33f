import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { Fault } from "../../fault";

/** Looks of a minute that one address may have at one machine; people behind one address share it. */
const LOOKS = 240;
/** Payments of ten minutes that one address may begin at one machine. */
const BEGINNINGS = 20;
/** Messages of a minute to one account: a provider repeats few. */
const CALLBACKS = 1_200;

/** Slows who looks at public pages, begins payments or calls back all too often: 429 with the seconds to wait. */
export function openLimits(pool: Pool) {
  // Looks cost nothing but time: each process counts its own. Beginnings are counted for all.
  const looks = new RateLimiterMemory({ points: LOOKS, duration: 60 });
  const callbacks = new RateLimiterMemory({ points: CALLBACKS, duration: 60 });
  const beginnings = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "sign_in_attempts",
    tableCreated: true,
    keyPrefix: "pay",
    points: BEGINNINGS,
    duration: 600,
  });
  const take = (limiter: RateLimiterMemory | RateLimiterPostgres, key: string) =>
    limiter.consume(key.slice(0, 200)).catch((reason: unknown) => {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      throw new Fault(429, "too_many_attempts", { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) });
    });
  return {
    look: (address: string | undefined, code: string) => take(looks, `${address ?? ""} ${code}`),
    begin: (address: string | undefined, code: string) => take(beginnings, `${address ?? ""} ${code}`),
    callback: (account: number) => take(callbacks, String(account)),
  };
}
