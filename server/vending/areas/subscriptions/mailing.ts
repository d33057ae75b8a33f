import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { allowed } from "~server/contract/permissions";
import { reportNamed } from "~server/contract/reports";
import {
  dueSchema,
  type FAILURES,
  type Due,
  PERIODS,
  scheduleSchema,
  type WITHHELD,
} from "~server/contract/subscriptions";
import { type Db, one, rows, run, transaction } from "../../database/query";
import { newSecret, sha256 } from "../../secrets";
import type { Moment } from "../../time";
import { hasSecondFactor, needsSecondFactor } from "../session/second-factor";
import { issueMailToken } from "../session/tokens";
import { viewersWhere } from "../session/viewers";
import { daysOf, lastOccasion, nextOccasion } from "./occasions";

const MINUTE = 60_000;
/** How long who takes a mail has to draw and send it. */
const LEASE_MINUTES = 10;
/** From the first attempt that failed: one, two, four minutes and so on. */
const LONGEST_PAUSE = 4 * 60 * MINUTE;
/** What has failed for so long is tried at its own times alone. */
const GIVEN_UP_AFTER = 3 * 24 * 60 * MINUTE;
/** Links of so many mails are good; three months of a daily one. */
const LINKS = 100;

const dueRow = dueSchema
  .pick({ id: true, report: true, query: true, format: true, lang: true, email: true, full_name: true })
  .extend({
    ...scheduleSchema.shape,
    user_id: z.number(),
    period: z.enum(PERIODS),
    next_at: z.string(),
    try_at: z.string().nullable(),
    attempts: z.number(),
    failed_since: z.string().nullable(),
    lease: z.string().nullable(),
    bare: z.boolean(),
  });
type DueRow = z.infer<typeof dueRow>;

const found = (db: Db, where: SQL) =>
  rows(
    db,
    dueRow,
    sql`
    select s.*, u.email, u.full_name, ${needsSecondFactor(sql`u`)} and not ${hasSecondFactor(sql`u`)} as bare
    from report_subscriptions s join users u on u.id = s.user_id where ${where}`,
  );

/** Takes a mail that is due, for whoever sends it; what nobody may get (any more) is put off and says why. */
export const claim = (pool: Pool, now: Moment): Promise<Due | undefined> =>
  transaction(pool, async (tx) => {
    const at = iso(now);
    for (;;) {
      const [one] = await found(
        tx,
        sql`((s.next_at <= ${at} and not s.paused) or s.try_at <= ${at}) and (s.lease is null or s.leased_until <= ${at})
        order by s.next_at, s.id limit 1 for update of s skip locked`,
      );
      if (!one) return undefined;
      const withheld = await whyWithheld(tx, one);
      // Whoever had it has died over it, or did not say.
      if (one.lease !== null) await settleFailed(tx, one, "interrupted", false, now);
      else if (withheld) await putOff(tx, one, withheld, now);
      else return lend(tx, one, now);
    }
  });

/** What a person may see is decided now, and not when they subscribed. */
async function whyWithheld(
  db: Db,
  { user_id, report: name, bare }: DueRow,
): Promise<(typeof WITHHELD)[number] | undefined> {
  const [viewer] = await viewersWhere(db, sql`u.id = ${user_id}`);
  if (!viewer) return "blocked";
  const report = reportNamed(name);
  if (!report || !allowed(viewer, report.needs)) return "no_permission";
  return bare ? "second_factor" : undefined;
}

async function lend(tx: Db, row: DueRow, now: Moment): Promise<Due> {
  const occasion = row.try_at ? Date.parse(row.try_at) : lastOccasion(row, now);
  const token = await issueMailToken(tx, row.user_id, LEASE_MINUTES);
  const secret = newSecret();
  await run(
    tx,
    sql`update report_subscriptions set lease = ${sha256(token)}, leased_until = ${iso(now + LEASE_MINUTES * MINUTE)},
      links = (array_prepend(${sha256(secret)}, links))[1:${LINKS}] where id = ${row.id}`,
  );
  const { id, email, full_name, report, query, format, lang } = row;
  return {
    ...{ id, token, email, full_name, report, query, format, lang },
    ...daysOf(row.period, occasion),
    occasion: iso(occasion),
    unsubscribe: `${id}.${secret}`,
  };
}

/** The subscription that somebody is sending now, by the token they were given; undefined when it is no longer theirs. */
const leased = async (tx: Db, token: string) => (await found(tx, sql`s.lease = ${sha256(token)} for update of s`))[0];

/** A mail went out. */
export const sent = (pool: Pool, token: string, now: Moment): Promise<void> =>
  transaction(pool, async (tx) => {
    const row = await leased(tx, token);
    if (!row) return;
    const next = row.try_at ? row.next_at : iso(nextOccasion(row, now));
    await release(tx, row, sql`last_sent_at = ${iso(now)}, next_at = ${next}, ${WELL}`);
  });

/** A mail did not go out. */
export const failed = (
  pool: Pool,
  token: string,
  failure: (typeof FAILURES)[number],
  isFinal: boolean,
  now: Moment,
): Promise<void> =>
  transaction(pool, async (tx) => {
    const row = await leased(tx, token);
    if (row) await settleFailed(tx, row, failure, isFinal, now);
  });

/** One to try is tried once; any other again and again, until its next occasion at the latest. */
async function settleFailed(
  tx: Db,
  row: DueRow,
  failure: (typeof FAILURES)[number],
  isFinal: boolean,
  now: Moment,
): Promise<void> {
  const told = sql`trouble = ${failure}, trouble_at = ${iso(now)}`;
  if (row.try_at) return release(tx, row, told);
  const since = row.failed_since ? Date.parse(row.failed_since) : now;
  const own = nextOccasion(row, now);
  const again = now + Math.min(MINUTE * 2 ** Math.min(row.attempts, 20), LONGEST_PAUSE);
  const next = isFinal || now - since >= GIVEN_UP_AFTER ? own : Math.min(own, again);
  await release(tx, row, sql`${told}, attempts = attempts + 1, failed_since = ${iso(since)}, next_at = ${iso(next)}`);
}

/** Nobody gets it this time. */
const putOff = (tx: Db, row: DueRow, why: (typeof WITHHELD)[number], now: Moment): Promise<void> =>
  release(
    tx,
    row,
    sql`trouble = ${why}, trouble_at = ${iso(now)}, attempts = 0, failed_since = null, next_at = ${row.try_at ? row.next_at : iso(nextOccasion(row, now))}`,
  );

/** Nothing that went wrong counts any more. */
export const WELL = sql`trouble = null, trouble_at = null, attempts = 0, failed_since = null`;

/** Whoever was sending it is not any more, and may read nothing in the person's name. */
async function release(tx: Db, { id, lease }: DueRow, set: SQL): Promise<void> {
  await run(
    tx,
    sql`update report_subscriptions set lease = null, leased_until = null, try_at = null, ${set} where id = ${id}`,
  );
  if (lease !== null) await run(tx, sql`delete from tokens where hash = ${lease} and for_mail`);
}

const iso = (at: Moment) => new Date(at).toISOString();

const linked = scheduleSchema.extend({ id: z.number(), report: z.string(), lang: dueSchema.shape.lang });

/** The subscription that a mail's link is of. */
export async function subscriptionOf(db: Db, link: string): Promise<z.infer<typeof linked> | undefined> {
  const [, id, secret] = /^(\d{1,9})\.([\w-]+)$/.exec(link) ?? [];
  if (!id || !secret) return undefined;
  return one(
    db,
    linked,
    sql`select id, report, lang, frequency, on_day, hour from report_subscriptions where id = ${Number(id)} and ${sha256(secret)} = any(links)`,
  );
}
