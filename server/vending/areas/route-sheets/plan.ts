import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { writtenSchema } from "~server/contract/schema";
import { SERVICE, type Viewer } from "../../access";
import { Fault } from "../../fault";
import { only, rows, transaction } from "../../database/query";
import { createRecord } from "../../resource/write";
import { clockTime, TODAY } from "../../time";
import { proposeStops } from "../needs/propose";
import { sheetsNightly } from "../settings/resources";
import { stopsOf } from "./proposed";
import { routeSheetResource } from "./resources";

/** One process plans at a time. */
const PLAN_LOCK = 7_340_040;
/** Hour in Kyiv from which drafts of the next day are written. */
const EVENING = 20;

/** A draft of the machines that are worth a crew's visit on a day; undefined where none is, or somebody was faster. */
export async function draftFor(
  pool: Pool,
  viewer: Viewer,
  { crew, day }: { crew: number; day: string },
): Promise<number | undefined> {
  const held = await rows(
    pool,
    z.object({ device: z.number() }),
    sql`select t.device_id as device from route_sheet_stops t where t.open`,
  );
  const round = await proposeStops(pool, SERVICE, { crew, day, except: held.map(({ device }) => device) });
  if (!stopsOf(round).length || !round.warehouse) return undefined;
  const values = writtenSchema(routeSheet, "wire", "create").parse({
    ...{ crew, day, vehicle: round.vehicle?.id ?? "" },
    stops: stopsOf(round).map(({ device, tasks }) => ({
      device: device.id,
      ...Object.fromEntries(tasks.map((task) => [task, "on"])),
    })),
  });
  try {
    return (await createRecord(pool, routeSheetResource, viewer, { ...values, key: randomUUID() })).id;
  } catch (error) {
    // A machine was put on another sheet meanwhile: the next evening's plan, or a person, sees to the rest.
    if (error instanceof Fault && error.status === 422) return undefined;
    throw error;
  }
}

/** In the evening, where the settings want it: drafts of tomorrow for every crew that has no sheet for it. */
export async function planTomorrow(pool: Pool): Promise<void> {
  const { due } = await only(
    pool,
    z.object({ due: z.boolean() }),
    sql`select ${sheetsNightly} and extract(hour from ${clockTime(sql`now()`)}) >= ${EVENING} as due`,
  );
  if (!due) return;
  await transaction(pool, async (tx) => {
    const { free } = await only(
      tx,
      z.object({ free: z.boolean() }),
      sql`select pg_try_advisory_xact_lock(${PLAN_LOCK}) as free`,
    );
    if (!free) return;
    for (const one of await crewsWithout(pool)) await draftFor(pool, SERVICE, one);
  });
}

/** Crews that have no sheet for tomorrow; one that another stands in for has none. */
const crewsWithout = (pool: Pool) =>
  rows(
    pool,
    z.object({ crew: z.number(), day: z.string() }),
    sql`select c.id as crew, ${TODAY} + 1 as day from crews c
    where c.replaced_by_id is null and not exists (select 1 from route_sheets s where s.crew_id = c.id and s.day = ${TODAY} + 1 and s.status <> 'CANCELED') order by c.id`,
  );
