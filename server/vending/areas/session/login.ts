import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import * as calls from "~server/contract/calls/session";
import { SERVER_MESSAGES } from "~server/contract/envelope";
import { type Info, SECOND_STEP } from "~server/contract/session";
import type { Viewer } from "../../access";
import type { Answers } from "../../answers";
import { type Db, list, one, only, rows } from "../../database/query";
import { Fault, invalid } from "../../fault";
import type { Context } from "../../http";
import { pageSize } from "../settings/resources";
import { passwordMatches } from "./password";
import { hasSecondFactor, needsSecondFactor, takeCode } from "./second-factor";
import type { Throttle } from "./throttle";
import { issueTicket, ticketHolder, useTicket } from "./sign-in-tickets";
import { issueToken, sessionByToken } from "./tokens";

const account = z.object({ id: z.number(), password: z.string(), blocked: z.boolean(), two_steps: z.boolean() });

/** Signing in, for anybody. `addressOf`: where a call comes from. */
export function answerLogin(
  { anyone }: Answers,
  pool: Pool,
  throttle: Throttle,
  addressOf: (c: Context) => string | undefined,
): void {
  anyone.change(calls.login, async ({ c, form: { email, password } }) => {
    const sought = await one(
      pool,
      account,
      sql`select u.id, u.password, u.blocked, ${hasSecondFactor(sql`u`)} as two_steps
      from users u where lower(u.email) = lower(${email})`,
    );
    const whose = sought ? { account: sought.id } : { email: email.toLowerCase() };
    const found = await throttle.guess({ address: addressOf(c), ...whose }, async () =>
      (await passwordMatches(sought?.password, password)) ? sought : undefined,
    );
    if (!found) throw new Fault(422, SERVER_MESSAGES.badCredentials);
    // Only who knows the password is told.
    if (found.blocked) throw new Fault(422, "account_blocked");
    if (found.two_steps) throw new Fault(401, SECOND_STEP, { data: { ticket: await issueTicket(pool, found.id) } });
    return signIn(c, found.id);
  });

  anyone.change(calls.secondStep, async ({ c, form: { ticket, code } }) => {
    const holder = await ticketHolder(pool, ticket);
    if (!holder) throw new Fault(401, "ticket_expired");
    const right = await throttle.guess(
      { address: addressOf(c), code: holder.id },
      async () => (await takeCode(pool, holder.id, code)) || undefined,
    );
    if (!right) throw invalid({ code: [{ key: "wrong_code" }] });
    if (!(await useTicket(pool, ticket))) throw new Fault(401, "ticket_expired");
    return signIn(c, holder.id);
  });

  async function signIn(c: Context, id: number) {
    const token = await issueToken(pool, id, { agent: c.req.header("useragent"), address: addressOf(c) });
    const session = await sessionByToken(pool, token);
    if (!session || "end" in session) throw new Fault(422, SERVER_MESSAGES.badCredentials);
    return { info: await infoOf(pool, session.viewer), token };
  }
}

/** What the specification tells a client of the signed-in user. */
export async function infoOf(db: Db, viewer: Viewer): Promise<Info> {
  const { companies, ...own } = await only(
    db,
    z.object({ companies: z.array(z.number()), page_size: z.number(), second_factor_missing: z.boolean() }),
    sql`select u.companies, ${pageSize} as page_size,
      ${needsSecondFactor(sql`u`)} and not ${hasSecondFactor(sql`u`)} as second_factor_missing
    from users u where u.id = ${viewer.id}`,
  );
  const named = await rows(
    db,
    z.object({ id: z.number(), name: z.string() }),
    sql`
    select id, name from companies where ${viewer.is_can_all} or id = any(${list(companies, "integer")}) order by name, id`,
  );
  const { id, is_can_all, permissions, is_root, full_name, sport_life, crew_member } = viewer;
  return {
    id,
    is_can_all,
    permissions: [...permissions],
    companies: named,
    is_root,
    sport_life,
    crew_member,
    full_name,
    ...own,
  };
}
