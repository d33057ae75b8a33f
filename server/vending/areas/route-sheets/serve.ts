import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { FieldMessages } from "~server/contract/envelope";
import { type BeginForm, STOP_STATUSES, type ServeForm } from "~server/contract/route-sheets";
import type { Viewer } from "../../access";
import { type Db, given, one, only, rows, run, transaction } from "../../database/query";
import { Fault, invalid, notFound } from "../../fault";
import { tellMaintenance } from "../fleet/maintenance";
import { settleConsumption } from "../logistics/consumption";
import { machineMoves } from "./machine-moves";
import { type Head, lockSheet, mayStep } from "./sight";

const stopRow = z.object({
  id: z.number(),
  sheet: z.number(),
  device: z.number(),
  status: z.enum(STOP_STATUSES),
  key: z.string().nullable(),
});
export type StopRow = z.infer<typeof stopRow>;
const slotRow = z.object({
  slot: z.string(),
  ingredient: z.number().nullable(),
  capacity: z.number(),
  proposed: z.number(),
  /** By the books of that moment; null where nobody told. */
  level: z.number().nullable(),
});
/** A slot with what was done there; what nobody said is null, and nothing of it moved. */
export interface Done extends z.infer<typeof slotRow> {
  found: number | null;
  put: number;
  taken: number;
  thrown: number;
}

const iso = (at: number) => new Date(at).toISOString();
/** When an entry was made. */
const madeAt = ({ waited }: BeginForm): number => Date.now() - waited * 1_000;

/** The crew begins at a machine; said again, or of one that is served, it changes nothing. */
export function beginStop(pool: Pool, viewer: Viewer, id: number, form: BeginForm): Promise<{ id: number }> {
  return transaction(pool, async (tx) => {
    const { stop } = await lockStop(tx, viewer, id);
    await run(
      tx,
      sql`update route_sheet_stops set status = 'service', begun_at = ${iso(madeAt(form))} where id = ${stop.id} and status = 'unserved'`,
    );
    return { id };
  });
}

/**
 * What was done at a machine, in one record with its maintenance, its stock and its cash; the same key again changes
 * nothing. 409 where the sheet is not loaded, or somebody else served the machine meanwhile. A reason why nothing was
 * done may be given and replaced until the sheet is completed.
 */
export function serveStop(pool: Pool, viewer: Viewer, id: number, form: ServeForm): Promise<{ id: number }> {
  return transaction(pool, async (tx) => {
    const { stop, sheet } = await lockStop(tx, viewer, id);
    if (stop.key === form.key) return { id };
    if (stop.status === "served") throw new Fault(409, "stop_served");
    if (form.reason) {
      await run(
        tx,
        sql`update route_sheet_stops set status = 'unserved', reason = ${form.reason}, remark = ${form.note ?? null}, key = ${form.key} where id = ${id}`,
      );
      return { id };
    }
    const at = madeAt(form);
    await run(tx, sql`select 1 from devices where id = ${stop.device} for no key update`);
    const done = doneAt(await slotsOf(tx, stop, at), form);
    await settleConsumption(tx, stop.device);
    await machineMoves(tx, viewer, { stop, crew: sheet.crew_id, at, done, thrownReason: form.thrown_reason });
    const key = `stop ${stop.id}`;
    await tellMaintenance(tx, viewer, stop.device, key, {
      ...{ filled: false, cleaned: !!form.cleaned, note: form.note, at },
      fills: done.flatMap((slot) => {
        const level = levelAfter(slot);
        return level === null ? [] : [{ slot: slot.slot, level }];
      }),
    });
    const collection = form.collected ? await collect(tx, viewer, stop, form, { key, at }) : null;
    await run(
      tx,
      sql`update route_sheet_fills f set found = k.found, put = k.put, taken = k.taken, thrown = k.thrown
      from ${given(done, "slot text, found numeric, put numeric, taken numeric, thrown numeric")} where f.stop_id = ${id} and f.slot = k.slot`,
    );
    await run(
      tx,
      sql`update route_sheet_stops set status = 'served', begun_at = coalesce(begun_at, ${iso(at)}), served_at = ${iso(at)}, served_by = ${viewer.full_name}, reason = null,
        remark = ${form.note ?? null}, cleaned = ${!!form.cleaned}, thrown_reason = ${form.thrown_reason ?? null}, collection_id = ${collection}, key = ${form.key} where id = ${id}`,
    );
    return { id };
  });
}

/** A stop whose sheet the viewer works on, both locked; 409 where nobody is on the way with it. */
export async function lockStop(tx: Db, viewer: Viewer, id: number): Promise<{ stop: StopRow; sheet: Head }> {
  const sheet = await lockSheet(
    tx,
    viewer,
    sql`s.id = (select t.sheet_id from route_sheet_stops t where t.id = ${id})`,
  );
  const stop = await one(
    tx,
    stopRow,
    sql`select id, sheet_id as sheet, device_id as device, status, key from route_sheet_stops where id = ${id} for update`,
  );
  if (!stop || !mayStep(viewer, sheet, "complete")) throw notFound();
  if (sheet.status !== "LOADED") throw new Fault(409, "sheet_not_loaded");
  return { stop, sheet };
}

/** Slots with what they held at a moment: without what was sold since. */
const slotsOf = (tx: Db, { id, device }: StopRow, at: number) =>
  rows(
    tx,
    slotRow,
    sql`select f.slot, f.ingredient_id as ingredient, f.capacity, f.proposed, case when x.slot is not null then greatest(0, x.filled - x.used + coalesce((
        select sum(t.used) from sales v cross join lateral takes(v.selection, v.recipe_id, v.count, v.day) t
        where v.device_id = x.device_id and v.sold_at > greatest(x.filled_at, ${iso(at)}) and t.slot = x.slot), 0)) end as level
      from route_sheet_fills f left join device_stocks x on x.device_id = ${device} and x.slot = f.slot where f.stop_id = ${id} order by f.slot`,
  );

/** What the form says of each slot; 422 beside what cannot be. */
function doneAt(slots: readonly z.infer<typeof slotRow>[], { fills, thrown_reason: reason }: ServeForm): Done[] {
  const wrong: FieldMessages = {};
  const said = new Map<string, ServeForm["fills"][number]>();
  fills.forEach((fill, index) => {
    const slot = slots.find((one) => one.slot === fill.slot);
    if (!slot || said.has(fill.slot)) wrong[`fills[${index}].put`] = [{ key: "incorrect" }];
    else if ((fill.found ?? 0) > slot.capacity)
      wrong[`fills[${index}].found`] = [{ key: "max_value", count: slot.capacity }];
    else if ((fill.taken ?? 0) + (fill.thrown ?? 0) > (fill.found ?? slot.level ?? slot.capacity))
      wrong[`fills[${index}].taken`] = [{ key: "more_than_found" }];
    else if ((fill.found ?? 0) - (fill.taken ?? 0) - (fill.thrown ?? 0) + (fill.put ?? 0) > slot.capacity + 0.0005)
      wrong[`fills[${index}].put`] = [{ key: "max_value", count: slot.capacity }];
    if ((fill.thrown ?? 0) > 0 && !reason) wrong.thrown_reason = [{ key: "required" }];
    said.set(fill.slot, fill);
  });
  if (Object.keys(wrong).length) throw invalid(wrong);
  return slots.map((slot) => {
    const { found = null, put = 0, taken = 0, thrown = 0 } = said.get(slot.slot) ?? {};
    return { ...slot, found, put, taken, thrown };
  });
}

/** What a slot has now. Of one of which nobody ever told, only a whole filling says something: the rest was guessed. */
function levelAfter({ found, put, taken, thrown, level, capacity, proposed }: Done): number | null {
  if (found === null && put === 0 && taken === 0 && thrown === 0) return null;
  const before = found ?? level;
  if (before === null) return proposed > 0 && put >= proposed ? capacity : null;
  return Math.min(capacity, Math.max(0, before - taken - thrown + put));
}

/** Cash that was taken out in a bag; it is counted at the office. */
async function collect(
  tx: Db,
  viewer: Viewer,
  { device }: StopRow,
  { bag, note }: ServeForm,
  { key, at }: { key: string; at: number },
): Promise<number> {
  const { id } = await only(
    tx,
    z.object({ id: z.number() }),
    sql`insert into cash_collections (device_id, at, bag, note, author_id, author, key)
    values (${device}, ${iso(at)}, ${bag || null}, ${note ?? null}, ${viewer.id}, ${viewer.full_name}, ${key}) returning id`,
  );
  return id;
}
