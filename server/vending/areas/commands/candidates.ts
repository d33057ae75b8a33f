import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Candidates, candidateSchema, type RolloutFilter } from "~server/contract/rollouts";
import { refSchema } from "~server/contract/record";
import { type Viewer, visibleDevices } from "../../access";
import { allOf, type Db, list, only, rows } from "../../database/query";
import { containing, status } from "../fleet/statuses";

/** Machines on one page of the form of a rollout. */
export const CANDIDATES = 100;
/** Choices of a filter; beyond them the words of the search help. */
const CHOICES = 200;

const from = sql`from devices d join telemetries u on u.device_id = d.id left join device_states s on s.device_id = d.id left join locations l on l.id = d.location_id`;
const reachable = (viewer: Viewer): SQL => sql`(not d.hidden and ${visibleDevices(viewer, sql`d`)})`;

/** Machines with a unit that the filter of a rollout finds, as `device` and `unit`. */
export const found = (viewer: Viewer, filter: RolloutFilter): SQL =>
  sql`select d.id as device, u.id as unit ${from} where ${matches(viewer, filter)}`;

function matches(viewer: Viewer, { q, release, device_type, model, project }: RolloutFilter): SQL {
  return allOf([
    reachable(viewer),
    ...(release === undefined ? [] : [sql`s.firmware = ${release}`]),
    ...(device_type === undefined ? [] : [sql`d.device_type = ${device_type}`]),
    ...(model === undefined ? [] : [sql`d.model_id = ${model}`]),
    ...(project === undefined ? [] : [sql`l.project_id = ${project}`]),
    ...containing(q),
  ]);
}

const COLUMNS = sql`d.id, d.serial_number, l.name as location, ${status} as status, s.firmware as release`;

/** A page of the machines that a rollout may go to, the chosen ones of any page besides, and what can be filtered by. */
export async function candidates(
  db: Db,
  viewer: Viewer,
  filter: RolloutFilter,
  page: number,
  chosen: readonly number[],
): Promise<Candidates> {
  const where = matches(viewer, filter);
  const order = sql`order by d.serial_number, d.id`;
  const [items, picked, { total }, releases, models, projects] = await Promise.all([
    rows(
      db,
      candidateSchema,
      sql`select ${COLUMNS} ${from} where ${where} ${order} limit ${CANDIDATES} offset ${(page - 1) * CANDIDATES}`,
    ),
    chosen.length
      ? rows(
          db,
          candidateSchema,
          sql`select ${COLUMNS} ${from} where ${reachable(viewer)} and d.id = any(${list(chosen, "integer")}) ${order}`,
        )
      : [],
    only(db, z.object({ total: z.number() }), sql`select count(*) as total ${from} where ${where}`),
    rows(
      db,
      z.object({ release: z.string() }),
      sql`select distinct s.firmware as release ${from} where ${reachable(viewer)} and s.firmware is not null order by 1 limit ${CHOICES}`,
    ),
    rows(
      db,
      refSchema,
      sql`select m.id, m.name as label from device_models m where m.id in (select d.model_id ${from} where ${reachable(viewer)}) order by 2, 1 limit ${CHOICES}`,
    ),
    rows(
      db,
      refSchema,
      sql`select p.id, p.name as label from projects p where p.id in (select l.project_id ${from} where ${reachable(viewer)}) order by 2, 1 limit ${CHOICES}`,
    ),
  ]);
  return {
    items,
    chosen: picked,
    total,
    page,
    limit: CANDIDATES,
    releases: releases.map(({ release }) => release),
    models,
    projects,
  };
}
