import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { scheduleSchema, SUBSCRIPTION_CHANGE, type subscriptionChanged } from "~server/contract/subscriptions";
import type { Viewer } from "../../access";
import { one, run, transaction } from "../../database/query";
import { notFound } from "../../fault";
import { record } from "../../resource/history";
import { userResource } from "../people/resources";
import { WELL } from "./mailing";
import { nextOccasion } from "./occasions";

const theirs = scheduleSchema.extend({ user_id: z.number(), report: z.string(), paused: z.boolean() });

/** Pauses, resumes or ends the subscription of a person in sight, and says so in the person's history. Not found where there is none. */
export const settleAnother = (
  pool: Pool,
  viewer: Viewer,
  id: number,
  to: "paused" | "on" | "ended",
): Promise<Record<string, never>> =>
  transaction(pool, async (tx) => {
    const found = await one(
      tx,
      theirs,
      sql`select s.user_id, s.report, s.paused, s.frequency, s.on_day, s.hour
        from report_subscriptions s join users u on u.id = s.user_id
        where s.id = ${id} and ${userResource.visible(viewer, sql`u`)} for update of s`,
    );
    if (!found) throw notFound();
    const { user_id, report, paused } = found;
    if (to === (paused ? "paused" : "on")) return {};
    const next = new Date(nextOccasion(found, Date.now())).toISOString();
    await run(
      tx,
      {
        paused: sql`update report_subscriptions set paused = true where id = ${id}`,
        on: sql`update report_subscriptions set paused = false, next_at = ${next}, ${WELL} where id = ${id}`,
        ended: sql`delete from report_subscriptions where id = ${id}`,
      }[to],
    );
    const after: z.infer<typeof subscriptionChanged> = to === "ended" ? null : { report, paused: to === "paused" };
    await record(tx, userResource, user_id, viewer, "update", [
      { field: SUBSCRIPTION_CHANGE, before: { report, paused }, after },
    ]);
    return {};
  });
