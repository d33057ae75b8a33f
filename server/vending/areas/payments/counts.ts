import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type Counters,
  countersSchema,
  differencesSchema,
  type Funnel,
  funnelSchema,
  paymentsTodaySchema,
} from "~server/contract/payment-reads";
import { ALERT_LIMITS } from "~server/contract/alerts";
import { paymentProviderSchema } from "~server/contract/payment-accounts";
import { standing } from "~server/contract/payment-transitions";
import { ENDS, PAYMENT_STATES, PLACES, STAGE_NAMES } from "~server/contract/payments";
import { byDevice, type Viewer } from "../../access";
import { allOf, type Db, only, rows } from "../../database/query";
import { pastRef } from "../../resource/deleted";
import { TODAY } from "../../time";
import { failingProviders } from "./failing";
import { seen, spanOf } from "./reads";

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  device?: number | undefined;
  provider?: string | undefined;
}
const narrowed = ({ device, provider }: Asked): SQL[] => [
  ...(device === undefined ? [] : [sql`p.device_id = ${device}`]),
  ...(provider === undefined ? [] : [sql`p.provider = ${provider}`]),
];

/** How far payments of some days came. Test payments are none. */
export async function funnelOf(db: Db, viewer: Viewer, asked: Asked): Promise<Funnel> {
  const span = await spanOf(db, asked);
  const which = allOf([seen(viewer, span), sql`not p.is_test`, ...narrowed(asked)]);
  const places = await rows(
    db,
    z.object({ place: z.enum(PLACES), count: z.number() }),
    sql`select p.place, count(*) as count from payments p where ${which} group by 1`,
  );
  const reached = await rows(
    db,
    z.object({ place: z.enum(PLACES), count: z.number() }),
    sql`select s.to_place as place, count(distinct p.id) as count from payments p join payment_steps s on s.payment_id = p.id where ${which} group by 1`,
  );
  const count = (list: typeof places, place: string) => list.find((one) => one.place === place)?.count ?? 0;
  const begun = places.reduce((sum, one) => sum + one.count, 0);
  const ended = ENDS.map((state) => ({ state, count: count(places, state) }));
  return funnelSchema.parse({
    ...span,
    begun,
    stages: STAGE_NAMES.map((stage, index) => ({ stage, reached: index === 0 ? begun : count(reached, stage) })),
    ends: ended,
    open: begun - ended.reduce((sum, one) => sum + one.count, 0),
  });
}

/** Error counters of machines, the most first. */
export async function countersOf(db: Db, viewer: Viewer, asked: Asked): Promise<Counters> {
  const span = await spanOf(db, asked);
  const items = await rows(
    db,
    countersSchema.shape.items.element,
    sql`select ${pastRef(viewer, "device", sql`summed.device_id`)} as device, summed.stage, summed.counter, summed.count from (
      select p.device_id, p.stage, p.counter, sum(p.count)::integer as count from payment_errors p
      where ${allOf([sql`p.day between ${span.from} and ${span.to}`, byDevice()(viewer, sql`p`), ...narrowed(asked)])} group by 1, 2, 3) summed
    order by summed.count desc, summed.device_id, summed.stage limit 500`,
  );
  return { ...span, items };
}

/** The dashboard's card. */
export async function todayOf(db: Db, viewer: Viewer): Promise<z.infer<typeof paymentsTodaySchema>> {
  const visible = byDevice()(viewer, sql`p`);
  const { day } = await only(db, z.object({ day: z.string() }), sql`select ${TODAY} as day`);
  const today = allOf([seen(viewer, { from: day, to: day }), sql`not p.is_test`]);
  const places = await rows(
    db,
    z.object({ place: z.enum(PLACES), count: z.number() }),
    sql`select p.place, count(*) as count from payments p where ${today} group by 1`,
  );
  const waiting = await only(
    db,
    z.object({ failed_refunds: z.number(), differences: z.number() }),
    sql`select (select count(*) from payment_settlements s join payments p on p.id = s.payment_id where s.state = 'failed' and ${visible}) as failed_refunds,
      (select count(*) from payment_differences x join payments p on p.id = x.payment_id where x.settled_at is null and ${visible}) as differences`,
  );
  return {
    states: PAYMENT_STATES.map((state) => ({
      state,
      count: places.reduce((sum, { place, count }) => sum + (standing(place).state === state ? count : 0), 0),
    })).filter(({ count }) => count > 0),
    counters: await rows(
      db,
      paymentsTodaySchema.shape.counters.element,
      sql`select p.counter, count(*)::integer as count from payments p where ${today} and p.counter is not null group by 1 order by 2 desc, 1`,
    ),
    ...waiting,
    failing: (
      await rows(db, z.object({ provider: paymentProviderSchema }), failingProviders(ALERT_LIMITS.payment, visible))
    ).map(({ provider }) => provider),
  };
}

const PAGE = 50;

/** What reconciliation found and nobody has put right. */
export async function differencesOf(
  db: Db,
  viewer: Viewer,
  asked: Asked & { page: number },
): Promise<z.infer<typeof differencesSchema>> {
  const found = sql`from payment_differences x join payments p on p.id = x.payment_id
    where x.settled_at is null and x.found_at >= coalesce(${asked.from ?? null}::date, '-infinity') and x.found_at < coalesce(${asked.to ?? null}::date + 1, 'infinity') and ${byDevice()(viewer, sql`p`)}`;
  return {
    items: await rows(
      db,
      differencesSchema.shape.items.element,
      sql`select p.id as payment, ${pastRef(viewer, "device", sql`p.device_id`)} as device, p.order_key, p.provider, x.what, x.ours, x.theirs, x.found_at ${found} order by x.found_at desc, p.id desc limit ${PAGE} offset ${(asked.page - 1) * PAGE}`,
    ),
    total: (await only(db, z.object({ total: z.number() }), sql`select count(*) as total ${found}`)).total,
  };
}
