import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { SERVER_MESSAGES } from "~server/contract/envelope";
import { PASSWORD } from "~server/contract/entities/users";
import { secret, text } from "~server/contract/fields";
import { type Profile, profileSchema } from "~server/contract/profile";
import { fieldSchema } from "~server/contract/schema";
import type { Viewer } from "../../access";
import { databaseError, type Db, only, run, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { type App, body, type Call, idParam, ok, require } from "../../http";
import { changesBetween, record } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { userResource } from "../people/resources";
import { infoOf } from "./login";
import { checkPassword, confirmPassword, hashPassword } from "./password";
import { secondFactorOf } from "./second-factor";
import type { Throttle } from "./throttle";
import { revokeSession, revokeToken, revokeTokens, sessionsOf } from "./tokens";

const ownData = z.object({
  full_name: fieldSchema(text({ required: true, max: 120 }), "wire"),
  email: fieldSchema(text({ required: true, max: 200, format: "email" }), "wire").pipe(z.string()),
  phone: fieldSchema(text({ max: 30, format: "phone" }), "wire"),
  version: z.coerce.number("incorrect").int("incorrect"),
  /** Needed to change the e-mail: by it an account is taken over. */
  current_password: z.string().default(""),
});

const newPassword = z.object({
  current_password: z.string("required"),
  password: fieldSchema(secret({ required: true, ...PASSWORD }), "wire").pipe(z.string()),
  password_repeat: z.string("required"),
});

/** The calls a signed-in person makes about themselves. */
export function mountSession(app: App, pool: Pool, throttle: Throttle): void {
  app.get("/info", async (c) => ok(c, await infoOf(pool, require(c, "login"))));
  app.get("/logout", async (c) => {
    await revokeToken(pool, c.get("tokenHash"));
    return ok(c, {});
  });
  app.get("/profile", async (c) => ok(c, await wholeProfile(pool, c)));
  app.post("/profile", async (c) => {
    await saveOwnData(pool, throttle, require(c, "login"), await body(c, ownData));
    return ok(c, await wholeProfile(pool, c));
  });
  app.post("/profile/password", async (c) => {
    await changePassword(pool, throttle, c, await body(c, newPassword));
    return ok(c, {});
  });
  app.post("/profile/sessions/end_others", async (c) => {
    await revokeTokens(pool, require(c, "login").id, "session_ended", c.get("tokenHash"));
    return ok(c, {});
  });
  app.post("/profile/sessions/:id/end", async (c) => {
    await revokeSession(pool, require(c, "login").id, idParam(c));
    return ok(c, {});
  });
}

async function wholeProfile(db: Db, c: Call): Promise<Profile> {
  const { id } = require(c, "login");
  const { enabled } = await secondFactorOf(db, id);
  return {
    ...(await profileOf(db, id)),
    second_factor: { enabled },
    sessions: await sessionsOf(db, id, c.get("tokenHash")),
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
  values: z.infer<typeof ownData>,
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
  c: Call,
  values: z.infer<typeof newPassword>,
): Promise<void> {
  const viewer = require(c, "login");
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
    await revokeTokens(tx, viewer.id, "session_ended", c.get("tokenHash"));
    await record(tx, userResource, viewer.id, viewer, "update", changesBetween(userResource, {}, {}, ["password"]));
  });
}
