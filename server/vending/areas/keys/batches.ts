import { sql } from "drizzle-orm";
import { z } from "zod";
import { qrBatch } from "~server/contract/entities/qr_batches";
import type { QrBatchState } from "~server/contract/qr-batches";
import { byCarriedDevice, byDevice, unlimited, type Viewer } from "../../access";
import { type Db, given, rows, run } from "../../database/query";
import { changesBetween, recordMany } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { defineResource, resourceNamed } from "../../resource/resource";
import * as tables from "../../tables";
import { checkExpiry, newCode, qrState } from "./codes";

const idRow = z.object({ id: z.number() });

export const qrBatchResource = defineResource(qrBatch, {
  table: tables.qrBatches,
  visible: byDevice(),
  place: "device",
  computed: {
    used_count: (t) => sql`(select count(*) from qr_codes c where c.batch_id = ${t}.id and c.used_at is not null)`,
  },
  async prepare(tx, values, { id }) {
    if (id === undefined) await checkExpiry(tx, values.expires_on);
  },
  async written(tx, id, values, { viewer, id: known }) {
    if (known !== undefined) return;
    await run(tx, sql`update qr_batches set author = ${viewer.full_name} where id = ${id}`);
    await makeCodes(tx, viewer, id, values.codes_count);
  },
  actions: {
    block: (tx, id, viewer) => setBlocked(tx, viewer, id, true),
    unblock: (tx, id, viewer) => setBlocked(tx, viewer, id, false),
  },
});

/** Makes the codes of a batch, each as the batch says, with its history. */
async function makeCodes(tx: Db, viewer: Viewer, batch: number, count: number): Promise<void> {
  const codes = Array.from({ length: count }, (_, place) => ({ code: newCode(), place }));
  const made = await rows(
    tx,
    idRow.extend({ code: z.string() }),
    sql`
    insert into qr_codes (code, batch_id, device_id, recipe_id, amount, expires_on)
    select k.code, b.id, b.device_id, b.recipe_id, b.amount, b.expires_on from qr_batches b, ${given(codes, "code text, place integer")}
    where b.id = ${batch} order by k.place returning id, code`,
  );
  const qrCode = resourceNamed("qr_code");
  const first = await readRecord(tx, qrCode, unlimited(viewer), made[0]?.id ?? 0);
  const shared = changesBetween(qrCode, {}, first, []).filter(({ field }) => field !== "code");
  await recordMany(
    tx,
    qrCode,
    viewer,
    "create",
    made.map(({ id, code }) => ({ id, changes: [{ field: "code", before: null, after: code }, ...shared] })),
  );
}

/** Blocks a batch with its codes that are not used, or unblocks those that were blocked with it. */
async function setBlocked(tx: Db, viewer: Viewer, batch: number, blocked: boolean) {
  await run(tx, sql`update qr_batches set blocked = ${blocked} where id = ${batch}`);
  const which = blocked ? sql`not blocked` : sql`blocked_with_batch`;
  const changed = await rows(
    tx,
    idRow,
    sql`
    with held as (select id from qr_codes where batch_id = ${batch} and used_at is null and ${which} order by id for update)
    update qr_codes c set blocked = ${blocked}, blocked_with_batch = ${blocked}, version = version + 1, updated_at = now()
    from held where c.id = held.id returning c.id`,
  );
  const changes = [{ field: "blocked", before: !blocked, after: blocked }];
  await recordMany(
    tx,
    resourceNamed("qr_code"),
    viewer,
    blocked ? "block" : "unblock",
    changed.map(({ id }) => ({ id, changes })),
  );
  return {};
}

/** Blocks a code when its batch is blocked. */
export async function blockWithBatch(tx: Db, code: number): Promise<void> {
  await run(
    tx,
    sql`update qr_codes c set blocked = true, blocked_with_batch = true from qr_batches b
    where c.id = ${code} and b.id = c.batch_id and b.blocked and c.used_at is null and not c.blocked`,
  );
}

const counted = z.object({ name: z.string(), count: z.number() });

/** How many codes of a batch are in each state, and what came of them before readers of machines that the viewer may see. */
export async function batchState(db: Db, viewer: Viewer, batch: number): Promise<QrBatchState> {
  const states = await rows(
    db,
    counted,
    sql`select ${qrState(sql`c`)} as name, count(*) as count from qr_codes c where c.batch_id = ${batch} group by 1`,
  );
  const outcomes = await rows(
    db,
    counted,
    sql`
    select s.result as name, count(*) as count from qr_codes c join scans s on s.code = c.code and s.card = 'qr'
      join placements p on p.id = s.placement_id
    where c.batch_id = ${batch} and ${byCarriedDevice(viewer, sql`p`)} group by 1`,
  );
  const asObject = (found: z.infer<typeof counted>[]) =>
    Object.fromEntries(found.map(({ name, count }) => [name, count]));
  return { states: asObject(states), outcomes: asObject(outcomes) };
}
