import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { dayOf, type Moment } from "../../time";
import { uuidOf } from "../../uuid";
import { clientAt } from "./key-holder";
import { belonging } from "./placement";

/** A vend that a machine began and did not end. Price in kopecks. */
export interface FailedVend {
  device: number;
  at: Moment;
  boxAt: Moment;
  selection: string | null;
  source: string;
  price: number;
}

/** A card or code held before a machine's reader, and what came of it; what was vended for it, and its price in kopecks. */
export interface Scan {
  device: number;
  at: Moment;
  boxAt: Moment;
  card: "rfid" | "qr" | "partner";
  code: string | null;
  partner: string | null;
  result: string;
  selection: string | null;
  price: number | null;
}

const iso = (at: Moment) => new Date(at).toISOString();

/** Keeps failed vends for good. A unit that was reset tells them again under other ids: they are known by what they say. */
export async function keepFailed(tx: Db, failed: readonly FailedVend[]): Promise<void> {
  if (!failed.length) return;
  const list = failed.map(({ device, at, boxAt, selection, source, price }) => ({
    ...{ device, selection, source, price, at: iso(at) },
    id: uuidOf("failed", device, boxAt, selection ?? "", source, price),
  }));
  await run(
    tx,
    sql`
    insert into failed_vends (device_id, id, placement_id, territory_id, recipe_id, at, day, selection, source, price)
    select k.device, k.id, p.id, p.territory_id, c.recipe, k.at, ${dayOf(sql`k.at`)}, k.selection, k.source, k.price
    from ${given(list, "device integer, id uuid, at timestamptz, selection text, source text, price bigint")} ${belonging(sql`k.device`, sql`k.selection`, sql`k.at`)}
    order by 1, 2 on conflict do nothing`,
  );
}

const pointRow = z.object({ device: z.number(), at: z.string(), selection: z.string().nullable() });
type Point = z.infer<typeof pointRow>;

/** Keeps scans for good, like failed vends; answers those that were new and that something was vended for. */
export async function keepScans(tx: Db, scanned: readonly Scan[]): Promise<Point[]> {
  if (!scanned.length) return [];
  const list = scanned.map(({ boxAt, at, ...scan }) => ({
    ...scan,
    at: iso(at),
    id: uuidOf("scan", scan.device, boxAt, scan.card, scan.code ?? "", scan.result, scan.selection ?? ""),
  }));
  return rows(
    tx,
    pointRow,
    sql`
    with kept as (
      insert into scans (device_id, id, placement_id, recipe_id, at, day, selection, price, card, code, partner, result, wallet_id, client_id)
      select k.device, k.id, p.id, c.recipe, k.at, ${dayOf(sql`k.at`)}, k.selection, k.price, k.card, k.code, k.partner, k.result, w.id, ${clientAt(sql`w`, sql`k.at`)}
      from ${given(list, "device integer, id uuid, at timestamptz, selection text, price bigint, card text, code text, partner text, result text")}
        ${belonging(sql`k.device`, sql`k.selection`, sql`k.at`)} left join key_wallets w on w.key = k.code and k.card = 'rfid'
      order by 1, 2 on conflict do nothing returning *)
    select device_id as device, at, selection from kept where result = 'vended'`,
  );
}

/** From the scan to the told end of the vend, and back: a reader may tell of it late. */
const NEAR = sql`interval '2 minutes'`;
/** By what a card or a code may have paid: the unit's own payments, or nothing at all. */
const BY_CARD = ["cashless1", "free"];
export const mayBePaidWithCard = ({ source }: { source: string }): boolean => BY_CARD.includes(source);

const linkRow = z.object({
  device: z.number(),
  scan: z.string(),
  sale: z.string().nullable(),
  before: z.string().nullable(),
});
/** A scan, the vend that it led to, and the one it was thought to have led to. */
export type Link = z.infer<typeof linkRow>;

/**
 * Marks vends that were paid with a card or a code: of each scan near these points, the vend of its cell that is nearest.
 * In whatever order they were told, the same vends are marked. The machines are locked. Answers scans whose vend is another now.
 */
export async function markPaid(tx: Db, points: readonly Point[]): Promise<Link[]> {
  if (!points.length) return [];
  const links = await rows(
    tx,
    linkRow,
    sql`
    with near as (
      select distinct s.device_id, s.id, s.at, s.selection, s.sale_id from ${given(points, "device integer, at timestamptz, selection text")}
      join scans s on s.device_id = k.device and s.result = 'vended' and s.selection is not distinct from k.selection and s.at between k.at - ${NEAR} and k.at + ${NEAR}),
    found as (
      select n.*, (
        select x.id from sales x where x.device_id = n.device_id and x.file_id is null and x.selection is not distinct from n.selection and x.source = any(${sql.param(BY_CARD)}::text[])
          and x.sold_at between n.at - ${NEAR} and n.at + ${NEAR}
        order by abs(extract(epoch from x.sold_at - n.at)), x.id limit 1) as nearest
      from near n),
    told as (
      update scans s set sale_id = f.nearest from found f
      where s.device_id = f.device_id and s.id = f.id and s.sale_id is distinct from f.nearest)
    select device_id as device, id as scan, nearest as sale, sale_id as before from found where sale_id is distinct from nearest`,
  );
  const changed = links.flatMap(({ device, sale, before }) =>
    [sale, before].flatMap((id) => (id === null ? [] : [{ device, id }])),
  );
  if (!changed.length) return [];
  await run(
    tx,
    sql`update sales x set paid_with = coalesce(
      (select s.card from scans s where s.device_id = x.device_id and s.sale_id = x.id order by s.at, s.id limit 1),
      (select a.card from authorisations a where a.device_id = x.device_id and a.sale_id = x.id))
    from ${given(changed, "device integer, id uuid")} where x.device_id = k.device and x.id = k.id`,
  );
  return links;
}
