import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type PaymentAccount,
  type PaymentOwner,
  type PaymentProviderName,
  PROVIDERS_OF,
} from "~server/contract/payment-accounts";
import { type Db, one } from "../../../database/query";
import { Fault } from "../../../fault";
import { open } from "../../../secrets";
import type { Line } from "./call";
import { liqpay, type LiqPayHash } from "./liqpay";
import { monobank } from "./monobank";
import { portmone } from "./portmone";
import type { PaymentProvider } from "./provider";

/** Where the providers are and how they are spoken to, as far as that is not the usual; stand-ins are elsewhere. */
export interface ProviderSettings {
  readonly urls?: Readonly<Partial<Record<PaymentProviderName, string>>>;
  /** What LiqPay's requests are signed with. */
  readonly liqpayHash?: LiqPayHash;
  /** How long they are waited for. */
  readonly times?: Omit<Line, "url">;
}

const URLS: Readonly<Record<PaymentProviderName, string>> = {
  portmone: "https://www.portmone.com.ua",
  liqpay: "https://www.liqpay.ua",
  monobank: "https://api.monobank.ua",
};

/** A customer waits meanwhile; whether a late answer acted is asked for afterwards. */
const TIMES = { connectMs: 5_000, answerMs: 15_000 };

let settings: ProviderSettings = {};

/** Says where providers are from now on. */
export function useProviders(chosen: ProviderSettings): void {
  settings = chosen;
}

const accountSchema = z.object({
  merchant_login: z.string().nullable(),
  merchant_id: z.string().nullable(),
  merchant_password: z.string().nullable(),
  public_key: z.string().nullable(),
  secret_key: z.string().nullable(),
  monobank_token: z.string().nullable(),
});
type Sealed = z.infer<typeof accountSchema>;

const FIELDS: Record<PaymentOwner, SQL> = {
  company: sql`select merchant_login, merchant_id, merchant_password, null as public_key, secret_key, monobank_token from companies`,
  franchise: sql`select null as merchant_login, merchant_id, null as merchant_password, public_key, secret_key, monobank_token from franchises`,
};

const sealedOf = (db: Db, owner: PaymentOwner, id: number): Promise<Sealed | undefined> =>
  one(db, accountSchema, sql`${FIELDS[owner]} where id = ${id}`);

/** Which fields a provider needs. */
const NEEDS: Record<PaymentProviderName, readonly (keyof Sealed)[]> = {
  portmone: ["merchant_login", "merchant_id", "merchant_password", "secret_key"],
  liqpay: ["public_key", "secret_key"],
  monobank: ["monobank_token"],
};

/** The providers whose every field is filled in, the usual one first. */
export async function providersOf(db: Db, owner: PaymentOwner, id: number): Promise<PaymentProviderName[]> {
  const sealed = await sealedOf(db, owner, id);
  return PROVIDERS_OF[owner].filter((name) => sealed && NEEDS[name].every((field) => sealed[field] !== null));
}

/** Speaks to a provider as an account; 422 `payment_account_incomplete` where a field of it is not filled in (any more). */
export async function providerOf(db: Db, { owner, id, provider }: PaymentAccount): Promise<PaymentProvider> {
  const sealed = await sealedOf(db, owner, id);
  const line: Line = { url: settings.urls?.[provider] ?? URLS[provider], ...(settings.times ?? TIMES) };
  const secret = (field: keyof Sealed) => open(plain(field));
  const plain = (field: keyof Sealed): string => {
    const value = sealed?.[field];
    if (value === null || value === undefined) throw new Fault(422, "payment_account_incomplete");
    return value;
  };
  switch (provider) {
    case "portmone":
      return portmone(line, {
        login: plain("merchant_login"),
        payeeId: plain("merchant_id"),
        password: secret("merchant_password"),
        key: secret("secret_key"),
      });
    case "liqpay":
      return liqpay(line, {
        publicKey: secret("public_key"),
        privateKey: secret("secret_key"),
        hash: settings.liqpayHash ?? "sha1",
      });
    case "monobank":
      return monobank(line, secret("monobank_token"));
  }
}
