import { sql } from "drizzle-orm";
import { z } from "zod";
import { editableFields } from "~server/contract/entity";
import { isUnlimited, type Viewer } from "../access";
import { type Db, one } from "../database/query";
import { Fault, invalid } from "../fault";
import type { Resource } from "./resource";

/** What a limited person writes must stay in their sight: it would be lost to them, and a place without a franchise would be the company's. */
export async function checkStays(tx: Db, resource: Resource, viewer: Viewer, id: number): Promise<void> {
  const seenBy = (who: Viewer) =>
    one(
      tx,
      z.object({ id: z.number() }),
      sql`
    select t.id from ${sql.identifier(resource.table)} t where t.id = ${id} and ${resource.visible(who, sql`t`)}`,
    );
  if (isUnlimited(viewer) || (await seenBy(viewer))) return;
  if (viewer.franchises && !(await seenBy({ ...viewer, access: [] })))
    throw outside(franchiseField(resource) ?? resource.place, "outside_franchise");
  throw outside(resource.place, "outside_access");
}

const franchiseField = (resource: Resource) =>
  editableFields(resource.entity).find(([, field]) => field.kind === "ref" && field.to === "franchise")?.[0];
const outside = (field: string | undefined, key: string) =>
  field === undefined ? new Fault(422, key) : invalid({ [field]: [{ key }] });
