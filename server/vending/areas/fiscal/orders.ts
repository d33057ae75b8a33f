import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { DESK_OPERATION_STATES, type DeskOperation } from "~server/contract/fiscal";
import { postErrorMessage } from "~server/contract/post-errors";
import type { Viewer } from "../../access";
import { type Db, one, only, run } from "../../database/query";
import { Fault, invalid } from "../../fault";
import type { ActionResult } from "../../resource/resource";
import { worksOnDesks } from "./background";

/** Somebody looks at a page meanwhile; what takes longer is found on the desk's page. */
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 150;

const askedRow = z.object({ id: z.number(), state: z.enum(DESK_OPERATION_STATES), error: z.string().nullable() });
type Asked = z.infer<typeof askedRow>;

/** Asks a desk for something that needs no more said; asked again while it is on its way, it is the same. 422 with the service's words when it is refused. */
export const orderOf =
  (type: DeskOperation) =>
  async (db: Db, desk: number, viewer: Viewer): Promise<ActionResult> => {
    const underWay = await one(
      db,
      z.object({ id: z.number() }),
      sql`select id from fiscal_operations where desk_id = ${desk} and type = ${type} and state in ('queued', 'sent') and author_id is not null limit 1`,
    );
    const { id } = underWay ?? (await order(db, viewer, { desk, type, key: randomUUID(), amount: null, reason: null }));
    await wake(db, desk);
    const { state, error } = await ended(db, id);
    if (state === "error") throw invalid({ state: [postErrorMessage(error ?? "server_error")] });
    return {};
  };

/** Cash into a desk or out of it. The same key of the same author again answers the first one, and may not mean another. */
export async function moveCash(
  db: Db,
  viewer: Viewer,
  desk: number,
  { key, ...cash }: { key: string; type: "service_in" | "service_out"; amount: number; reason: string | null },
): Promise<Asked> {
  const { id } = await order(db, viewer, { desk, key: `form ${viewer.id} ${key}`, ...cash });
  await wake(db, desk);
  const asked = await ended(db, id);
  if (asked.state === "error") throw invalid({ amount: [postErrorMessage(asked.error ?? "server_error")] });
  return asked;
}

interface Order {
  desk: number;
  type: DeskOperation;
  key: string;
  amount: number | null;
  reason: string | null;
}

async function order(db: Db, viewer: Viewer, { desk, type, key, amount, reason }: Order): Promise<{ id: number }> {
  const id = z.object({ id: z.number() });
  const made = await one(
    db,
    id,
    sql`insert into fiscal_operations (desk_id, type, key, amount, reason, author_id, author) values (${desk}, ${type}, ${key}, ${amount}, ${reason}, ${viewer.id}, ${viewer.full_name})
    on conflict (desk_id, key) do nothing returning id`,
  );
  const first =
    made ??
    (await one(
      db,
      id,
      sql`select id from fiscal_operations where desk_id = ${desk} and key = ${key} and type = ${type} and amount is not distinct from ${amount}::bigint`,
    ));
  if (!first) throw new Fault(409, "key_reused");
  return first;
}

/** A desk that rests is looked at at once. */
async function wake(db: Db, desk: number): Promise<void> {
  await run(
    db,
    sql`insert into fiscal_desks (desk_id) values (${desk}) on conflict (desk_id) do update set rest_until = now()`,
  );
}

async function ended(db: Db, id: number): Promise<Asked> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const asked = await only(db, askedRow, sql`select id, state, error from fiscal_operations where id = ${id}`);
    const isOver = asked.state === "done" || asked.state === "error";
    if (isOver || !worksOnDesks() || Date.now() > until) return asked;
    await sleep(LOOK_EVERY_MS);
  }
}
