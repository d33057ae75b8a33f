import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { forgetAlerts, watchOnce } from "./areas/alerts/watch";
import { postAlerts } from "./areas/alerts/posts";
import { expireCommands } from "./areas/commands/results";
import { makeTakings } from "./areas/dashboard/ranking";
import { foldMachineDays } from "./areas/fleet/day-fold";
import { foldDays } from "./areas/fleet/days";
import { checkDayRollups } from "./areas/fleet/day-rollups-check";
import { checkDays } from "./areas/fleet/days-check";
import { sweepOffline } from "./areas/fleet/offline";
import { dropOldEvents } from "./areas/fleet/retention";
import { expireHolds } from "./areas/keys/authorisations";
import { checkWallets } from "./areas/keys/check";
import { checkStock } from "./areas/logistics/check";
import { settlePast } from "./areas/logistics/consumption";
import { keepForecasts } from "./areas/needs/keep";
import { planTomorrow } from "./areas/route-sheets/plan";
import { checkRollups, toldOf } from "./areas/sales/check";
import { foldSales } from "./areas/sales/fold";
import { markQuiet } from "./areas/sales/quiet";
import { shifted } from "./areas/sales/spans";
import { makeProfiles } from "./areas/sales/usual-week";
import { offlineMinutes } from "./areas/settings/resources";
import { type Db, only, transaction } from "./database/query";
import { forgetMade } from "./resource/once";
import { clockTime, localTime } from "./time";

const MINUTE = 60_000;
/** Any number that is the same in every process: only one of them does the night's work. */
const NIGHT_LOCK = 7_264_002;

/** How far back rollups are compared with the sales each night. */
const CHECKED_DAYS = 40;

/** What nobody should wait for: rollups of the whole network, and which machines are too quiet. */
async function keepReady(pool: Pool): Promise<void> {
  await makeTakings(pool);
  await markQuiet(pool);
}

/** What is done once a night: usual weeks made anew, old events dropped when machines' days were made of them, answers to forms forgotten, rollups compared with the sales and events, wallets with their movements. Another process that does it at the time is enough. */
async function night(pool: Pool): Promise<void> {
  const { due } = await only(
    pool,
    z.object({ due: z.boolean() }),
    sql`
    select max(made_at) is null or (max(made_at) < now() - interval '20 hours' and extract(hour from ${clockTime(sql`now()`)}) between 2 and 4) as due from device_profiles`,
  );
  if (!due) return;
  const mine = await transaction(pool, async (tx) => {
    const { free } = await only(
      tx,
      z.object({ free: z.boolean() }),
      sql`select pg_try_advisory_xact_lock(${NIGHT_LOCK}) as free`,
    );
    if (free) await makeProfiles(tx);
    return free;
  });
  if (!mine) return;
  await foldDays(pool);
  await dropOldEvents(pool);
  await forgetMade(pool);
  await forgetAlerts(pool);
  const since = shifted(localTime(Date.now()).slice(0, 10), -CHECKED_DAYS);
  const differing = [
    ...(await checkRollups(pool, since)),
    ...(await checkDays(pool, since)),
    ...(await checkDayRollups(pool, since)),
  ];
  if (differing.length) console.error(`Rollups differ from the sales or events:\n${toldOf(differing)}`);
  const wrong = await checkWallets(pool);
  if (wrong.length) console.error(`Wallets differ from their movements:\n${wrong.join("\n")}`);
  const stock = await checkStock(pool);
  if (stock.length) console.error(`Stock differs from its moves:\n${stock.join("\n")}`);
}

interface Job {
  every: number;
  work(): Promise<unknown>;
  after?: number;
}

/** The work that nobody asks for: it goes on beside the calls until `stop`. */
export function startUpkeep(pool: Pool): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const started = Date.now();
  const jobs: Job[] = [
    // While we were down nobody could reach us: units get the time that the settings give them.
    { every: 30_000, work: async () => (await graceIsOver(pool, started)) && sweepOffline(pool) },
    { every: 15_000, work: () => watchOnce(pool, Date.now()) },
    { every: 5_000, work: () => postAlerts(pool) },
    { every: MINUTE, work: () => expireCommands(pool) },
    { every: MINUTE, work: () => expireHolds(pool) },
    { every: 15_000, after: 0, work: () => foldSales(pool).then(() => foldMachineDays(pool)) },
    { every: 5 * MINUTE, after: 0, work: () => foldDays(pool) },
    { every: 5 * MINUTE, work: () => settlePast(pool) },
    { every: 15_000, after: 5_000, work: () => keepForecasts(pool) },
    { every: 5 * MINUTE, after: MINUTE, work: () => keepReady(pool) },
    { every: 10 * MINUTE, after: 2 * MINUTE, work: () => planTomorrow(pool) },
    { every: 10 * MINUTE, after: MINUTE, work: () => night(pool) },
  ];
  setMaxListeners(jobs.length, stopping.signal);
  const running = jobs.map((job) => repeat(job, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function graceIsOver(db: Db, started: number): Promise<boolean> {
  const { minutes } = await only(db, z.object({ minutes: z.number() }), sql`select ${offlineMinutes} as minutes`);
  return Date.now() - started > minutes * MINUTE;
}

async function repeat({ every, work, after = every }: Job, stopped: AbortSignal): Promise<void> {
  for (let pause = after; !stopped.aborted; pause = every) {
    await sleep(pause, undefined, { ref: false, signal: stopped }).catch(() => undefined);
    if (!stopped.aborted) await work().catch((error: unknown) => !stopped.aborted && console.error(error));
  }
}
