import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { FieldMessages } from "~server/contract/envelope";
import { type completeForm, type loadForm, SHEET_STEPS } from "~server/contract/route-sheets";
import { SERVICE, type Viewer } from "../../access";
import { type Db, given, list, rows, run, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { changesBetween, record } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { bookMoves, type NewMove } from "../logistics/ledger";
import { holdIngredients } from "../logistics/stock";
import { routeSheetResource } from "./resources";
import { checkStep, type Head, lockSheet } from "./sight";

/** Moves a sheet on in one transaction with its history, which tells of the new status; the viewer may see it as its crew, and not as a record. */
export function stepping(
  pool: Pool,
  viewer: Viewer,
  id: number,
  work: (tx: Db, head: Head) => Promise<boolean>,
): Promise<{ id: number }> {
  return transaction(pool, async (tx) => {
    const head = await lockSheet(tx, viewer, sql`s.id = ${id}`);
    const before = await readRecord(tx, routeSheetResource, SERVICE, id);
    if (!(await work(tx, head))) return { id };
    await run(tx, sql`update route_sheets set version = version + 1, updated_at = now() where id = ${id}`);
    const after = await readRecord(tx, routeSheetResource, SERVICE, id);
    await record(tx, routeSheetResource, id, viewer, "update", changesBetween(routeSheetResource, before, after, []));
    return { id };
  });
}

/** The crew has the sheet; said again it changes nothing. */
export const acceptSheet = (pool: Pool, viewer: Viewer, id: number): Promise<{ id: number }> =>
  stepping(pool, viewer, id, async (tx, head) => {
    if (head.is_member && (head.status === "ACCEPTED" || head.status === "LOADED")) return false;
    checkStep(viewer, head, "accept");
    await run(tx, sql`update route_sheets set status = ${SHEET_STEPS.accept.to} where id = ${id}`);
    return true;
  });

/**
 * What was really taken along moves from the warehouse to the crew: refused beside its line where there is not so much
 * that has not expired. The same key again changes nothing.
 */
export const loadSheet = (pool: Pool, viewer: Viewer, id: number, { key, loads }: z.infer<typeof loadForm>) =>
  stepping(pool, viewer, id, async (tx, head) => {
    if (head.load_key === key) return false;
    checkStep(viewer, head, "load");
    const lines = loads.map(({ ingredient, quantity = 0 }) => ({ ingredient, quantity }));
    refuseRepeated(lines, "loads");
    await asLines("loads", () => holdIngredients(tx, lines));
    const taken = lines.filter(({ quantity }) => quantity > 0);
    const from = { kind: "WAREHOUSE", id: warehouseOf(head) } as const;
    const to = { kind: "CREW", id: head.crew_id } as const;
    await asLines(
      "loads",
      () =>
        book(tx, viewer, {
          kind: "ISSUE",
          from,
          to,
          lines: taken,
          key: `sheet ${id} load`,
          sheet: id,
          short: "refuse",
          fresh: true,
        }),
      (at) => lines.indexOf(taken[at] ?? { ingredient: 0, quantity: 0 }),
    );
    await run(
      tx,
      sql`insert into route_sheet_loads as o (sheet_id, ingredient_id, picked, loaded) select ${id}::integer, k.ingredient, 0, k.quantity
      from ${given(lines, "ingredient integer, quantity numeric")} on conflict (sheet_id, ingredient_id) do update set loaded = excluded.loaded`,
    );
    await run(tx, sql`update route_sheet_loads set loaded = 0 where sheet_id = ${id} and loaded is null`);
    await run(tx, sql`update route_sheets set status = ${SHEET_STEPS.load.to}, load_key = ${key} where id = ${id}`);
    return true;
  });

/**
 * What is brought back moves to the warehouse, and the sheet is completed; of machines that were not served a reason is
 * wanted. What the books of the crew do not have is brought back all the same. The same key again changes nothing.
 */
export const completeSheet = (
  pool: Pool,
  viewer: Viewer,
  id: number,
  { key, returns, unserved }: z.infer<typeof completeForm>,
) =>
  stepping(pool, viewer, id, async (tx, head) => {
    if (head.complete_key === key) return false;
    checkStep(viewer, head, "complete");
    const lines = returns.map(({ ingredient, quantity = 0 }) => ({ ingredient, quantity }));
    refuseRepeated(lines, "returns");
    await asLines("returns", () => holdIngredients(tx, lines));
    const left = await leftOf(tx, id, unserved);
    const brought = lines.filter(({ quantity }) => quantity > 0);
    const from = { kind: "CREW", id: head.crew_id } as const;
    const to = { kind: "WAREHOUSE", id: warehouseOf(head) } as const;
    await book(tx, viewer, {
      kind: "RETURN",
      from,
      to,
      lines: brought,
      key: `sheet ${id} return`,
      sheet: id,
      short: "found",
    });
    await run(
      tx,
      sql`insert into route_sheet_loads as o (sheet_id, ingredient_id, picked, returned) select ${id}::integer, k.ingredient, 0, k.quantity
      from ${given(lines, "ingredient integer, quantity numeric")} on conflict (sheet_id, ingredient_id) do update set returned = excluded.returned`,
    );
    await run(tx, sql`update route_sheet_loads set returned = 0 where sheet_id = ${id} and returned is null`);
    await run(tx, sql`update route_sheet_stops set open = false where sheet_id = ${id}`);
    const { to: status } = left ? SHEET_STEPS.complete_partly : SHEET_STEPS.complete;
    await run(tx, sql`update route_sheets set status = ${status}, complete_key = ${key} where id = ${id}`);
    return true;
  });

/** How many machines are left without service, each with the reason that was said; 422 beside those without one. */
async function leftOf(tx: Db, id: number, unserved: z.infer<typeof completeForm>["unserved"]): Promise<number> {
  const left = await rows(
    tx,
    z.object({ id: z.number(), reason: z.string().nullable() }),
    sql`select id, reason from route_sheet_stops where sheet_id = ${id} and status <> 'served' order by position for update`,
  );
  const said = new Map(unserved.map(({ stop, reason }) => [stop, reason]));
  const missing = left.filter((one) => !one.reason && !said.has(one.id));
  if (missing.length)
    throw invalid(Object.fromEntries(missing.map((one) => [`stop-${one.id}`, [{ key: "required" }]])));
  await run(
    tx,
    sql`update route_sheet_stops t set reason = k.reason from ${given(
      [...said].map(([stop, reason]) => ({ stop, reason })),
      "stop integer, reason text",
    )}
    where t.id = k.stop and t.id = any(${list(
      left.map((one) => one.id),
      "integer",
    )})`,
  );
  return left.length;
}

const book = async (tx: Db, viewer: Viewer, move: NewMove): Promise<void> => {
  if (move.lines.length) await bookMoves(tx, viewer, [move]);
};

function warehouseOf({ warehouse_id: id }: Head): number {
  if (id === null) throw new Fault(409, "sheet_no_warehouse");
  return id;
}

function refuseRepeated(lines: readonly { ingredient: number }[], field: string): void {
  const messages: FieldMessages = {};
  lines.forEach(({ ingredient }, index) => {
    if (lines.findIndex((one) => one.ingredient === ingredient) < index)
      messages[`${field}[${index}].quantity`] = [{ key: "repeats" }];
  });
  if (Object.keys(messages).length) throw invalid(messages);
}

/** What is wrong with a line of the ledger stands beside the line of the form that it comes from. */
async function asLines<T>(field: string, work: () => Promise<T>, lineOf = (at: number) => at): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || !error.extra.fields) throw error;
    throw invalid(
      Object.fromEntries(
        Object.entries(error.extra.fields).map(([name, messages]) => [
          name.replace(/^lines\[(\d+)\]\.\w+$/, (_, at: string) => `${field}[${lineOf(Number(at))}].quantity`),
          messages,
        ]),
      ),
    );
  }
}
