import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, run } from "../../database/query";
import { open, seal } from "../../secrets";
import { checkbox, type Checkbox, type Credentials, type SignedIn, signIn } from "./checkbox";
import { ask, CheckboxRefused, type Line } from "./http";

/** What a desk lacks to sign in: a key of `fiscal:trouble`. */
export class DeskIncomplete extends Error {}

const deskRow = z.object({
  cashier_login: z.string().nullable(),
  pin_code: z.string().nullable(),
  license_key: z.string().nullable(),
  access_token: z.string().nullable(),
});

/**
 * A desk's line to the service. The token is kept sealed beside the desk and used until the service refuses it (401, 403);
 * then the cashier signs in once more, and what is refused after that is refused.
 */
export async function openDesk(db: Db, desk: number, line: Line): Promise<Checkbox> {
  const row = await one(
    db,
    deskRow,
    sql`select cashier_login, pin_code, license_key, access_token from fiscal_cashiers where id = ${desk}`,
  );
  if (!row?.pin_code || !row.license_key) throw new DeskIncomplete("desk_incomplete");
  const credentials = opened({ login: row.cashier_login, pin: row.pin_code, license: row.license_key });
  let token = row.access_token === null ? undefined : opened({ token: row.access_token }).token;

  const renew = async () => {
    const fresh = await signIn(line, credentials);
    await run(db, sql`update fiscal_cashiers set access_token = ${await seal(db, fresh)} where id = ${desk}`);
    token = fresh;
    return fresh;
  };
  const signedIn: SignedIn = async (asked, schema) => {
    const had = token ?? (await renew());
    try {
      return await ask(line, { ...asked, token: had, license: credentials.license }, schema);
    } catch (error) {
      if (!(error instanceof CheckboxRefused) || (error.status !== 401 && error.status !== 403)) throw error;
      return ask(line, { ...asked, token: await renew(), license: credentials.license }, schema);
    }
  };
  return checkbox(signedIn);
}

function opened(sealed: Credentials): Credentials;
function opened(sealed: { token: string }): { token: string };
function opened(sealed: Credentials | { token: string }): object {
  try {
    if ("token" in sealed) return { token: open(sealed.token) };
    return { login: sealed.login, pin: open(sealed.pin), license: open(sealed.license) };
  } catch {
    // The key that sealed them is another one, or there is none.
    throw new DeskIncomplete("desk_secrets");
  }
}
