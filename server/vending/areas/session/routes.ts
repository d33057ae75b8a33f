import { sql } from "drizzle-orm";
import { z } from "zod";
import { SERVER_MESSAGES } from "~server/contract/envelope";
import { PASSWORD } from "~server/contract/entities/users";
import { secret, text } from "~server/contract/fields";
import { profileSchema } from "~server/contract/profile";
import { fieldSchema } from "~server/contract/schema";
import { type Info, loginBody } from "~server/contract/session";
import type { Viewer } from "../../access";
import { databaseError, type Db, list, one, only, rows, run, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { type App, body, type Call, type Deps, ok, require } from "../../http";
import { record } from "../../resource/history";
import { readRecord } from "../../resource/read";
import { changesBetween } from "../../resource/history";
import { userResource } from "../people/resources";
import { pageSize } from "../settings/resources";
import { hashPassword, passwordMatches } from "./password";
import { signInThrottle } from "./throttle";
import { issueToken, revokeToken, revokeTokens, viewerByToken } from "./tokens";

const account = z.object({ id: z.number(), password: z.string(), blocked: z.boolean() });

/** `POST /login`, before the token check. */
export function mountLogin(app: App, { pool }: Deps): void {
  const throttle = signInThrottle(pool);
  app.post("/login", async (c) => {
    const { email, password } = await body(c, loginBody);
    const from = c.req.header("x-forwarded-for")?.split(",")[0]?.trim();
    await throttle.check(email, from);
    const found = await one(
      pool,
      account,
      sql`select id, password, blocked from users where lower(email) = lower(${email.trim()})`,
    );
    const matches = await passwordMatches(found?.password, password);
    if (!found || !matches || found.blocked) {
      await throttle.failed(email, from);
      throw new Fault(422, SERVER_MESSAGES.badCredentials);
    }
    await throttle.succeeded(email);
    const token = await issueToken(pool, found.id);
    const viewer = await viewerByToken(pool, token);
    if (!viewer) throw new Fault(422, SERVER_MESSAGES.badCredentials);
    return ok(c, { info: await infoOf(pool, viewer), token });
  });
}

async function infoOf(db: Db, viewer: Viewer): Promise<Info> {
  const { companies, page_size } = await only(
    db,
    z.object({ companies: z.array(z.number()), page_size: z.number() }),
    sql`select companies, ${pageSize} as page_size from users where id = ${viewer.id}`,
  );
  const named = await rows(
    db,
    z.object({ id: z.number(), name: z.string() }),
    sql`
    select id, name from companies where ${viewer.is_can_all} or id = any(${list(companies, "integer")}) order by name, id`,
  );
  const { id, is_can_all, permissions, is_root, full_name, sport_life } = viewer;
  return { id, is_can_all, permissions: [...permissions], companies: named, is_root, sport_life, full_name, page_size };
}

const ownData = z.object({
  full_name: fieldSchema(text({ required: true, max: 120 }), "wire"),
  email: fieldSchema(text({ required: true, max: 200, format: "email" }), "wire"),
  phone: fieldSchema(text({ max: 30, format: "phone" }), "wire"),
  version: z.coerce.number().int("incorrect"),
});

const newPassword = z.object({
  current_password: z.string("required"),
  password: fieldSchema(secret({ required: true, ...PASSWORD }), "wire").pipe(z.string()),
  password_repeat: z.string("required"),
});

/** The calls a signed-in person makes about themselves. */
export function mountSession(app: App, deps: Deps): void {
  const { pool } = deps;
  app.get("/info", async (c) => ok(c, await infoOf(pool, require(c, "login"))));
  app.get("/logout", async (c) => {
    await revokeToken(pool, c.get("tokenHash"));
    return ok(c, {});
  });
  app.get("/profile", async (c) => ok(c, await profileOf(pool, require(c, "login").id)));
  app.post("/profile", async (c) => {
    const viewer = require(c, "login");
    await saveOwnData(deps, viewer, await body(c, ownData));
    return ok(c, await profileOf(pool, viewer.id));
  });
  app.post("/profile/password", async (c) => {
    await changePassword(deps, c, await body(c, newPassword));
    return ok(c, {});
  });
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

async function saveOwnData({ pool }: Deps, viewer: Viewer, values: z.infer<typeof ownData>): Promise<void> {
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
async function changePassword({ pool }: Deps, c: Call, values: z.infer<typeof newPassword>): Promise<void> {
  const viewer = require(c, "login");
  const throttle = signInThrottle(pool);
  const key = `password of ${viewer.id}`;
  await throttle.check(key, undefined);
  if (values.password !== values.password_repeat) throw invalid({ password_repeat: [{ key: "passwords_differ" }] });
  const found = await one(
    pool,
    z.object({ password: z.string() }),
    sql`select password from users where id = ${viewer.id}`,
  );
  if (!(await passwordMatches(found?.password, values.current_password))) {
    await throttle.failed(key, undefined);
    throw invalid({ current_password: [{ key: "wrong_password" }] });
  }
  const hash = await hashPassword(values.password);
  await transaction(pool, async (tx) => {
    await run(
      tx,
      sql`update users set password = ${hash}, demonstration_password = null, version = version + 1, updated_at = now() where id = ${viewer.id}`,
    );
    await revokeTokens(tx, viewer.id, c.get("tokenHash"));
    await record(tx, userResource, viewer.id, viewer, "update", changesBetween(userResource, {}, {}, ["password"]));
  });
}
