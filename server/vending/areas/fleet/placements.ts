import { sql } from "drizzle-orm";
import { PLACES, type Placements, placementsSchema } from "~server/contract/placements";
import type { Viewer } from "../../access";
import { paged } from "../../database/page";
import type { Db } from "../../database/query";
import { pastRef } from "../../resource/deleted";

const named = (viewer: Viewer) =>
  sql.join(
    PLACES.map(
      (place) => sql`${pastRef(viewer, place, sql`p.${sql.identifier(`${place}_id`)}`)} as ${sql.identifier(place)}`,
    ),
    sql`, `,
  );

/** Where a machine stood since when, the latest first. */
export const listPlacements = (
  db: Db,
  viewer: Viewer,
  device: number,
  asked: { page: number; limit: number },
): Promise<Placements> =>
  paged(
    db,
    placementsSchema.shape.items.element,
    {
      columns: sql`p.id, nullif(p.from_at, '-infinity') as "from", ${named(viewer)}`,
      from: sql`from placements p where p.device_id = ${device}`,
      order: sql`p.from_at desc`,
    },
    asked,
  );
