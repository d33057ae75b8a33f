import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { FIRST_STEPS, type FirstStep } from "~server/contract/first-steps";
import { type Db, only } from "../../database/query";

/** A step is done by whoever did it, so what the viewer may see does not matter. A unit counts where it is in a machine. */
const DONE: Record<FirstStep, SQL> = {
  company: sql`exists (select 1 from companies)`,
  location: sql`exists (select 1 from locations)`,
  device_manufacturer: sql`exists (select 1 from device_manufacturers)`,
  device_model: sql`exists (select 1 from device_models)`,
  device: sql`exists (select 1 from devices)`,
  alert_rule: sql`exists (select 1 from alert_rules)`,
  telemetry: sql`exists (select 1 from telemetries where device_id is not null)`,
};

/** Steps of a new installation that are left to do, in order. */
export async function stepsLeft(db: Db): Promise<FirstStep[]> {
  const left = FIRST_STEPS.map((step) => sql`case when not ${DONE[step]} then ${step}::text end`);
  const { steps } = await only(
    db,
    z.object({ steps: z.array(z.enum(FIRST_STEPS)) }),
    sql`select case when exists (select 1 from sales) then '{}' else array_remove(array[${sql.join(left, sql`, `)}], null) end as steps`,
  );
  return steps;
}
