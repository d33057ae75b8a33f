import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import type { Link } from "../sales/scans";
import type { PaidVend } from "./paid-vends";

const scannedRow = z.object({
  device: z.number(),
  sale: z.string(),
  scan: z.string(),
  card: z.enum(["rfid", "qr"]),
  code: z.string(),
  price: z.number(),
  at: z.string(),
});

/**
 * Vends of which the reader alone tells what they were paid with, as older units do: the nearest to its scan. A partner's
 * card is not among them, for what it took off the price is not told.
 */
export async function scannedVends(tx: Db, links: readonly Link[]): Promise<PaidVend[]> {
  if (!links.length) return [];
  const found = await rows(
    tx,
    scannedRow,
    sql`
    select s.device_id as device, x.id as sale, s.id as scan, s.card, s.code, case when x.currency is null then coalesce(s.price, x.amount) else x.amount end as price, x.sold_at as at
    from ${given(links, "device integer, scan uuid")} join scans s on s.device_id = k.device and s.id = k.scan
      join sales x on x.device_id = s.device_id and x.id = s.sale_id
    where s.card in ('rfid', 'qr') and s.code is not null order by s.at, s.id`,
  );
  return found.map(({ at, ...vend }) => ({ ...vend, ask: null, at: Date.parse(at) }));
}

/** A scan belongs to the row of its vend, so that it is never taken for another's. */
export async function keepScansOf(tx: Db, links: readonly Link[]): Promise<void> {
  const found = links.filter(({ sale }) => sale !== null);
  if (!found.length) return;
  await run(
    tx,
    sql`
    update authorisations a set scan_id = own.scan
    from (
      select distinct on (k.device, k.sale) k.device, k.sale, s.id as scan, s.code from ${given(found, "device integer, scan uuid, sale uuid")}
        join scans s on s.device_id = k.device and s.id = k.scan
      where not exists (select 1 from authorisations o where o.device_id = s.device_id and o.scan_id = s.id) order by k.device, k.sale, s.at, s.id) own
    where a.device_id = own.device and a.sale_id = own.sale and a.scan_id is null and a.code = own.code`,
  );
}
