import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { ALERT_DEFAULTS } from "~server/contract/alerts";
import { type Db, only, rows, run, transaction } from "../../database/query";
import type { Moment } from "../../time";
import { stepAlerts } from "./engine";
import { keepStep, loadAlerts } from "./keep";
import type { Rule } from "./model";
import { observe, watchSchema } from "./observe";
import { tellNews } from "./tell";

const MINUTE = 60_000;
/** Any number: one process watches at a time. */
const LOCK = 5_130_447;
/** Closed alerts are kept so long, with whom they were told. */
const KEPT = "400 days";

const ruleRow = watchSchema.extend({
  minutes: z.number(),
  wait_seconds: z.number().nullable(),
  gather_minutes: z.number().nullable(),
  repeat_minutes: z.number().nullable(),
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
});

/** Looks once at what the active rules are about, and tells what is to be told. Does nothing while another process does it. */
export async function watchOnce(pool: Pool, now: Moment): Promise<void> {
  await transaction(pool, async (tx) => {
    const { free } = await only(
      tx,
      z.object({ free: z.boolean() }),
      sql`select pg_try_advisory_xact_lock(${LOCK}) as free`,
    );
    if (!free) return;
    const rules = await rows(tx, ruleRow, sql`select * from alert_rules where active order by id`);
    const state = await loadAlerts(tx);
    if (!rules.length && !state.alerts.size && !state.signals.size) return;
    const step = stepAlerts(state, rules.map(ruleOf), await observe(tx, rules, now), now);
    await keepStep(tx, state, step, now);
    await tellNews(tx, step.news);
  });
}

/** Forgets what was closed long ago. */
export const forgetAlerts = (db: Db): Promise<number> =>
  run(db, sql`delete from alerts where closed_at < now() - ${KEPT}::interval`);

const ruleOf = (row: z.infer<typeof ruleRow>): Rule => ({
  id: row.id,
  cause: row.cause,
  delay: row.minutes * MINUTE,
  wait: (row.wait_seconds ?? ALERT_DEFAULTS.waitSeconds) * 1_000,
  gather: (row.gather_minutes ?? ALERT_DEFAULTS.gatherMinutes) * MINUTE,
  repeat: (row.repeat_minutes ?? ALERT_DEFAULTS.repeatMinutes) * MINUTE,
  quiet:
    row.quiet_from !== null && row.quiet_to !== null
      ? { from: minuteOf(row.quiet_from), to: minuteOf(row.quiet_to) }
      : null,
});

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
