import { sql } from "drizzle-orm";
import * as calls from "~server/contract/calls/route-sheets";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { STOP_PHOTOS } from "~server/contract/route-sheets";
import { notFound } from "../../fault";
import { sha256 } from "../../secrets";
import { give } from "../files/give";
import { thumbnailOf } from "../files/thumbnail";
import { acceptSheet, completeSheet, loadSheet } from "./load";
import { addPhoto, readPhoto } from "./photos";
import { readSheet, sheetsOfMine, sheetsOfWarehouse } from "./read";
import { beginStop, serveStop } from "./serve";

/** Route sheets as dispatchers look at them and crews work on them; they are written as records. */
export function answerRouteSheets({ read, change, upload, download }: Answers, { pool }: Deps): void {
  read(calls.sheet, ({ viewer, param }) => readSheet(pool, viewer, sql`s.id = ${param("id")}`));
  read(calls.myRoute, ({ viewer }) => sheetsOfMine(pool, viewer));
  read(calls.workedSheet, ({ viewer, param }) => readSheet(pool, viewer, sql`s.id = ${param("id")}`));
  read(calls.warehouseSheets, ({ param }) => sheetsOfWarehouse(pool, param("id")));
  change(calls.acceptSheet, ({ viewer, param }) => acceptSheet(pool, viewer, param("id")));
  change(calls.loadSheet, ({ viewer, param, form }) => loadSheet(pool, viewer, param("id"), form));
  change(calls.completeSheet, ({ viewer, param, form }) => completeSheet(pool, viewer, param("id"), form));
  read(calls.sheetOfStop, ({ viewer, param }) =>
    readSheet(pool, viewer, sql`s.id = (select t.sheet_id from route_sheet_stops t where t.id = ${param("id")})`),
  );
  change(calls.beginStop, ({ viewer, param, form }) => beginStop(pool, viewer, param("id"), form));
  upload(calls.addStopPhoto, async ({ viewer, param, query, bytes }) =>
    addPhoto(pool, viewer, param("id"), query.key, await bytes(STOP_PHOTOS.maxBytes)),
  );
  const named = (id: number) => ({ name: `photo-${id}.webp`, type: "image/webp" });
  download(calls.stopPhoto, async ({ c, viewer, param }) => {
    const id = param("id");
    const content = await readPhoto(pool, viewer, id);
    return give(c, { ...named(id), etag: `"photo-${id}"` }, async () => content);
  });
  download(calls.stopPhotoThumbnail, async ({ c, viewer, param }) => {
    const id = param("id");
    const content = await readPhoto(pool, viewer, id);
    return give(c, { ...named(id), etag: `"photo-${id}-small"` }, async () => {
      const made = await thumbnailOf(sha256(content), async () => content);
      if (!made) throw notFound();
      return made;
    });
  });
  change(calls.serveStop, ({ viewer, param, form }) => serveStop(pool, viewer, param("id"), form));
}
