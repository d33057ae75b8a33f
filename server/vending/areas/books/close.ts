import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { AuditQuestion } from "~server/contract/audit-questions";
import { isUnlimited, type Viewer } from "../../access";
import { one, run, transaction } from "../../database/query";
import { Fault, forbidden, invalid } from "../../fault";
import { keepBooksStill } from "./corrections";
import { isOver, questionsOf } from "./months";

/**
 * Writes down the books of a month by machine and payment source, for good. 409 where it is closed or not over yet, 422
 * where it has an open question that was not accepted, 403 for who does not see every machine.
 */
export function closeMonth(
  pool: Pool,
  viewer: Viewer,
  month: string,
  accepted: readonly AuditQuestion[],
): Promise<{ month: string; machines: number }> {
  if (!isUnlimited(viewer)) throw forbidden();
  return transaction(pool, async (tx) => {
    await keepBooksStill(tx);
    if (await one(tx, z.unknown(), sql`select 1 from closed_months where month = ${month}`))
      throw new Fault(409, "month_closed");
    if (!(await isOver(tx, month))) throw new Fault(409, "month_not_over");
    const open = await questionsOf(tx, viewer, month);
    if (open.some(({ question }) => !accepted.includes(question)))
      throw invalid({ accepted: [{ key: "questions_open" }] });
    await run(
      tx,
      sql`insert into closed_months (month, closed_at, closed_by, questions) values (${month}, clock_timestamp(), ${viewer.id}, ${JSON.stringify(open)})`,
    );
    await run(tx, sql`update audit_questions set accepted = count where month = ${month}`);
    await run(
      tx,
      sql`
      insert into closed_totals (month, device_id, source, count, amount)
      select ${month}, r.device_id, r.source, sum(r.count), sum(r.amount) from sales_by_device_day r
      where r.day >= ${month} and r.day < (${month}::date + interval '1 month')::date group by r.device_id, r.source order by r.device_id, r.source`,
    );
    const machines = await one(
      tx,
      z.object({ machines: z.number() }),
      sql`select count(distinct device_id) as machines from closed_totals where month = ${month}`,
    );
    return { month, machines: machines?.machines ?? 0 };
  });
}
