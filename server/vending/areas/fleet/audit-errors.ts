import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, rows } from "../../database/query";
import { countErrors, setErrors } from "./errors";

const event = z.object({
  raw: z.string(),
  code: z.string().nullable(),
  count: z.number().nullable(),
  active: z.boolean().nullable(),
});
type Event = z.infer<typeof event>;

/**
 * Takes over which errors the last report of an audit file says are lasting. A flag says so itself (EA205): 0→1 begins
 * one, 1→0 ends it. Without flags one that happened again since the read before (EA203 rose) lasts until a read in which
 * it did not. Of a read that is not counted, nothing is believed.
 */
export async function noteAuditErrors(tx: Db, device: number, file: number): Promise<void> {
  const read = await one(
    tx,
    z.object({ at: z.string(), events: z.array(event).nullable(), before: z.array(event).nullable() }),
    sql`
    select r.to_at as at, r.counters->'eventCounters' as events, case when r.kind = 'delta' then coalesce(p.counters->'eventCounters', '[]') end as before
    from audit_reads r left join audit_reads p on p.file_id = r.previous_file and p.report = r.previous_report
    where r.file_id = ${file} and r.state = 'processed' order by r.report desc limit 1`,
  );
  if (!read) return;
  const { at, before } = read;
  const errors = (read.events ?? []).filter(({ code }) => code?.startsWith("E"));
  const open = await openErrors(tx, device);
  const lasting = new Map<string, boolean>();
  for (const one of errors) {
    const [code, lasts] = [one.code ?? "", one.active ?? (before && hasRisen(one, before))];
    // What never lasted need not be said to have ended.
    if (lasts || (lasts === false && (one.active === false || open.has(code))))
      lasting.set(code, lasts || lasting.get(code) === true);
  }
  if (!lasting.size) return;
  await setErrors(
    tx,
    [...lasting].map(([code, isOpen]) => ({ device, raw: code, code, open: isOpen, at, first: at })),
  );
  await countErrors(tx, [device]);
}

/** A machine lists what happened at least once: what it did not list before had not happened. */
const hasRisen = ({ raw, count }: Event, before: readonly Event[]): boolean =>
  (count ?? 0) > Math.max(0, ...before.filter((one) => one.raw === raw).map((one) => one.count ?? 0));

async function openErrors(tx: Db, device: number): Promise<Set<string>> {
  const found = await rows(
    tx,
    z.object({ raw: z.string() }),
    sql`select raw from device_errors where device_id = ${device} and open`,
  );
  return new Set(found.map(({ raw }) => raw));
}
