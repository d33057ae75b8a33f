import type { Pool } from "pg";
import { PROVIDERS, type Providers } from "./accounts";
import type { Sites } from "./sites";

/** What the machinery of payments works with. */
export interface Machinery {
  pool: Pool;
  providers: Providers;
  sites: Sites;
  /** Something is due now: whoever waits for the next round ceases to. */
  wake(): void;
  /** Aborted by the next `wake`. */
  woken(): AbortSignal;
}

export function openMachinery(pool: Pool, sites: Sites, providers: Providers = PROVIDERS): Machinery {
  let waking = new AbortController();
  return {
    pool,
    providers,
    sites,
    wake() {
      waking.abort();
      waking = new AbortController();
    },
    woken: () => waking.signal,
  };
}
