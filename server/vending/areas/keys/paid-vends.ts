import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CARDS } from "~server/contract/enums";
import { AUTHORISATION_STATES } from "~server/contract/key-moves";
import { type Db, given, rows } from "../../database/query";
import type { Moment } from "../../time";
import { uuidOf } from "../../uuid";
import { clientAt } from "../sales/key-holder";
import { idOfAsk } from "./authorisations";
import { lockedBy } from "./ledger";

/** A vend that was paid with a card or a code. Price in kopecks of hryvnias. */
export interface PaidVend {
  device: number;
  /** Of `sales`. */
  sale: string;
  /** Of `scans`, where the reader told of it. */
  scan: string | null;
  card: (typeof CARDS)[number];
  code: string;
  /** The ask that it names, of this unit. */
  ask: { unit: number; hold: string } | null;
  price: number;
  at: Moment;
}

const bookable = z.object({
  sale: z.string(),
  /** Of the vend's row, which may be there: an ask of this id. */
  id: z.string(),
  state: z.enum(AUTHORISATION_STATES).nullable(),
  main: z.number().nullable(),
  bonus: z.number().nullable(),
  wallet: z.number().nullable(),
  /** Whose key it was then. */
  client: z.number().nullable(),
  qr: z.number().nullable(),
  placement: z.number(),
  recipe: z.number().nullable(),
  selection: z.string().nullable(),
  has_scan: z.boolean(),
});
/** Such a vend with where it was made and whose card it is, and the row that is there of it. */
export type Bookable = z.infer<typeof bookable> & PaidVend;

/** What a statement is given of a vend; `id` of its row of `authorisations`. */
export const rowOf = ({ device, sale, scan, card, code, ask, price, at }: PaidVend) => ({
  ...{ device, sale, scan, card, code, price },
  id: ask ? idOfAsk(ask.unit, ask.hold) : uuidOf("vend without ask", device, sale),
  at: new Date(at).toISOString(),
});

/** Vends whose sale and scan stand in no row, each ask once; with where they were made and whose card it is. Locks the wallets. */
export async function bookablesOf(tx: Db, vends: readonly PaidVend[]): Promise<Bookable[]> {
  if (!vends.length) return [];
  const told = vends.map(rowOf);
  const found = await rows(
    tx,
    bookable,
    sql`
    with found as materialized (
      select distinct on (k.id) k.sale, k.id, a.state, a.main, a.bonus, coalesce(a.wallet_id, w.id) as wallet, coalesce(a.qr_code_id, q.id) as qr,
        case when a.id is null then ${clientAt(sql`w`, sql`k.at`)} else a.client_id end as client, x.placement_id as placement, x.recipe_id as recipe, x.selection,
        exists (select 1 from scans s where s.device_id = k.device and s.sale_id = k.sale) as has_scan
      from ${given(told, "device integer, sale uuid, id uuid, card text, code text, at timestamptz")}
        join sales x on x.device_id = k.device and x.id = k.sale left join authorisations a on a.id = k.id
        left join key_wallets w on w.key = k.code and k.card = 'rfid' left join qr_codes q on q.code = k.code and k.card = 'qr'
      where not exists (select 1 from authorisations o where o.device_id = k.device and o.sale_id = k.sale)
        and (a.id is not null or w.id is not null or q.id is not null)
      order by k.id, k.at, k.sale),
    locked as materialized (${lockedBy(sql`x.id in (select wallet from found)`)})
    select f.* from found f left join locked l on l.id = f.wallet`,
  );
  const bySale = new Map(found.map((one) => [one.sale, one]));
  return vends.flatMap((vend) => {
    const one = bySale.get(vend.sale);
    return one ? [{ ...vend, ...one }] : [];
  });
}

/**
 * A scan that was told before its vend may stand with another vend nearby: now that its own is known, the row is that
 * one's, and nothing more is taken. Answers the others.
 */
export async function adopted(tx: Db, vends: Bookable[]): Promise<Bookable[]> {
  const scanned = vends.filter(({ has_scan }) => has_scan);
  if (!scanned.length) return vends;
  const taken = await rows(
    tx,
    z.object({ sale: z.string() }),
    sql`
    update authorisations a set sale_id = own.sale
    from (
      select distinct on (k.device, k.sale) k.sale, o.id from ${given(scanned.map(rowOf), "device integer, sale uuid, code text")}
        join scans s on s.device_id = k.device and s.sale_id = k.sale join authorisations o on o.device_id = s.device_id and o.scan_id = s.id and o.code = k.code
      order by k.device, k.sale, o.id) own
    where a.id = own.id returning own.sale`,
  );
  const sales = new Set(taken.map(({ sale }) => sale));
  return vends.filter(({ sale }) => !sales.has(sale));
}
