import { once } from "node:events";
import { createAdaptorServer } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DEMONSTRATION_ACCOUNTS } from "~server/contract/demonstration";
import { pageSchema } from "~server/contract/record";
import { infoSchema, serverInfoSchema } from "~server/contract/session";
import { createApp } from "~server/vending/app";
import { only, run } from "~server/vending/database/query";
import { invent } from "~server/vending/demonstration/demonstrate";
import { inventMachines } from "~server/vending/demonstration/machines";
import { offeredAccounts } from "~server/vending/demonstration/accounts";
import { clientOf, CONFIG, testApi, type TestApi } from "./app";

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ demonstration: true });
  await invent(api.pool, inventMachines(), new Date());
}, 120_000);
afterAll(() => api.close());

const enter = (account: string, by: Pick<TestApi["anybody"], "post"> = api.anybody) =>
  by.post("/login/demonstration", { account });
const signedIn = async (account: string) => {
  const { info, token } = z.object({ info: infoSchema, token: z.string() }).parse((await enter(account)).data);
  return { info, ...api.client(token) };
};
const offers = async (by: Pick<TestApi["anybody"], "get"> = api.anybody) =>
  serverInfoSchema.parse((await by.get("/server")).data).demonstration;
const idOf = async (account: string) =>
  (
    await only(
      api.pool,
      z.object({ id: z.number() }),
      sql`select user_id as id from demonstration_accounts where account = ${account}`,
    )
  ).id;

describe("a demonstration", () => {
  it("offers one account for each role, and opens each without a password", async () => {
    expect(await offers()).toEqual([...DEMONSTRATION_ACCOUNTS]);
    const people = new Set<number>();
    for (const account of DEMONSTRATION_ACCOUNTS) {
      const { info } = await signedIn(account);
      people.add(info.id);
      expect([account, info.is_can_all]).toEqual([account, account === "administrator"]);
      // Who the product's first administrator is stays behind a password.
      expect(info.is_root).toBe(false);
    }
    expect(people.size).toBe(DEMONSTRATION_ACCOUNTS.length);
  });

  it("lets each see what their work is", async () => {
    const total = async (account: string, path: string) => {
      const answer = await (await signedIn(account)).get(path);
      return answer.status === 200 ? pageSchema.parse(answer.data).total : answer.status;
    };
    expect(await total("dispatcher", "/route_sheets")).toBe(0);
    expect(await total("bookkeeper", "/checkbox_cashiers")).toBe(3);
    expect(await total("support", "/help_desk/tickets")).toBe(42);
    expect((await signedIn("technician")).info.crew_member).toBe(true);
    for (const account of ["technician", "support", "bookkeeper", "franchise"])
      expect([account, await total(account, "/users")]).toEqual([account, 403]);
  });

  it("shows a franchise's person the machines of that franchise and of those below it, and no others", async () => {
    const below = sql`with recursive mine as (select id from franchises where name = 'ФОП Гаврилюк, Поділля'
      union select f.id from franchises f join mine on f.parent_id = mine.id)`;
    const { n } = await only(
      api.pool,
      z.object({ n: z.number() }),
      sql`${below} select count(*) as n from devices d join locations l on l.id = d.location_id where l.franchise_id in (select id from mine)`,
    );
    const seen = pageSchema.parse((await (await signedIn("franchise")).get("/devices")).data).total;
    expect(seen).toBe(n);
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan(120);
  });

  it("knows no other account", async () => {
    for (const account of ["", "root", "a.shevchuk", "administrator' or true"])
      expect((await enter(account)).status).toBe(422);
  });

  it("asks for the second step of an account that has one", async () => {
    const id = await idOf("support");
    await run(api.pool, sql`insert into second_factors (user_id, secret) values (${id}, 'sealed')`);
    const answer = await enter("support");
    expect([answer.status, answer.error]).toEqual([401, "second_step"]);
    await run(api.pool, sql`delete from second_factors where user_id = ${id}`);
    expect((await enter("support")).status).toBe(200);
  });

  it("closes an account that is blocked, or given a password of its own", async () => {
    const administrator = await signedIn("administrator");
    const [technician, dispatcher] = [await idOf("technician"), await idOf("dispatcher")];
    await administrator.post(`/users/${technician}/block`);
    expect((await enter("technician")).status).toBe(404);
    expect(await offers()).not.toContain("technician");
    await administrator.post(`/users/${technician}/unblock`);
    expect((await enter("technician")).status).toBe(200);
    // As every way of changing a password does: routes.ts and people/resources.ts.
    await run(api.pool, sql`update users set demonstration_password = null where id = ${dispatcher}`);
    expect((await enter("dispatcher")).status).toBe(404);
    expect(await offers()).not.toContain("dispatcher");
  });

  it("opens nothing to an address that has guessed too much", async () => {
    const server = createAdaptorServer({ fetch: api.app.fetch });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the API has no port");
    const call = (path: string, form: Record<string, string>, from: string) =>
      fetch(`http://127.0.0.1:${address.port}${path}`, {
        method: "POST",
        headers: { "x-forwarded-for": from },
        body: new URLSearchParams(form),
      });
    try {
      for (let guess = 0; guess < 50; guess++)
        await call("/login", { email: `nobody${guess}@example.com`, password: "wrong" }, "203.0.113.7");
      const enters = async (from: string) =>
        (await call("/login/demonstration", { account: "administrator" }, from)).status;
      expect([await enters("203.0.113.7"), await enters("203.0.113.8")]).toEqual([429, 200]);
    } finally {
      server.close();
    }
  });
});

describe("an installation that is no demonstration", () => {
  const real = () => {
    const app = createApp({
      pool: api.pool,
      config: { ...CONFIG, databaseUrl: "postgres://somewhere" },
    });
    return clientOf(async (path, init) => app.request(path, init), "");
  };

  it("offers nothing, not even with a demonstration's database", async () => {
    const anybody = real();
    expect(await offers(anybody)).toBeUndefined();
    for (const account of DEMONSTRATION_ACCOUNTS) {
      const answer = await enter(account, anybody);
      expect([answer.status, answer.data]).toEqual([404, null]);
    }
  });

  it("offers nothing where the machines are somebody's own, or the network was invented before there were accounts", async () => {
    const own = await testApi({ demonstration: true });
    try {
      const root = await own.person({ root: true });
      await run(own.pool, sql`update users set demonstration_password = 'printed' where id = ${root.id}`);
      expect(await offers(own.anybody)).toBeUndefined();
      for (const account of DEMONSTRATION_ACCOUNTS) expect((await enter(account, own.anybody)).status).toBe(404);
      await run(
        own.pool,
        sql`create table demonstration (key text not null, invented_at timestamptz not null, finished boolean not null default false)`,
      );
      await run(own.pool, sql`insert into demonstration (key, invented_at) values ('k', now())`);
      expect(await offers(own.anybody)).toEqual([]);
      expect(await offeredAccounts(own.pool, { demonstration: true })).toEqual([]);
      for (const account of DEMONSTRATION_ACCOUNTS) expect((await enter(account, own.anybody)).status).toBe(404);
    } finally {
      await own.close();
    }
  });
});
