import { sql } from "drizzle-orm";
import { z } from "zod";
import { noticeSchema } from "~server/contract/audit";
import {
  type AuditPeriod,
  auditPeriodSchema,
  type AuditPeriods,
  type PeriodState,
  type periodsQuery,
} from "~server/contract/audit-periods";
import { allOf, type Db } from "../../database/query";
import { paged } from "../../database/page";
import { SOURCES_OF_READ } from "../sales/differences";
import { isPaidBy } from "../sales/paid";
import { edgesOf, within } from "../sales/span";
import { ASKS, MONEY_OF_READ } from "./question-of";
import { isSound } from "./sound";

const row = auditPeriodSchema.omit({ states: true }).extend({
  is_failed: z.boolean(),
  began_again: z.boolean(),
  warnings: z.array(noticeSchema),
  flags: z.array(noticeSchema),
});

/** Another read of the machine stands before the read `r` that begins a chain. */
const BEGAN_AGAIN = sql`(r.position = 0 and r.kind = 'baseline' and exists (
  select 1 from audit_reads o where o.device_id = r.device_id and o.chain <> r.chain and o.kind not in ('held', 'duplicate') and o.to_at < r.to_at))`;

/** What a machine counted between its reads beside what telemetry told of the same time, newest first, a page. Repeated reads are left out. */
export async function listPeriods(db: Db, device: number, query: z.infer<typeof periodsQuery>): Promise<AuditPeriods> {
  const edges = await edgesOf(db, query);
  const at = sql`coalesce(r.to_at, f.received_at)`;
  const where = allOf([
    sql`r.device_id = ${device}`,
    within(at, edges),
    sql`r.kind is distinct from 'duplicate'`,
    ...(query.question ? [ASKS[query.question]] : []),
  ]);
  const { items, ...page } = await paged(
    db,
    row,
    {
      columns: sql`r.file_id, r.report, f.name, r.doubt, r.kind, r.missing_reads, ${MONEY_OF_READ}, r.from_at as "from", ${at} as "to",
        case when f.skipped then 'leave_out' when f.released then 'count' else 'judge' end as decision,
        r.state = 'failed' as is_failed, ${BEGAN_AGAIN} as began_again,
        r.warnings || coalesce((select p.warnings from audit_reads p where p.file_id = r.previous_file and p.report = r.previous_report), '[]') as warnings,
        coalesce(r.period->'flags', '[]') as flags, coalesce(${SOURCES_OF_READ}, '[]') as sources`,
      from: sql`from audit_reads r join audit_files f on f.id = r.file_id where ${where}`,
      order: sql`${at} desc, r.file_id desc, r.report desc`,
    },
    query,
  );
  return { ...edges, ...page, items: items.map(periodOf) };
}

function periodOf({ is_failed, began_again, warnings, flags, ...period }: z.infer<typeof row>): AuditPeriod {
  const has = (state: PeriodState, isSo: boolean) => (isSo ? [state] : []);
  const { decision, kind, sources } = period;
  const paid = sources.filter(({ source }) => isPaidBy(source));
  const some = (side: "events" | "booked" | "beyond") =>
    paid.some((one) => one[side].count !== 0 || one[side].amount !== 0);
  const isReset = began_again || flags.some(({ code }) => code === "reset");
  const isDoubtful = !isReset && kind === "delta" && !isSound(warnings, flags);
  const states = [
    ...has("left_out", decision === "leave_out"),
    ...has("failed", is_failed),
    ...has("held", kind === "held"),
    ...has("cut", kind === "cut"),
    ...has("reset", isReset),
    ...has("baseline", kind === "baseline" && !began_again),
    ...has("gap", period.missing_reads > 0),
    ...has("doubtful", isDoubtful),
    ...has("beyond", some("beyond")),
    ...has("untold", some("events") && some("booked")),
    ...has("alone", !some("events") && some("booked")),
  ];
  return { ...period, states };
}
