import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { hashPassword } from "./areas/session/password";
import { restateOldBooks } from "./areas/currencies/restate";
import type { Config } from "./config";
import { one, run } from "./database/query";
import { demonstrate } from "./demonstration/demonstrate";
import { StartError } from "./start-error";

export interface SignIn {
  email: string;
  password?: string;
}

/** The account of a demonstration without ADMIN_EMAIL. */
const DEMONSTRATION_EMAIL = "admin@demo.vending";

/**
 * What a database needs before the first request: an administrator, in the demonstration an invented network, and books that tell
 * foreign money apart.
 * Answers how to sign in; the password only where it is fit to be printed.
 */
export async function boot(pool: Pool, config: Config): Promise<{ signIn: SignIn }> {
  const signIn = await firstAdministrator(pool, config);
  if (config.demonstration) await demonstrate(pool);
  await restateOldBooks(pool);
  return { signIn };
}

async function firstAdministrator(pool: Pool, { admin, demonstration }: Config): Promise<SignIn> {
  const root = await one(
    pool,
    z.object({ email: z.string(), demonstration_password: z.string().nullable() }),
    sql`select email, demonstration_password from users where is_root order by id limit 1`,
  );
  if (root && !admin) return { email: root.email, password: root.demonstration_password ?? undefined };
  if (admin) {
    if (!root || demonstration) await makeRoot(pool, admin.email, admin.password, null);
    return { email: admin.email };
  }
  if (!demonstration) throw new StartError("The database has no administrator yet: set ADMIN_EMAIL and ADMIN_PASSWORD");
  const password = randomBytes(9).toString("base64url");
  await makeRoot(pool, DEMONSTRATION_EMAIL, password, password);
  return { email: DEMONSTRATION_EMAIL, password };
}

/** The demonstration's own password is kept readable, so that each start can print it; no real one ever is. */
async function makeRoot(pool: Pool, email: string, password: string, shown: string | null): Promise<void> {
  const hash = await hashPassword(password);
  await run(
    pool,
    sql`
    insert into users (full_name, email, password, role, is_can_all, is_root, sport_life, demonstration_password)
    values ('Адміністратор', ${email}, ${hash}, 'DIRECTOR', true, true, true, ${shown})
    on conflict ((lower(email))) do update set password = excluded.password, is_can_all = true, is_root = true, blocked = false, demonstration_password = excluded.demonstration_password`,
  );
}
