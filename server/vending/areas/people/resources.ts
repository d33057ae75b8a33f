import { sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "~server/contract/entities/companies";
import { project } from "~server/contract/entities/projects";
import { user } from "~server/contract/entities/users";
import { type accessFields, userGroup } from "~server/contract/entities/users_groups";
import { SERVER_MESSAGES } from "~server/contract/envelope";
import type { Values } from "~server/contract/values";
import { byFranchise, companyStaff, namedByFranchise, visibleLocations, visibleProjects } from "../../access";
import { type Db, one, run } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { countOf, defineResource } from "../../resource/resource";
import { companies, projects, userGroups, users } from "../../tables";
import { postFacts } from "../help-desk/posts";
import { sendTestMessage } from "../help-desk/test-message";
import { checkPassword, hashPassword } from "../session/password";
import { hasSecondFactor, removeSecondFactor } from "../session/second-factor";
import { revokeTokens } from "../session/tokens";
import { checkGroup, checkGroupGrant, checkPerson, checkPersonGrant } from "./standing";

/** A person is a franchise's or the company's; a new one of a franchise joins its group unless another is chosen. */
async function settleFranchise(tx: Db, values: Values<typeof user.fields>, isNew: boolean): Promise<void> {
  if (values.franchise === null) return;
  if (values.companies.length) throw invalid({ franchise: [{ key: "franchise_or_companies" }] });
  if (isNew && values.user_group === null)
    values.user_group =
      (
        await one(
          tx,
          z.object({ group: z.number().nullable() }),
          sql`select user_group_id as "group" from franchises where id = ${values.franchise}`,
        )
      )?.group ?? null;
}

/** One's own e-mail and password change in the profile, which asks for the password that holds. */
async function checkOwn(tx: Db, id: number, values: Values<typeof user.fields>): Promise<void> {
  const own = await one(tx, z.object({ email: z.string() }), sql`select email from users where id = ${id}`);
  if (own?.email.toLowerCase() !== values.email) throw invalid({ email: [{ key: "own_in_profile" }] });
  if (values.password !== undefined) throw invalid({ password: [{ key: "own_in_profile" }] });
}

/** Opening nothing would shut a person out, and closing nothing would do nothing. */
function checkSelection({
  access_mode,
  access_projects,
  access_locations,
  access_devices,
}: Values<typeof accessFields>): void {
  const selects = access_mode === "OPEN_SELECTED" || access_mode === "CLOSE_SELECTED";
  const nothing = [access_projects, access_locations, access_devices].every((ids) => ids.length === 0);
  if (selects && nothing) throw invalid({ access_mode: [{ key: "nothing_selected" }] });
}

export const userResource = defineResource(user, {
  table: users,
  visible: byFranchise(),
  uniques: { users_email_key: { field: "email", key: "email_taken", error: SERVER_MESSAGES.emailTaken } },
  computed: { second_factor: hasSecondFactor },
  async prepare(tx, values, { viewer, id }) {
    if (id) await checkPerson(tx, viewer, id);
    await settleFranchise(tx, values, id === undefined);
    checkSelection(values);
    if (id === viewer.id) await checkOwn(tx, viewer.id, values);
    if (typeof values.password !== "string") return;
    checkPassword(values.password, [values.email, values.full_name]);
    values.password = await hashPassword(values.password);
  },
  async written(tx, id, values, { viewer }) {
    await checkPersonGrant(tx, viewer, id);
    if (values.password === undefined) return;
    await run(tx, sql`update users set demonstration_password = null where id = ${id}`);
    await revokeTokens(tx, id, "session_ended");
  },
  actions: {
    async block(tx, id, viewer) {
      if (id === viewer.id) throw new Fault(422, "block_self");
      await checkPerson(tx, viewer, id);
      await run(tx, sql`update users set blocked = true where id = ${id}`);
      await revokeTokens(tx, id, "session_blocked");
      return {};
    },
    /** For who has lost the phone and the recovery codes: the next sign-in takes the password alone. */
    async reset_second_factor(tx, id, viewer) {
      if (id === viewer.id) throw new Fault(422, "own_in_profile");
      await checkPerson(tx, viewer, id);
      await removeSecondFactor(tx, id);
      await revokeTokens(tx, id, "session_ended");
      return {};
    },
    async unblock(tx, id, viewer) {
      await checkPerson(tx, viewer, id);
      await run(tx, sql`update users set blocked = false where id = ${id}`);
      return {};
    },
  },
});

export const userGroupResource = defineResource(userGroup, {
  table: userGroups,
  visible: namedByFranchise("user_group_id"),
  async prepare(tx, values, { viewer, id }) {
    if (id) await checkGroup(tx, viewer, id);
    checkSelection(values);
  },
  written: (tx, id, _values, { viewer }) => checkGroupGrant(tx, viewer, id),
  async removing(tx, id, viewer) {
    await checkGroup(tx, viewer, id);
    if (await one(tx, z.object({ id: z.number() }), sql`select id from franchises where user_group_id = ${id}`))
      throw new Fault(409, SERVER_MESSAGES.franchiseGroup);
  },
});

export const companyResource = defineResource(company, {
  table: companies,
  visible: companyStaff,
  // A franchise's people know the name of its company; what is in it is not theirs.
  named: namedByFranchise("company_id"),
  computed: {
    projects_count: countOf("projects", "company_id", visibleProjects),
    locations_count: countOf("locations", "company_id", visibleLocations),
    users_count: (t, viewer) =>
      sql`(select count(*) from users x where ${t}.id = any(x.companies) and ${byFranchise()(viewer, sql`x`)})`,
    ...postFacts,
  },
  calls: { send_test: sendTestMessage },
});
export const projectResource = defineResource(project, {
  table: projects,
  visible: visibleProjects,
  async prepare(tx, values, { id }) {
    const foreign = await one(
      tx,
      z.object({ id: z.number() }),
      sql`select l.id from locations l where l.project_id = ${id ?? null} and l.company_id <> ${values.company} limit 1`,
    );
    if (foreign) throw invalid({ company: [{ key: "locations_of_other_company" }] });
  },
});
