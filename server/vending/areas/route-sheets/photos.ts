import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { STOP_PHOTOS } from "~server/contract/route-sheets";
import { isUnlimited, type Viewer, visibleDevices } from "../../access";
import { always, anyOf, one, only, transaction } from "../../database/query";
import { Fault, notFound } from "../../fault";
import { smaller } from "../files/thumbnail";
import { isMember, seen } from "./sight";
import { lockStop } from "./serve";

/** Longest side of a photo as it is kept, pixels. */
const SIDE = 1_600;
const idRow = z.object({ id: z.number() });

/** Keeps a photo of a machine on the way, once for each key; 422 for what is no image, or one too many. */
export async function addPhoto(
  pool: Pool,
  viewer: Viewer,
  stop: number,
  key: string,
  content: Uint8Array,
): Promise<{ id: number }> {
  const photo = await smaller(content, SIDE);
  if (!photo) throw new Fault(422, "file_type");
  return transaction(pool, async (tx) => {
    await lockStop(tx, viewer, stop);
    const known = await one(tx, idRow, sql`select id from route_sheet_photos where stop_id = ${stop} and key = ${key}`);
    if (known) return known;
    const { count } = await only(
      tx,
      z.object({ count: z.number() }),
      sql`select count(*) as count from route_sheet_photos where stop_id = ${stop}`,
    );
    if (count >= STOP_PHOTOS.most) throw new Fault(422, "too_many_photos");
    return only(
      tx,
      idRow,
      sql`insert into route_sheet_photos (stop_id, key, content, author) values (${stop}, ${key}, ${photo}, ${viewer.full_name}) returning id`,
    );
  });
}

/** A photo that the viewer may see: its crew, and dispatchers who see the machine; 404 for anybody else. */
export async function readPhoto(pool: Pool, viewer: Viewer, id: number): Promise<Uint8Array> {
  const found = await one(
    pool,
    z.object({ content: z.instanceof(Uint8Array) }),
    sql`select p.content from route_sheet_photos p join route_sheet_stops t on t.id = p.stop_id join route_sheets s on s.id = t.sheet_id join devices d on d.id = t.device_id
    where p.id = ${id} and ${seen(viewer, sql`s`)} and ${isUnlimited(viewer) ? always : anyOf([isMember(viewer, sql`s`), visibleDevices(viewer, sql`d`)])}`,
  );
  if (!found) throw notFound();
  return found.content;
}
