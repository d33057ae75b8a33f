import { type SQL, sql } from "drizzle-orm";
import type { AuditQuestion } from "~server/contract/audit-questions";
import { isPaid } from "../sales/paid";

/** What the amounts of the read `r` are in, where that is not the hryvnia, and what of them stands in the books. */
export const MONEY_OF_READ = sql`r.counted_in as currency, r.rate, case when r.counted_in is not null then (
  select coalesce(sum(s.amount), 0) from sales s where s.device_id = r.device_id and s.file_id = r.file_id and s.report = r.report) end as booked`;

/** Which of the reads `r` of files `f` ask a question. What was left out asks nothing. */
export const ASKS: Record<AuditQuestion, SQL> = {
  held: sql`(r.kind = 'held' and not exists (select 1 from audit_reads n where n.device_id = r.device_id and n.kind = 'delta' and n.to_at > r.to_at))`,
  currency: sql`(r.kind <> 'duplicate' and r.counted_in is not null and r.rate is null)`,
  difference: sql`exists (select 1 from audit_differences d where d.file_id = r.file_id and d.report = r.report and ${isPaid(sql`d.source`)})`,
  gap: sql`(r.kind is not null and r.missing_reads > 0)`,
  clockless: sql`(r.lines is not null and r.header->>'machineTime' is null and f.read_at is null)`,
};
