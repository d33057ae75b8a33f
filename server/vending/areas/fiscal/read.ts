import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type Desk,
  deskSchema,
  type LocationFiscal,
  locationFiscalSchema,
  type Receipt,
  type Receipts,
  receiptSchema,
} from "~server/contract/fiscal";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { byDevice, type Viewer } from "../../access";
import { allOf, always, type Db, one, only, rows } from "../../database/query";
import { paged } from "../../database/page";
import { notFound } from "../../fault";
import { pastRef } from "../../resource/deleted";
import { instantAt } from "../../time";

/** A queued receipt of a closed desk waits. */
const SHOWN = sql`case when rc.state = 'queued' and (select d.shift_id from fiscal_desks d where d.desk_id = rc.desk_id) is null then 'waiting' else rc.state end`;
/** What an accountant must look at. */
const NOT_FISCALISED = sql`rc.state in ('error', 'listed')`;

const visibleReceipts = byDevice();
const mayKnowDesks = (viewer: Viewer): boolean => allowed(viewer, listRequirement(fiscalCashier));

const columns = (viewer: Viewer): SQL => sql`
  rc.number as id, rc.kind, ${SHOWN} as state, rc.why, rc.payment, rc.amount, rc.returned, rc.name, rc.sold_at, rc.done_at, rc.error, rc.fiscal_code, rc.tax_url,
  ${mayKnowDesks(viewer) && viewer.franchises === null ? pastRef(viewer, "fiscal_cashier", sql`rc.desk_id`) : sql`null`} as desk,
  ${pastRef(viewer, "device", sql`rc.device_id`)} as device, ${pastRef(viewer, "location", sql`rc.location_id`)} as location`;

interface Wanted {
  from?: string;
  to?: string;
  state?: string;
  page: number;
}

const ofDays = (at: SQL, { from, to }: Pick<Wanted, "from" | "to">): SQL[] => [
  ...(from ? [sql`${at} >= ${instantAt(sql`${from}::date`)}`] : []),
  ...(to ? [sql`${at} < ${instantAt(sql`${to}::date + 1`)}`] : []),
];
const inState = (state: string | undefined): SQL =>
  state === undefined ? always : state === "not_fiscalised" ? NOT_FISCALISED : sql`${SHOWN} = ${state}`;

/** Receipts that the viewer may see, of one desk or of all, newest first. */
export const receiptsOf = (db: Db, viewer: Viewer, desk: number | null, wanted: Wanted): Promise<Receipts> =>
  paged(
    db,
    receiptSchema,
    {
      columns: columns(viewer),
      from: sql`from receipts rc where ${allOf([
        desk === null ? always : sql`rc.desk_id = ${desk}`,
        visibleReceipts(viewer, sql`rc`),
        inState(wanted.state),
        ...ofDays(sql`rc.sold_at`, wanted),
      ])}`,
      order: sql`rc.number desc`,
    },
    { page: wanted.page },
  );

/** A receipt with its returns, or a return with what it returns. */
export async function receiptOf(db: Db, viewer: Viewer, id: number): Promise<{ receipt: Receipt; others: Receipt[] }> {
  const found = await rows(
    db,
    receiptSchema,
    sql`with this as (select coalesce(original_id, id) as first from receipts where number = ${id})
    select ${columns(viewer)} from receipts rc join this on rc.id = this.first or rc.original_id = this.first where ${visibleReceipts(viewer, sql`rc`)} order by rc.number`,
  );
  const receipt = found.find((one) => one.id === id);
  if (!receipt) throw notFound();
  return { receipt, others: found.filter((one) => one.id !== id) };
}

/** How a desk fares. */
export async function deskOf(db: Db, desk: number): Promise<Desk> {
  const { operations, ...rest } = deskSchema.shape;
  const state = await only(
    db,
    z.object(rest),
    sql`
    select c.state, c.alarm, c.pin_code is not null and c.license_key is not null as complete,
      (select to_json(s) from fiscal_shifts s where s.id = coalesce(d.shift_id, (select x.id from fiscal_shifts x where x.desk_id = c.id order by x.opened_at desc limit 1))) as shift,
      (select json_build_object('count', count(*), 'amount', coalesce(sum(case rc.kind when 'sell' then rc.amount else -rc.amount end), 0)) from receipts rc
        where rc.shift_id = coalesce(d.shift_id, (select x.id from fiscal_shifts x where x.desk_id = c.id order by x.opened_at desc limit 1)) and rc.state = 'done') as ours,
      (select json_build_object('count', count(*) filter (where rc.state in ('queued', 'sent')), 'oldest_at', min(rc.created_at) filter (where rc.state in ('queued', 'sent')),
        'listed', count(*) filter (where rc.state = 'listed'), 'errors', count(*) filter (where rc.state = 'error'))
        from receipts rc where rc.desk_id = c.id and rc.state in ('queued', 'sent', 'listed', 'error')) as queue,
      case when d.error is not null then json_build_object('text', d.error, 'at', d.error_at, 'over', d.failures = 0) end as error,
      case when d.rest_until > now() + interval '2 seconds' and d.failures > 0 then d.rest_until end as next_at,
      (select json_build_object('id', rc.number, 'tax_url', rc.tax_url, 'done_at', rc.done_at) from receipts rc where rc.desk_id = c.id and rc.done_at is not null order by rc.done_at desc limit 1) as receipt
    from fiscal_cashiers c left join fiscal_desks d on d.desk_id = c.id where c.id = ${desk}`,
  );
  return {
    ...state,
    operations: await rows(
      db,
      operations.element,
      sql`select id, type, state, at, done_at, author, amount, reason, error, result from fiscal_operations where desk_id = ${desk} order by id desc limit ${LAST_OPERATIONS}`,
    ),
  };
}
const LAST_OPERATIONS = 30;

const settingsShape = locationFiscalSchema.shape.settings;

/** A location's fiscal settings, and its operations: its receipts, and the shifts of its desk while it had one. */
export async function locationFiscalOf(
  db: Db,
  viewer: Viewer,
  location: number,
  wanted: Wanted & { type?: string },
): Promise<LocationFiscal> {
  const settings = await one(
    db,
    settingsShape,
    sql`select l.fiscal_enabled as enabled, l.fiscal_since as since,
      ${viewer.franchises === null ? pastRef(viewer, "fiscal_cashier", sql`l.fiscal_cashier_id`) : sql`null`} as desk, l.fiscal_tax_code as tax_code, l.fiscal_footer as footer from locations l where l.id = ${location}`,
  );
  if (!settings) throw notFound();
  const operations = sql`(
    select case o.type when 'open' then 'shift_opening' else 'shift_closing' end as type, coalesce(o.done_at, o.at) as at, o.state, null::bigint as amount, null as name, o.error,
      null::bigint as receipt, null as fiscal_code, null as tax_url, null::integer as device_id, o.id::bigint as number
    from fiscal_operations o join locations l on l.id = ${location} and l.fiscal_cashier_id = o.desk_id and o.at >= l.fiscal_since where o.type in ('open', 'close')
    union all select lower(rc.payment) || '_' || case rc.kind when 'sell' then 'sale' else 'return' end, rc.sold_at, ${SHOWN}, rc.amount, rc.name, rc.error, rc.number, rc.fiscal_code, rc.tax_url, rc.device_id, rc.number
    from receipts rc where rc.location_id = ${location} and ${visibleReceipts(viewer, sql`rc`)}) op`;
  const found = await paged(
    db,
    locationFiscalSchema.shape.items.element,
    {
      columns: sql`op.*, ${pastRef(viewer, "device", sql`op.device_id`)} as device`,
      from: sql`from ${operations} where ${allOf([...ofDays(sql`op.at`, wanted), ...(wanted.type ? [sql`op.type = ${wanted.type}`] : [])])}`,
      order: sql`op.at desc, op.number desc`,
    },
    { page: wanted.page },
  );
  return { settings, ...found };
}

/** What the receipts of a sale `s` came to, as `SaleReceipt`; null where it has none. */
export const receiptOfSale: SQL = sql`(
  select json_build_object('id', (array_agg(x.number order by x.number desc))[1], 'state', (array_agg(x.shown order by x.number desc))[1], 'count', count(*), 'done', count(*) filter (where x.state = 'done'),
    'returned', sum(x.returned), 'tax_url', (array_agg(x.tax_url order by x.number desc))[1])
  from (select rc.number, ${SHOWN} as shown, rc.state, rc.returned, rc.tax_url from receipts rc where rc.device_id = s.device_id and rc.kind = 'sell' and not rc.withdrawn
    and rc.subject = case when s.file_id is null then s.id else md5(concat_ws('/', 'receipt', s.file_id, s.report, s.source, s.selection))::uuid end) x
  having count(*) > 0)`;
