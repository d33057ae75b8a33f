import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { markAlarms } from "./alarms";
import { claimDesks } from "./desk";
import { type Line, PATIENCE, type Patience } from "./http";
import { takeTurn } from "./turn";

/** Desks that one process works on at the same time: most of that is waiting for the service. */
const AT_ONCE = 200;
const LOOK_EVERY_MS = 500;
const ALARMS_EVERY_MS = 30_000;

/** Whether this process works on desks: then who asks a desk for something can wait for it. */
let running = false;
export const worksOnDesks = (): boolean => running;

export interface FiscalWork {
  stop(): Promise<void>;
}

/** Works on the queues of all desks that no other process works on. `base`: the service's address. */
export function runFiscal(pool: Pool, base: string, patience: Patience = PATIENCE): FiscalWork {
  const stopping = new AbortController();
  running = true;
  const line: Line = { base, patience };
  const done = Promise.all([turns(pool, line, stopping.signal), alarms(pool, stopping.signal)]);
  return {
    stop: async () => {
      running = false;
      stopping.abort();
      await done;
    },
  };
}

async function turns(pool: Pool, line: Line, stopped: AbortSignal): Promise<void> {
  const worker = randomUUID();
  const under = new Set<Promise<void>>();
  while (!stopped.aborted) {
    const free = AT_ONCE - under.size;
    const desks = free ? await claimDesks(pool, worker, free).catch((error: unknown) => fail(error, stopped)) : [];
    for (const desk of desks) {
      const turn = takeTurn(pool, line, { desk, worker }, stopped)
        .catch((error: unknown) => void fail(error, stopped))
        .finally(() => under.delete(turn));
      under.add(turn);
    }
    await pause(LOOK_EVERY_MS, stopped);
  }
  await Promise.all(under);
}

async function alarms(pool: Pool, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await markAlarms(pool).catch((error: unknown) => fail(error, stopped));
    await pause(ALARMS_EVERY_MS, stopped);
  }
}

function fail(error: unknown, stopped: AbortSignal): [] {
  if (!stopped.aborted) console.error(error);
  return [];
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
