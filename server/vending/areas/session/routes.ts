import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { z } from "zod";
import * as calls from "~server/contract/calls/session";
import { SERVER_MESSAGES } from "~server/contract/envelope";
import { type newPasswordBody, type ownDataBody, type Profile, profileSchema } from "~server/contract/profile";
import type { Viewer } from "../../access";
import type { Answers } from "../../answers";
import { databaseError, type Db, only, run, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { changesBetween, record } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { userResource } from "../people/resources";
import { infoOf } from "./login";
import { checkPassword, confirmPassword, hashPassword } from "./password";
import { secondFactorOf } from "./second-factor";
import type { Throttle } from "./throttle";
import { revokeSession, revokeToken, revokeTokens, sessionsOf } from "./tokens";

/** The calls a signed-in person makes about themselves. */
export function answerSession({ read, change }: Answers, pool: Pool, throttle: Throttle): void {
  read(calls.info, ({ viewer }) => infoOf(pool, viewer));
  read(calls.logout, async ({ tokenHash }) => {
    await revokeToken(pool, tokenHash);
    return {};
  });
  read(calls.profile, ({ viewer, tokenHash }) => wholeProfile(pool, viewer.id, tokenHash));
  change(calls.saveProfile, async ({ viewer, tokenHash, form }) => {
    await saveOwnData(pool, throttle, viewer, form);
    return wholeProfile(pool, viewer.id, tokenHash);
  });
  change(calls.changePassword, async ({ viewer, tokenHash, form }) => {
    await changePassword(pool, throttle, viewer, tokenHash, form);
    return {};
  });
  change(calls.endOtherSessions, async ({ viewer, tokenHash }) => {
    await revokeTokens(pool, viewer.id, "session_ended", tokenHash);
    return {};
  });
  change(calls.endSession, async ({ viewer, param }) => {
    await revokeSession(pool, viewer.id, param("id"));
    return {};
  });
}

async function wholeProfile(db: Db, id: number, tokenHash: string): Promise<Profile> {
  const { enabled } = await secondFactorOf(db, id);
  return {
    ...(await profileOf(db, id)),
    second_factor: { enabled },
    sessions: await sessionsOf(db, id, tokenHash),
  };
}

const profileOf = (db: Db, id: number) =>
  only(
    db,
    profileSchema,
    sql`
  select u.id, u.version, u.full_name, u.email, u.phone, u.role,
    case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as "group"
  from users u left join user_groups g on g.id = u.user_group_id where u.id = ${id}`,
  );

async function saveOwnData(
  pool: Pool,
  throttle: Throttle,
  viewer: Viewer,
  values: z.infer<typeof ownDataBody>,
): Promise<void> {
  const { email } = await profileOf(pool, viewer.id);
  if (email.toLowerCase() !== values.email) await confirmPassword(pool, throttle, viewer.id, values.current_password);
  try {
    await transaction(pool, async (tx) => {
      const before = await readRecord(tx, userResource, viewer, viewer.id);
      const changed = await run(
        tx,
        sql`
        update users set full_name = ${values.full_name}, email = ${values.email}, phone = ${values.phone}, version = version + 1, updated_at = now()
        where id = ${viewer.id} and version = ${values.version}`,
      );
      if (!changed) throw new Fault(409, "conflict", { data: { current: before } });
      const after = await readRecord(tx, userResource, viewer, viewer.id);
      await record(tx, userResource, viewer.id, viewer, "update", changesBetween(userResource, before, after, []));
    });
  } catch (error) {
    if (databaseError(error)?.constraint === "users_email_key")
      throw new Fault(422, SERVER_MESSAGES.emailTaken, { fields: { email: [{ key: "email_taken" }] } });
    throw error;
  }
}

/** Changes the own password; every other sign-in of the person ends. */
async function changePassword(
  pool: Pool,
  throttle: Throttle,
  viewer: Viewer,
  tokenHash: string,
  values: z.infer<typeof newPasswordBody>,
): Promise<void> {
  if (values.password !== values.password_repeat) throw invalid({ password_repeat: [{ key: "passwords_differ" }] });
  await confirmPassword(pool, throttle, viewer.id, values.current_password);
  const { email } = await profileOf(pool, viewer.id);
  checkPassword(values.password, [email, viewer.full_name]);
  const hash = await hashPassword(values.password);
  await transaction(pool, async (tx) => {
    await run(
      tx,
      sql`update users set password = ${hash}, demonstration_password = null, version = version + 1, updated_at = now() where id = ${viewer.id}`,
    );
    await revokeTokens(tx, viewer.id, "session_ended", tokenHash);
    await record(tx, userResource, viewer.id, viewer, "update", changesBetween(userResource, {}, {}, ["password"]));
  });
}
