import { sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "~server/contract/entities/companies";
import { project } from "~server/contract/entities/projects";
import { user } from "~server/contract/entities/users";
import { userGroup } from "~server/contract/entities/users_groups";
import { SERVER_MESSAGES } from "~server/contract/envelope";
import type { Written } from "~server/contract/schema";
import { byFranchise, namedByFranchise, type Viewer, visibleProjects } from "../../access";
import { type Db, one, run } from "../../database/query";
import { Fault, forbidden, invalid } from "../../fault";
import { countOf, defineResource } from "../../resource/resource";
import { companies, projects, userGroups, users } from "../../tables";
import { postFacts } from "../help-desk/posts";
import { sendTestMessage } from "../help-desk/test-message";
import { hashPassword } from "../session/password";
import { revokeTokens } from "../session/tokens";

const codes = z.array(z.string());
const isLimited = (viewer: Viewer) => viewer.access.some((access) => access.mode !== "UNRESTRICTED");

/** Nobody gives away more than they hold: neither permissions nor a wider view. */
function checkGrant(viewer: Viewer, permissions: string[], values: Written, field: string): void {
  if (viewer.is_can_all) return;
  if (permissions.some((code) => !viewer.permissions.includes(code))) throw invalid({ [field]: [{ key: "grant_exceeds" }] });
  if (values.sport_life === true && !viewer.sport_life) throw invalid({ sport_life: [{ key: "grant_exceeds" }] });
  if (isLimited(viewer) && values.access_mode !== "OPEN_SELECTED") throw invalid({ access_mode: [{ key: "grant_exceeds" }] });
}

async function permissionsOfGroup(tx: Db, id: unknown): Promise<string[]> {
  if (typeof id !== "number") return [];
  return (await one(tx, z.object({ permissions: codes }), sql`select permissions from user_groups where id = ${id}`))?.permissions ?? [];
}

const heldSchema = z.object({ is_root: z.boolean(), is_can_all: z.boolean(), permissions: codes });

/** A person who holds more than the viewer is not the viewer's to change: a new password would hand it all over. */
async function checkStanding(tx: Db, viewer: Viewer, id: number): Promise<void> {
  const held = await one(tx, heldSchema, sql`
    select u.is_root, u.is_can_all, coalesce(g.permissions, '{}') as permissions from users u left join user_groups g on g.id = u.user_group_id where u.id = ${id}`);
  if (!held || viewer.is_root) return;
  if (held.is_root || (!viewer.is_can_all && (held.is_can_all || held.permissions.some((code) => !viewer.permissions.includes(code))))) throw forbidden();
}

/** A person is a franchise's or the company's; a new one of a franchise joins its group unless another is chosen. */
async function settleFranchise(tx: Db, values: Written, isNew: boolean): Promise<void> {
  if (typeof values.franchise !== "number") return;
  if (Array.isArray(values.companies) && values.companies.length) throw invalid({ franchise: [{ key: "franchise_or_companies" }] });
  if (isNew && values.user_group === null)
    values.user_group = (await one(tx, z.object({ group: z.number().nullable() }), sql`select user_group_id as "group" from franchises where id = ${values.franchise}`))?.group ?? null;
}

export const userResource = defineResource(user, {
  table: users,
  visible: byFranchise(),
  uniques: { users_email_key: { field: "email", key: "email_taken" } },
  async prepare(tx, values, { viewer, id }) {
    if (id) await checkStanding(tx, viewer, id);
    await settleFranchise(tx, values, id === undefined);
    checkGrant(viewer, await permissionsOfGroup(tx, values.user_group), values, "user_group");
    if (typeof values.password === "string") values.password = await hashPassword(values.password);
  },
  async written(tx, id, values, { viewer }) {
    if (values.password === undefined) return;
    await run(tx, sql`update users set demonstration_password = null where id = ${id}`);
    if (id !== viewer.id) await revokeTokens(tx, id);
  },
  actions: {
    async block(tx, id, viewer) {
      if (id === viewer.id) throw new Fault(422, "block_self");
      await checkStanding(tx, viewer, id);
      await run(tx, sql`update users set blocked = true where id = ${id}`);
      await revokeTokens(tx, id);
      return {};
    },
    async unblock(tx, id, viewer) {
      await checkStanding(tx, viewer, id);
      await run(tx, sql`update users set blocked = false where id = ${id}`);
      return {};
    },
  },
});

export const userGroupResource = defineResource(userGroup, {
  table: userGroups,
  visible: namedByFranchise("user_group_id"),
  async prepare(tx, values, { viewer, id }) {
    if (id) checkGrant(viewer, await permissionsOfGroup(tx, id), values, "permissions");
    checkGrant(viewer, codes.parse(values.permissions), values, "permissions");
  },
  async removing(tx, id) {
    if (await one(tx, z.object({ id: z.number() }), sql`select id from franchises where user_group_id = ${id}`)) throw new Fault(409, SERVER_MESSAGES.franchiseGroup);
  },
});

export const companyResource = defineResource(company, {
  table: companies,
  visible: namedByFranchise("company_id"),
  computed: {
    projects_count: countOf("projects", "company_id"),
    locations_count: countOf("locations", "company_id"),
    users_count: (t) => sql`(select count(*) from users x where ${t}.id = any(x.companies))`,
    ...postFacts,
  },
  calls: { send_test: sendTestMessage },
});
export const projectResource = defineResource(project, { table: projects, visible: visibleProjects });
