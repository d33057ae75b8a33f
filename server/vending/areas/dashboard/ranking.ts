import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Dashboard, dashboardSchema } from "~server/contract/sales";
import { type Viewer, visibleDevices } from "../../access";
import { type Db, only, rows, run } from "../../database/query";
import { TODAY } from "../../time";
import { isPaid } from "../sales/paid";
import { salesUntilNow } from "../sales/hours";

const RANKED = 5;
/** As many machines are added up while somebody waits; beyond it the list is made now and then. */
const FEW = 200;
const MADE_EVERY = sql`interval '10 minutes'`;

/** Machines that should earn. */
const working = (viewer: Viewer) => sql`d.in_work and not d.hidden and ${visibleDevices(viewer, sql`d`)}`;

const SUMS = sql`coalesce(sum(r.count) filter (where r.day > ${TODAY} - 7), 0) as count, coalesce(sum(r.amount) filter (where r.day > ${TODAY} - 7), 0) as amount,
  coalesce(sum(r.amount) filter (where r.day < ${TODAY} - 7), 0) as before`;
const RECENT = sql`r.day > ${TODAY} - 14 and r.day <= ${TODAY} and ${isPaid(sql`r.source`)}`;
/** Today is not over: of the day a week ago the same hours count. */
const weekAgo = (device: SQL) =>
  sql`coalesce((select w.amount from (${salesUntilNow(device, sql`(${TODAY} - 7)`)}) w), 0)`;

const TAKINGS = (device: SQL) => sql`
  select x.count, x.amount, x.before + ${weekAgo(device)} as before from (select ${SUMS} from sales_by_device_day r where r.device_id = ${device} and ${RECENT}) x`;

/** Machines by what they took in the last seven days: the best and, of the others, the worst. */
export async function rankingOf(db: Db, viewer: Viewer): Promise<Pick<Dashboard, "best" | "worst">> {
  const { many } = await only(
    db,
    z.object({ many: z.boolean() }),
    sql`select count(*) > ${FEW} as many from (select 1 from devices d where ${working(viewer)} limit ${FEW + 1}) x`,
  );
  if (many) await makeTakings(db);
  const takings = many
    ? sql`join device_takings k on k.device_id = d.id`
    : sql`cross join lateral (${TAKINGS(sql`d.id`)}) k`;
  const found = await rows(
    db,
    dashboardSchema.shape.best.element.extend({ place: z.number(), places: z.number() }),
    sql`
    with ranked as materialized (
      select d.id, d.serial_number, d.location_id, k.count, k.amount, k.before, row_number() over (order by k.amount desc, d.serial_number) as place, count(*) over () as places
      from devices d ${takings} where ${working(viewer)})
    select json_build_object('id', d.id, 'label', d.serial_number) as device, (select l.name from locations l where l.id = d.location_id) as location, d.count, d.amount, d.before, d.place, d.places
    from ranked d where d.place <= ${RANKED} or d.place > d.places - ${RANKED} order by d.place`,
  );
  const plain = found.map(({ place, places: _places, ...one }) => ({ place, one }));
  return {
    best: plain.filter(({ place, one }) => place <= RANKED && one.amount > 0).map(({ one }) => one),
    worst: plain
      .filter(({ place, one }) => place > RANKED || one.amount <= 0)
      .map(({ one }) => one)
      .reverse()
      .slice(0, RANKED),
  };
}

/** Adds the takings of all machines up again, when that was done too long ago. */
export async function makeTakings(db: Db): Promise<void> {
  await run(
    db,
    sql`
    insert into device_takings (device_id, count, amount, before, made_at)
    select d.id, coalesce(x.count, 0), coalesce(x.amount, 0), coalesce(x.before, 0) + ${weekAgo(sql`d.id`)}, now()
    from devices d left join (select r.device_id, ${SUMS} from sales_by_device_day r where ${RECENT} group by r.device_id) x on x.device_id = d.id
    where not exists (select 1 from device_takings t where t.made_at > now() - ${MADE_EVERY}) order by d.id
    on conflict (device_id) do update set count = excluded.count, amount = excluded.amount, before = excluded.before, made_at = excluded.made_at`,
  );
}
