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
import type { OfferedAccount } from "../../demonstration/accounts";
import type { Context } from "../../http";
import { pageSize } from "../settings/resources";
import { passwordMatches } from "./password";
import { hasSecondFactor, needsSecondFactor, takeCode } from "./second-factor";
import type { Throttle } from "./throttle";
import { issueTicket, ticketHolder, useTicket } from "./sign-in-tickets";
import { issueToken, sessionByToken } from "./tokens";

const account = z.object({
  id: z.number(),
  password: z.string().nullable(),
  blocked: z.boolean(),
  two_steps: z.boolean(),
});

interface Door {
  throttle: Throttle;
  /** Where a call comes from. */
  addressOf(c: Context): string | undefined;
  /** Accounts that open without a password: a demonstration's. */
  offered(): Promise<OfferedAccount[]>;
}

/** Signing in, for anybody. */
export function answerLogin({ anyone }: Answers, pool: Pool, { throttle, addressOf, offered }: Door): void {
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
    return enter(c, found);
  });

  anyone.change(calls.enterDemonstration, async ({ c, form: { account: role } }) => {
    // Counted like a guess: an address that guesses passwords gets in nowhere.
    const found = await throttle.guess({ address: addressOf(c) }, async () =>
      (await offered()).find((one) => one.account === role),
    );
    if (!found) throw new Fault(404, "not_found");
    return enter(c, found);
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

  /** Whoever has shown who they are, but for a second step where the account has one. */
  async function enter(c: Context, { id, two_steps }: { id: number; two_steps: boolean }) {
    if (two_steps) throw new Fault(401, SECOND_STEP, { data: { ticket: await issueTicket(pool, id) } });
    return signIn(c, id);
  }

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
