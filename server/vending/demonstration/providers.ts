import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { PAYMENT_PROVIDERS, type PaymentProviderName } from "~server/contract/payment-accounts";
import { useProviders, type ProviderSettings } from "../areas/payments/providers/accounts";
import { type Db, rows, run, transaction } from "../database/query";
import { seal } from "../secrets";
import { createLiqPayStandIn } from "../stand-ins/liqpay";
import { createMonobankStandIn } from "../stand-ins/monobank";
import { createPortmoneStandIn } from "../stand-ins/portmone";
import { serveStandIn, type StandIn } from "../stand-ins/stand-in";

/** Of accounts with providers that are none: nothing that is worth a secret. */
const PORTMONE = { login: "demo_kava", payeeId: "1185", password: "demo-password", key: "demo-key" };
const LIQPAY = { publicKey: "sandbox_demo", privateKey: "sandbox_demo_key" };
const MONOBANK = { token: "demo-monobank-token" };

const STAND_INS: Record<PaymentProviderName, () => StandIn> = {
  portmone: () => createPortmoneStandIn(PORTMONE),
  liqpay: () => createLiqPayStandIn(LIQPAY),
  monobank: () => createMonobankStandIn(MONOBANK),
};

export interface ProviderStandIns {
  /** Whether a page where customers pay is one of theirs. */
  serves(url: string): boolean;
  stop(): Promise<void>;
}

/**
 * Payment providers of the demonstration: stand-ins on this machine take the place of those whose address nobody has set,
 * and companies and franchises without an account get one with them. They forget their orders when they stop.
 */
export async function standInForProviders(pool: Pool, settings: ProviderSettings): Promise<ProviderStandIns> {
  const missing = PAYMENT_PROVIDERS.filter((name) => settings.urls?.[name] === undefined);
  const served = await Promise.all(missing.map(async (name) => ({ name, ...(await serveStandIn(STAND_INS[name]())) })));
  const urls = Object.fromEntries(served.map(({ name, url }) => [name, url]));
  useProviders({ ...settings, urls: { ...settings.urls, ...urls } });
  await transaction(pool, openAccounts);
  return {
    serves: (url) => served.some((one) => url.startsWith(one.url)),
    async stop() {
      await Promise.all(served.map(({ stop }) => stop()));
    },
  };
}

/** Companies are paid through monobank, every other one through Portmone; franchises through LiqPay. Whoever has something of an account keeps it. */
async function openAccounts(tx: Db): Promise<void> {
  const id = z.object({ id: z.number() });
  const companies = await rows(
    tx,
    id,
    sql`select id from companies where coalesce(merchant_login, merchant_id, merchant_password, secret_key, monobank_token) is null order by id for update`,
  );
  for (const [index, { id: company }] of companies.entries())
    await run(
      tx,
      index % 2
        ? sql`update companies set merchant_login = ${PORTMONE.login}, merchant_id = ${PORTMONE.payeeId}, merchant_password = ${await seal(tx, PORTMONE.password)}, secret_key = ${await seal(tx, PORTMONE.key)}, payment_fee_percent = 1.75 where id = ${company}`
        : sql`update companies set monobank_token = ${await seal(tx, MONOBANK.token)}, payment_fee_percent = 1.3 where id = ${company}`,
    );
  const franchises = await rows(
    tx,
    id,
    sql`select id from franchises where coalesce(merchant_id, public_key, secret_key, monobank_token) is null order by id for update`,
  );
  for (const { id: franchise } of franchises)
    await run(
      tx,
      sql`update franchises set public_key = ${await seal(tx, LIQPAY.publicKey)}, secret_key = ${await seal(tx, LIQPAY.privateKey)}, payment_fee_percent = 1.5 where id = ${franchise}`,
    );
}
