import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { telemetryFirmware } from "~server/contract/calls/telemetry";
import type { Answers } from "../../answers";
import { one } from "../../database/query";
import { Fault, notFound } from "../../fault";

const imageRow = z.object({ size: z.number(), sha256: z.string() });
const partRow = z.object({ part: z.instanceof(Uint8Array) });
/** Most that one answer carries; a unit asks for the next range. */
const RANGE_BYTES = 1024 * 1024;

/** The image of a firmware, whole or in ranges, for a unit that was told to install it. */
export function answerImages({ download }: Answers["units"], pool: Pool): void {
  download(telemetryFirmware, async ({ c, unit, param }) => {
    const id = param("id");
    const image = await one(
      pool,
      imageRow,
      sql`
      select x.size, x.sha256 from firmwares f join files x on x.id = f.image_id
      where f.id = ${id} and exists (select 1 from device_commands c where c.firmware_id = f.id and c.telemetry_id = ${unit.id} and c.state in ('queued', 'sent', 'delivered'))`,
    );
    if (!image) throw notFound();
    const headers = {
      etag: `"${image.sha256}"`,
      "accept-ranges": "bytes",
      "content-type": "application/octet-stream",
      "cache-control": "private, no-store",
    };
    const range = rangeOf(c.req.header("range"), image.size);
    if (range === "unsatisfiable") return c.body(null, 416, { ...headers, "content-range": `bytes */${image.size}` });
    const { first, last } = range ?? { first: 0, last: image.size - 1 };
    const end = range ? Math.min(last, first + RANGE_BYTES - 1) : last;
    const found = await one(
      pool,
      partRow,
      sql`select substring(x.content from ${first + 1} for ${end - first + 1}) as part from firmwares f join files x on x.id = f.image_id where f.id = ${id}`,
    );
    if (!found) throw new Fault(404, "not_found");
    return c.body(Buffer.from(found.part), range ? 206 : 200, {
      ...headers,
      ...(range ? { "content-range": `bytes ${first}-${end}/${image.size}` } : {}),
    });
  });
}

/** One range (`bytes=0-99`, `bytes=100-`, `bytes=-100`); anything else is answered whole, as the standard lets us. */
function rangeOf(
  header: string | undefined,
  size: number,
): { first: number; last: number } | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last || first >= size ? "unsatisfiable" : { first, last };
}
