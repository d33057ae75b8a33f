import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import * as calls from "~server/contract/calls/subscriptions";
import { allowed } from "~server/contract/permissions";
import { reportNamed } from "~server/contract/reports";
import type { subscriptionBody, subscriptionChange } from "~server/contract/subscriptions";
import { receivedSchema, subscriptionsSchema } from "~server/contract/subscriptions";
import type { Viewer } from "../../access";
import type { Answers } from "../../answers";
import { databaseError, type Db, one, only, rows, run } from "../../database/query";
import { Fault, forbidden, invalid, notFound } from "../../fault";
import type { Context, Deps } from "../../http";
import { userResource } from "../people/resources";
import type { Throttle } from "../session/throttle";
import { claim, failed, sent, subscriptionOf, WELL } from "./mailing";
import { nextOccasion } from "./occasions";
import { keptQuery } from "./query";
import { settleAnother } from "./staff";

/** Most that one person subscribes to. */
const MAX_SUBSCRIPTIONS = 50;
const PAGE = 50;
const id = z.object({ id: z.number() });

/** Reports by e-mail: what people ask for, and what those who send it do. `addressOf`: where a call comes from. */
export function answerSubscriptions(
  { read, change, anyone, mailer }: Answers,
  { pool }: Deps,
  throttle: Throttle,
  addressOf: (c: Context) => string | undefined,
): void {
  read(calls.subscriptions, async ({ viewer, query: { page } }) => {
    const { items, ...rest } = await pageOf(pool, page, sql`s.user_id = ${viewer.id}`);
    return subscriptionsSchema.parse({ items, ...rest });
  });
  read(calls.allSubscriptions, ({ viewer, query: { page } }) =>
    pageOf(pool, page, userResource.visible(viewer, sql`u`)),
  );
  change(calls.subscribe, async ({ viewer, form }) => ({ id: await subscribe(pool, viewer, form) }));
  change(calls.changeSubscription, async ({ viewer, param, form }) => {
    const found = await one(
      pool,
      id,
      sql`select id from report_subscriptions where id = ${param("id")} and user_id = ${viewer.id}`,
    );
    if (!found) throw notFound();
    await unlessTwice(() =>
      run(pool, sql`update report_subscriptions set ${set(valuesOf(form))}, ${WELL} where id = ${found.id}`),
    );
    return found;
  });
  const own = (viewer: Viewer, which: number) => sql`where id = ${which} and user_id = ${viewer.id}`;
  change(calls.pauseSubscription, async ({ viewer, param }) =>
    touched(run(pool, sql`update report_subscriptions set paused = true ${own(viewer, param("id"))}`)),
  );
  change(calls.resumeSubscription, async ({ viewer, param }) => {
    const found = await one(
      pool,
      schedule,
      sql`select frequency, on_day, hour from report_subscriptions ${own(viewer, param("id"))}`,
    );
    if (!found) throw notFound();
    const next = new Date(nextOccasion(found, Date.now())).toISOString();
    return touched(
      run(
        pool,
        sql`update report_subscriptions set paused = false, next_at = ${next}, ${WELL} ${own(viewer, param("id"))}`,
      ),
    );
  });
  change(calls.trySubscription, async ({ viewer, param }) =>
    touched(
      run(
        pool,
        sql`update report_subscriptions set try_at = coalesce(try_at, date_trunc('milliseconds', now())) ${own(viewer, param("id"))}`,
      ),
    ),
  );
  change(calls.deleteSubscription, async ({ viewer, param }) =>
    touched(run(pool, sql`delete from report_subscriptions ${own(viewer, param("id"))}`)),
  );

  change(calls.pauseAnother, ({ viewer, param }) => settleAnother(pool, viewer, param("id"), "paused"));
  change(calls.resumeAnother, ({ viewer, param }) => settleAnother(pool, viewer, param("id"), "on"));
  change(calls.endAnother, ({ viewer, param }) => settleAnother(pool, viewer, param("id"), "ended"));

  const byLink = async (c: Context, token: string) => {
    const found = await throttle.guess({ link: addressOf(c) }, () => subscriptionOf(pool, token));
    if (!found) return { subscription: null };
    const { id: _, ...subscription } = found;
    return { subscription, id: found.id };
  };
  anyone.change(calls.readLink, async ({ c, form }) => {
    const { subscription } = await byLink(c, form.token);
    return { subscription };
  });
  anyone.change(calls.unsubscribe, async ({ c, form }) => {
    const { subscription, id: which } = await byLink(c, form.token);
    if (which !== undefined) await run(pool, sql`delete from report_subscriptions where id = ${which}`);
    return { subscription };
  });

  mailer.change(calls.claimMails, async () => ({ mail: (await claim(pool, Date.now())) ?? null }));
  mailer.change(calls.mailSent, async ({ form }) => {
    await sent(pool, form.token, Date.now());
    return {};
  });
  mailer.change(calls.mailFailed, async ({ form: { token, failure, final } }) => {
    await failed(pool, token, failure, final === "true", Date.now());
    return {};
  });
}

const schedule = receivedSchema.shape.items.element.pick({ frequency: true, on_day: true, hour: true });

async function touched(changed: Promise<number>): Promise<object> {
  if (!(await changed)) throw notFound();
  return {};
}

/** Those that come next first; of everybody's each person's together. */
async function pageOf(db: Db, page: number, where: SQL): Promise<z.infer<typeof receivedSchema>> {
  const { total } = await only(
    db,
    z.object({ total: z.number() }),
    sql`select count(*) as total from report_subscriptions s join users u on u.id = s.user_id where ${where}`,
  );
  const items = await rows(
    db,
    receivedSchema.shape.items.element,
    sql`
    select s.id, s.report, s.query, s.period, s.frequency, s.on_day, s.hour, s.format, s.lang, s.paused, s.next_at, s.last_sent_at,
      s.trouble, s.trouble_at, s.try_at is not null as trying, json_build_object('id', u.id, 'label', u.full_name) as person, u.email
    from report_subscriptions s join users u on u.id = s.user_id where ${where}
    order by u.full_name, u.id, s.report, s.id limit ${PAGE} offset ${(page - 1) * PAGE}`,
  );
  return { items, total, capped: false, page, limit: PAGE };
}

type Values = Record<"period" | "frequency" | "on_day" | "hour" | "format" | "lang" | "next_at", string | number>;

function valuesOf({ weekday, month_day, ...form }: z.infer<typeof subscriptionChange>): Values {
  const on_day = { daily: 0, weekly: weekday, monthly: month_day }[form.frequency];
  const { period, frequency, hour, format, lang } = form;
  const next_at = new Date(nextOccasion({ frequency, on_day, hour }, Date.now())).toISOString();
  return { period, frequency, on_day, hour, format, lang, next_at };
}

const set = (values: Values): SQL =>
  sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
    sql`, `,
  );

/** One may only subscribe to what one may see. */
async function subscribe(
  pool: Pool,
  viewer: Viewer,
  { report: name, query, ...form }: z.infer<typeof subscriptionBody>,
): Promise<number> {
  const report = reportNamed(name);
  if (!report) throw notFound();
  if (!allowed(viewer, report.needs)) throw forbidden();
  const kept = keptQuery(report, new URLSearchParams(query));
  const values = valuesOf(form);
  const { count } = await only(
    pool,
    z.object({ count: z.number() }),
    sql`select count(*) as count from report_subscriptions where user_id = ${viewer.id}`,
  );
  if (count >= MAX_SUBSCRIPTIONS) throw new Fault(422, "too_many_subscriptions");
  const { id: made } = await only(
    pool,
    id,
    sql`
    insert into report_subscriptions (user_id, report, query, period, frequency, on_day, hour, format, lang, next_at)
    values (${viewer.id}, ${name}, ${kept}, ${values.period}, ${values.frequency}, ${values.on_day}, ${values.hour}, ${values.format}, ${values.lang}, ${values.next_at})
    on conflict (user_id, report, md5(query), period, frequency, on_day, hour) do update
      set format = excluded.format, lang = excluded.lang, next_at = excluded.next_at, paused = false, ${WELL} returning id`,
  );
  return made;
}

/** The same twice would be the same mail twice. */
async function unlessTwice(work: () => Promise<number>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (databaseError(error)?.constraint === "report_subscriptions_key")
      throw invalid({ frequency: [{ key: "taken" }] });
    throw error;
  }
}
