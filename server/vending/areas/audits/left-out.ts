import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Placement } from "../../evadts/arrange";
import { type Db, rows } from "../../database/query";
import type { KeptHeader } from "./jobs";

/** A read that staff left out came all the same: nobody misses it. By the numbers that the same machine gave its reads. */
export async function withoutLeftOut(
  tx: Db,
  device: number,
  placements: readonly Placement[],
  headerOf: (read: string) => KeptHeader | undefined,
): Promise<Placement[]> {
  if (!placements.some(({ missingReads }) => missingReads > 0)) return [...placements];
  const leftOut = await rows(
    tx,
    z.object({ number: z.number(), serial: z.string().nullable() }),
    sql`
    select distinct (r.header->>'readsTotal')::bigint as number, r.header->>'machineSerial' as serial from audit_reads r join audit_files f on f.id = r.file_id
    where r.device_id = ${device} and f.skipped and r.header->>'readsTotal' is not null`,
  );
  return placements.map((place) => {
    const [from, to] = [place.previousId === null ? undefined : headerOf(place.previousId), headerOf(place.id)];
    const came = leftOut.filter(
      ({ number, serial }) =>
        serial === (to?.machineSerial ?? null) &&
        number > (from?.readsTotal ?? Infinity) &&
        number < (to?.readsTotal ?? -Infinity),
    );
    return { ...place, missingReads: Math.max(0, place.missingReads - came.length) };
  });
}
