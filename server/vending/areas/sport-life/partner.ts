import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { rows } from "../../database/query";
import { Fault } from "../../fault";
import type { Context } from "../../http";
import { open, sha256 } from "../../secrets";
import type { Throttle } from "../session/throttle";

/** The system that keeps a company's employees in step, as the company that it speaks for. */
export interface Partner {
  company: number;
  name: string;
}

const candidate = z.object({ company: z.number(), name: z.string(), password: z.string() });

/**
 * Makes the reader of who a partner is: HTTP Basic (RFC 7617) with the login and password that the company keeps; 401
 * for any other, 429 for too many guesses. Where two companies have the same login and password it is neither.
 */
export function partnerReader(pool: Pool, throttle: Throttle, addressOf: (c: Context) => string | undefined) {
  return async (c: Context): Promise<Partner> => {
    c.header("www-authenticate", 'Basic realm="sport_life", charset="UTF-8"');
    const given = credentials(c.req.header("authorization"));
    if (!given) throw new Fault(401, "unauthorized");
    const sought = await rows(
      pool,
      candidate,
      sql`select id as company, name, user_sync_password as password from companies
      where user_sync_login = ${given.login} and user_sync_password is not null order by id`,
    );
    const found = await throttle.guess({ address: addressOf(c), partner: given.login }, async () => {
      const [right, ...others] = sought.filter(({ password }) => isSame(open(password), given.password));
      return others.length ? undefined : right;
    });
    if (!found) throw new Fault(401, "unauthorized");
    c.header("www-authenticate", undefined);
    return { company: found.company, name: found.name };
  };
}

function credentials(header = ""): { login: string; password: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]{1,2000}={0,2}) *$/i.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon > 0 ? { login: text.slice(0, colon), password: text.slice(colon + 1) } : undefined;
}

/** Takes as long however much of the two is alike. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));
