import { sql } from "drizzle-orm";
import { z } from "zod";
import { division } from "~server/contract/entities/divisions";
import { franchise } from "~server/contract/entities/franchises";
import { byFranchise, companyStaff, type Viewer, visibleLocations, type Visibility } from "../../access";
import { anyOf, type Db, list, always, one, only, run } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { bury } from "../../resource/deleted";
import { record } from "../../resource/history";
import { countOf, defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { userGroupResource } from "../people/resources";
import { canStandBelow, lockTree, mayBeFlagged, parentInNeedOf, withDescendants } from "./tree";

const idRow = z.object({ id: z.number() });

/** Own franchises and all below; a new one is below before the viewer's list of them can know it. */
const visibleFranchises: Visibility = ({ franchises }, t) =>
  franchises
    ? anyOf([
        sql`${t}.id = any(${list(franchises, "integer")})`,
        sql`${t}.parent_id = any(${list(franchises, "integer")})`,
      ])
    : always;

export const franchiseResource = defineResource(franchise, {
  table: tables.franchises,
  visible: visibleFranchises,
  apart: (t, id) => sql`${t}.id not in (${withDescendants(sql`${id}::integer`)})`,
  computed: {
    sub_franchises_count: countOf("franchises", "parent_id", visibleFranchises),
    locations_count: countOf("locations", "franchise_id", visibleLocations),
    users_count: countOf("users", "franchise_id", byFranchise()),
  },
  async prepare(tx, values, { id }) {
    await lockTree(tx);
    const { parent } = values;
    if (parent !== null && !(await canStandBelow(tx, id, parent)))
      throw invalid({ parent: [{ key: "franchise_circle" }] });
    if (values.must_have_dependants && !(await mayBeFlagged(tx, id)))
      throw invalid({ must_have_dependants: [{ key: "no_dependants" }] });
    if (id === undefined) return;
    const left = await parentInNeedOf(tx, id);
    if (left !== undefined && left !== parent) throw invalid({ parent: [{ key: "last_dependant" }] });
  },
  async written(tx, id, values, { viewer, id: existing, restored }) {
    if (existing === undefined || restored) await makeGroup(tx, id, values.name, viewer);
  },
  async removing(tx, id, viewer) {
    await lockTree(tx);
    if ((await parentInNeedOf(tx, id)) !== undefined) throw new Fault(409, "last_dependant");
    await dropGroup(tx, id, viewer);
  },
});

/** The franchise's own user group, named after it; without rights until the company gives it some. */
async function makeGroup(tx: Db, id: number, name: string, viewer: Viewer): Promise<void> {
  const group = await only(tx, idRow, sql`insert into user_groups (name) values (${name}) returning id`);
  await run(tx, sql`update franchises set user_group_id = ${group.id} where id = ${id}`);
  await record(tx, userGroupResource, group.id, viewer, "create", [{ field: "name", before: null, after: name }]);
}

/** The group goes with its franchise, unless people still hold rights by it. */
async function dropGroup(tx: Db, id: number, viewer: Viewer): Promise<void> {
  const group = await one(
    tx,
    idRow,
    sql`
    select g.id from franchises f join user_groups g on g.id = f.user_group_id
    where f.id = ${id} and not exists (select 1 from users u where u.user_group_id = g.id) for update of g`,
  );
  await run(tx, sql`update franchises set user_group_id = null where id = ${id}`);
  if (!group) return;
  await bury(tx, userGroupResource, group.id, viewer);
}

export const divisionResource = defineResource(division, {
  table: tables.divisions,
  visible: companyStaff,
  computed: { locations_count: countOf("locations", "division_id", visibleLocations) },
});
