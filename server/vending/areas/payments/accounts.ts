import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type PaymentAccount,
  type PaymentOwner,
  type PaymentProviderName,
  paymentOwnerSchema,
  paymentProviderSchema,
} from "~server/contract/payment-accounts";
import { type Db, one, only, rows } from "../../database/query";
import { providerOf, providersOf } from "./providers/accounts";
import type { PaymentProvider } from "./providers/provider";

/** Who takes the money; tests put providers of their own in their place. */
export interface Providers {
  /** With which providers an owner's account is complete, the usual one first. */
  offered(db: Db, owner: PaymentOwner, id: number): Promise<PaymentProviderName[]>;
  open(db: Db, account: PaymentAccount): Promise<PaymentProvider>;
}
export const PROVIDERS: Providers = { offered: providersOf, open: providerOf };

const ownerRow = z.object({ owner: paymentOwnerSchema, id: z.number() });

/** Owners whose account may take payments of the machine `d`, by its payer; a company of the machine's own record stands before those of its place. */
const owners = (device: SQL) => sql`
  select o.owner, o.id from devices d left join locations l on l.id = d.location_id
    cross join lateral (values ('company', d.payment_provider_id, 1), ('franchise', l.franchise_id, 2), ('company', l.company_id, 3)) o(owner, id, rank)
  where d.id = ${device} and o.id is not null and d.payer <> 'none' and d.payer in ('auto', o.owner) order by o.rank`;

/** Whose account with which provider takes a machine's payments now: the first owner that has a complete one. */
export async function accountOfDevice(
  db: Db,
  { offered }: Providers,
  device: number,
): Promise<PaymentAccount | undefined> {
  for (const { owner, id } of await rows(db, ownerRow, owners(sql`${device}`))) {
    const [provider] = await offered(db, owner, id);
    if (provider) return { owner, id, provider };
  }
  return undefined;
}

/** The number of an account that payments and callbacks name it by; it is made when it is first used. */
export async function accountId(tx: Db, { owner, id, provider }: PaymentAccount): Promise<number> {
  const row = z.object({ id: z.number() });
  const which = sql`owner = ${owner} and owner_id = ${id} and provider = ${provider}`;
  const find = () => one(tx, row, sql`select id from payment_accounts where ${which}`);
  const known = await find();
  if (known) return known.id;
  await one(
    tx,
    row,
    sql`insert into payment_accounts (owner, owner_id, provider) values (${owner}, ${id}, ${provider}) on conflict do nothing returning id`,
  );
  return (await only(tx, row, sql`select id from payment_accounts where ${which}`)).id;
}

const accountRow = z.object({ owner: paymentOwnerSchema, id: z.number(), provider: paymentProviderSchema });

/** The account of a number. */
export const accountNumbered = (db: Db, id: number): Promise<PaymentAccount | undefined> =>
  one(db, accountRow, sql`select owner, owner_id as id, provider from payment_accounts where id = ${id}`);

const OWNERS = { company: sql`companies`, franchise: sql`franchises` } as const satisfies Record<PaymentOwner, SQL>;

/** What the provider of an account keeps of a payment, in percent, as its owner says now. */
export const feeOf = ({ owner, id }: PaymentAccount): SQL =>
  sql`(select o.payment_fee_percent from ${OWNERS[owner]} o where o.id = ${id})`;

/** Speaks to the provider of a payment as the account that it is paid to. */
export async function providerOfPayment(
  db: Db,
  { open }: Providers,
  { account_id }: { account_id: number },
): Promise<PaymentProvider> {
  return open(
    db,
    await only(
      db,
      accountRow,
      sql`select owner, owner_id as id, provider from payment_accounts where id = ${account_id}`,
    ),
  );
}
