import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { warehouse } from "~server/contract/entities/warehouses";
import { listRequirement } from "~server/contract/entity";
import { SHEET_STATUSES } from "~server/contract/enums";
import { allowed } from "~server/contract/permissions";
import { SHEET_STEPS, type Sheet, type SheetStep } from "~server/contract/route-sheets";
import { byAnyDevice, type Viewer } from "../../access";
import { anyOf, type Db, never, one } from "../../database/query";
import { Fault, notFound } from "../../fault";
import { warehouseResource } from "../logistics/resources";

/** Whether the viewer belongs to the crew of the sheet `s`, or to the one that stands in for it. */
export const isMember = (viewer: Viewer, s: SQL): SQL => sql`exists (
  select 1 from crews c where (c.id = ${s}.crew_id or c.id = (select o.replaced_by_id from crews o where o.id = ${s}.crew_id)) and ${viewer.id} = any(c.members))`;

/** Whether the viewer keeps the warehouse of the sheet `s`, which gives out what it takes. */
export const isKeeper = (viewer: Viewer, s: SQL): SQL =>
  allowed(viewer, listRequirement(warehouse))
    ? sql`exists (select 1 from warehouses w where w.id = ${s}.warehouse_id and ${warehouseResource.visible(viewer, sql`w`)})`
    : never;

/** Sheets of the viewer's crews and warehouses, and those that a dispatcher sees. */
export const seen = (viewer: Viewer, s: SQL): SQL =>
  anyOf([
    isMember(viewer, s),
    isKeeper(viewer, s),
    allowed(viewer, listRequirement(routeSheet)) ? byAnyDevice(viewer, s) : never,
  ]);

/** What the viewer is to the sheet `s`. */
export const standing = (viewer: Viewer, s: SQL): SQL =>
  sql`${isMember(viewer, s)} as is_member, ${isKeeper(viewer, s)} as is_keeper`;

export const headRow = z.object({
  id: z.number(),
  status: z.enum(SHEET_STATUSES),
  crew_id: z.number(),
  warehouse_id: z.number().nullable(),
  day: z.string(),
  load_key: z.string().nullable(),
  complete_key: z.string().nullable(),
  is_member: z.boolean(),
  is_keeper: z.boolean(),
});
type Standing = Pick<Head, "is_member" | "is_keeper">;
export type Head = z.infer<typeof headRow>;

/** The sheet that `which` of `s` finds, locked until `tx` ends; 404 where the viewer does not work on it. */
export async function lockSheet(tx: Db, viewer: Viewer, which: SQL): Promise<Head> {
  const found = await one(
    tx,
    headRow,
    sql`select s.id, s.status, s.crew_id, s.warehouse_id, s.day, s.load_key, s.complete_key, ${standing(viewer, sql`s`)}
    from route_sheets s where ${which} and ${seen(viewer, sql`s`)} for no key update of s`,
  );
  if (!found) throw notFound();
  return found;
}

/** Whether somebody who sees a sheet may take a step with it, whatever its status. */
export function mayStep(viewer: Viewer, { is_member, is_keeper }: Standing, step: SheetStep): boolean {
  const { by } = SHEET_STEPS[step];
  const isDispatcher = allowed(viewer, listRequirement(routeSheet));
  return (by !== "dispatcher" && is_member) || (by !== "crew" && isDispatcher) || (by === "store" && is_keeper);
}

/** 409 where a sheet is not where a step begins, 404 to whom it is not offered. */
export function checkStep(viewer: Viewer, head: Standing & Pick<Head, "status">, step: SheetStep): void {
  if (!mayStep(viewer, head, step)) throw notFound();
  if (!SHEET_STEPS[step].from.some((one) => one === head.status)) throw new Fault(409, "sheet_moved_on");
}

/** What the viewer may do with a sheet besides the actions of its record. */
export function offered(viewer: Viewer, head: Standing & Pick<Head, "status">): Sheet["may"] {
  const isNext = (step: SheetStep) =>
    mayStep(viewer, head, step) && SHEET_STEPS[step].from.some((one) => one === head.status);
  return [
    ...(isNext("accept") ? (["accept"] as const) : []),
    ...(isNext("load") ? (["load"] as const) : []),
    ...(isNext("complete") ? (["complete", "serve"] as const) : []),
  ];
}
