import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { providerOf, providersOf, useProviders } from "~server/vending/areas/payments/providers/accounts";
import { rows } from "~server/vending/database/query";
import { createLiqPayStandIn } from "~server/vending/stand-ins/liqpay";
import { createMonobankStandIn } from "~server/vending/stand-ins/monobank";
import { createPortmoneStandIn } from "~server/vending/stand-ins/portmone";
import { serveStandIn, type StandIn } from "~server/vending/stand-ins/stand-in";
import { idOf, type Person, type TestApi, testApi } from "./app";

const PLANTED = {
  merchant_password: "planted-password",
  secret_key: "planted-key",
  public_key: "planted-public",
  monobank_token: "planted-token",
};
const { merchant_password, secret_key, public_key, monobank_token } = PLANTED;
const STAND_INS: Record<"portmone" | "liqpay" | "monobank", StandIn> = {
  portmone: createPortmoneStandIn({ login: "kava", payeeId: "1185", password: merchant_password, key: secret_key }),
  liqpay: createLiqPayStandIn({ publicKey: public_key, privateKey: secret_key }),
  monobank: createMonobankStandIn({ token: monobank_token }),
};
let api: TestApi;
let root: Person;
let served: { url: string; stop(): Promise<void> }[];
let company: number;
let franchise: number;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  served = await Promise.all([
    serveStandIn(STAND_INS.portmone),
    serveStandIn(STAND_INS.liqpay),
    serveStandIn(STAND_INS.monobank),
  ]);
  const [portmone, liqpay, monobank] = served.map(({ url }) => url);
  useProviders({ urls: { portmone, liqpay, monobank } });
  company = idOf(
    await root.post("/companies", {
      name: "Кава поруч",
      merchant_login: "kava",
      merchant_id: "1185",
      merchant_password,
      secret_key,
      monobank_token,
    }),
  );
  franchise = idOf(await root.post("/franchises", { name: "Львів", public_key, secret_key, monobank_token }));
});
afterAll(async () => {
  useProviders({});
  await Promise.all(served.map(({ stop }) => stop()));
  await api.close();
});

describe("payment accounts", () => {
  it("are those whose every field is filled in, the usual provider first", async () => {
    expect(await providersOf(api.pool, "company", company)).toEqual(["portmone", "monobank"]);
    expect(await providersOf(api.pool, "franchise", franchise)).toEqual(["liqpay", "monobank"]);
    const bare = idOf(await root.post("/companies", { name: "Без оплат", merchant_login: "kava", secret_key }));
    expect(await providersOf(api.pool, "company", bare)).toEqual([]);
    await expect(providerOf(api.pool, { owner: "company", id: bare, provider: "portmone" })).rejects.toMatchObject({
      status: 422,
      key: "payment_account_incomplete",
    });
    expect(await providersOf(api.pool, "company", 987_654)).toEqual([]);
  });

  it.each([
    ["company", "portmone"],
    ["company", "monobank"],
    ["franchise", "liqpay"],
    ["franchise", "monobank"],
  ] as const)("of a %s with %s speak with their own secrets", async (owner, provider) => {
    const id = owner === "company" ? company : franchise;
    const adapter = await providerOf(api.pool, { owner, id, provider });
    const key = `VB-${owner}-${provider}`;
    const { url, reference } = await adapter.create({
      id: key,
      reference: null,
      amount: 2500,
      description: "Капучино",
      language: "en",
      returnUrl: "http://127.0.0.1:9/",
      callbackUrl: "http://127.0.0.1:9/",
      expiresInS: 60,
      hold: false,
    });
    await fetch(url);
    const { bank } = STAND_INS[provider];
    const order = bank.find(key);
    if (!order) throw new Error("no order came to the stand-in");
    bank.pay(order);
    expect(await adapter.status({ id: key, reference, amount: 2500 })).toMatchObject({ state: "paid", paid: 2500 });
  });

  it("keep their secrets: sealed, never read out, in no history, no export, no list", async () => {
    const told = [
      await root.get(`/companies/${company}`),
      await root.get(`/companies/${company}/history`),
      await root.get("/companies"),
      await root.get(`/franchises/${franchise}`),
      await root.get(`/franchises/${franchise}/history`),
      await root.get("/franchises"),
    ];
    for (const { status, data } of told) {
      expect(status).toBe(200);
      for (const secret of Object.values(PLANTED)) expect(JSON.stringify(data)).not.toContain(secret);
    }
    for (const table of ["companies", "franchises", "history", "drafts", "deleted_records"]) {
      const kept = await rows(
        api.pool,
        z.object({ row: z.string() }),
        sql`select ${sql.identifier(table)}::text as row from ${sql.identifier(table)}`,
      );
      for (const { row } of kept) for (const secret of Object.values(PLANTED)) expect(row).not.toContain(secret);
    }
  });
});
