import { type SQL, sql } from "drizzle-orm";
import { allOf } from "../../database/query";

/** A provider's own stages, at which a payment fails through no fault of a customer or a machine. */
const PROVIDER_FAILS = sql`('invoice_not_created', 'no_final_status', 'payment_error')`;
const FEWEST_PAYMENTS = 3;

/** Providers (`provider`) at which more than `percent` of the last hour's payments `p` of `which` failed. */
export const failingProviders = (percent: number, which: SQL): SQL => sql`
  select p.provider from payments p where ${allOf([sql`p.begun_at > now() - interval '1 hour' and not p.is_test`, which])} group by p.provider
  having count(*) filter (where p.counter in ${PROVIDER_FAILS}) >= ${FEWEST_PAYMENTS}
    and count(*) filter (where p.counter in ${PROVIDER_FAILS}) * 100 > ${percent}::integer * count(*)`;
