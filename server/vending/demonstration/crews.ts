import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { Sheet } from "~server/contract/route-sheets";
import type { Viewer } from "../access";
import { acceptSheet, completeSheet, loadSheet } from "../areas/route-sheets/load";
import { draftFor } from "../areas/route-sheets/plan";
import { readSheet } from "../areas/route-sheets/read";
import { routeSheetResource } from "../areas/route-sheets/resources";
import { serveStop } from "../areas/route-sheets/serve";
import { viewersWhere } from "../areas/session/viewers";
import { list, one, rows } from "../database/query";
import { actOnRecord } from "../resource/write";
import { rest } from "../simulator/play";
import { clockTime, TODAY } from "../time";
import { countBagsAtOffice } from "./counted-bags";
import { CREWS } from "./logistics";
import { chance, pick, type Random, randomOf, spread } from "./random";

/** Minutes between two machines of a crew, on average; time runs faster than on the road, so that there is something to see. */
const MEAN_PAUSE_S = 150;
/** Crews work from and to these hours in Kyiv. */
const WORKS = { from: 6, to: 21 };
/** One visit in so many does not fill what was planned, is not written down, or finds nobody who opens. */
const WRONG_AMOUNT = 1 / 12;
const FORGOTTEN = 1 / 25;

/** Crews that people make, and their sheets, are theirs. */
const OWN = CREWS.map(({ name }) => name);

const crewRow = z.object({ crew: z.number(), member: z.number() });
const sheetRow = z.object({ id: z.number(), status: z.string() });

/**
 * Crews of the demonstration at work: each has a sheet for today that it loads, serves machine by machine and brings the
 * rest back from, with the mistakes of people, and a sheet for tomorrow that waits for approval.
 */
export async function playCrews(pool: Pool, stopped: AbortSignal): Promise<void> {
  const random = randomOf("crews", Date.now());
  while (!stopped.aborted) {
    const [dispatcher] = await viewersWhere(pool, sql`g.name = 'Менеджери'`);
    const crews = await rows(
      pool,
      crewRow,
      sql`select c.id as crew, c.members[1] as member from crews c where c.type = 'CREW' and cardinality(c.members) > 0
      and c.name = any(${list(OWN, "text")}) 
      and extract(hour from ${clockTime(sql`now()`)}) between ${WORKS.from} and ${WORKS.to} order by c.id`,
    );
    for (const { crew, member } of crews) {
      const [driver] = await viewersWhere(pool, sql`u.id = ${member}`);
      if (stopped.aborted || !driver || !dispatcher) break;
      await workOn(pool, { crew, driver, dispatcher }, random).catch(console.error);
    }
    await countBagsAtOffice(pool).catch(console.error);
    await rest(-Math.log(1 - random()) * MEAN_PAUSE_S * 1_000, stopped);
  }
}

interface Crew {
  crew: number;
  driver: Viewer;
  dispatcher: Viewer;
}

/** The next thing that a crew does today. */
async function workOn(pool: Pool, { crew, driver, dispatcher }: Crew, random: Random): Promise<void> {
  const sheetOn = (day: ReturnType<typeof sql>) =>
    one(
      pool,
      sheetRow,
      sql`select id, status from route_sheets where crew_id = ${crew} and day = ${day} and status <> 'CANCELED' order by id desc limit 1`,
    );
  const [today, tomorrow] = [await sheetOn(TODAY), await sheetOn(sql`${TODAY} + 1`)];
  if (!today) {
    const id = await draftFor(pool, dispatcher, { crew, day: await dayOf(pool, 0) });
    if (id === undefined) return;
    await actOnRecord(pool, routeSheetResource, dispatcher, id, "submit");
    await actOnRecord(pool, routeSheetResource, dispatcher, id, "approve");
    return;
  }
  if (!tomorrow) {
    const id = await draftFor(pool, dispatcher, { crew, day: await dayOf(pool, 1) });
    if (id !== undefined && chance(random, 0.5)) await actOnRecord(pool, routeSheetResource, dispatcher, id, "submit");
  }
  const sheet = await readSheet(pool, driver, sql`s.id = ${today.id}`);
  if (sheet.status === "APPROVED") await acceptSheet(pool, driver, sheet.id);
  else if (sheet.status === "ACCEPTED") await load(pool, driver, sheet);
  else if (sheet.status === "LOADED") await serveNext(pool, driver, sheet, random);
}

const dayOf = async (pool: Pool, ahead: number): Promise<string> =>
  (await rows(pool, z.object({ day: z.string() }), sql`select ${TODAY} + ${ahead}::integer as day`))[0]?.day ?? "";

/** Whole packs where there is so much, and what there is where there is not. */
const load = (pool: Pool, driver: Viewer, { id, loads }: Sheet) =>
  loadSheet(pool, driver, id, {
    key: randomUUID(),
    loads: loads.map(({ ingredient, picked, pack, packs, free }) => ({
      ingredient: ingredient.id,
      quantity: Math.min(pack && packs ? pack * packs : picked, Math.max(0, free)),
    })),
  });

async function serveNext(pool: Pool, driver: Viewer, { id, stops, loads }: Sheet, random: Random): Promise<void> {
  const next = stops.find(({ status, reason }) => status !== "served" && reason === null);
  if (!next) {
    const returns = loads.map(({ ingredient, loaded, put }) => ({
      ingredient: ingredient.id,
      quantity: Math.max(0, (loaded ?? 0) - put),
    }));
    await completeSheet(pool, driver, id, { key: randomUUID(), returns, unserved: [] });
    return;
  }
  const key = randomUUID();
  if (chance(random, FORGOTTEN)) {
    const reason = pick(random, ["closed", "no_access", "no_time"] as const);
    await serveStop(pool, driver, next.id, { key, waited: 0, fills: [], reason });
    return;
  }
  const share = chance(random, WRONG_AMOUNT) ? Math.min(1, Math.abs(spread(random, 0.3))) : 1;
  await serveStop(pool, driver, next.id, {
    key,
    waited: 0,
    fills: next.fills.map(({ slot, level, capacity, proposed }) => {
      const found = Math.min(capacity, Math.round(level ?? capacity - proposed));
      return { slot, found, put: Math.max(0, Math.min(proposed, Math.floor((capacity - found) * share))) };
    }),
    cleaned: next.tasks.includes("clean") ? "on" : undefined,
    collected: next.tasks.includes("collect") ? "on" : undefined,
    bag: next.tasks.includes("collect") ? `B-${next.id}` : undefined,
  });
}
