import { sql } from "drizzle-orm";
import { z } from "zod";
import { SETTINGS_DEFAULTS } from "~server/contract/entities/settings";
import { type Db, only } from "../../database/query";

const defaults = SETTINGS_DEFAULTS.fiscal;

/** Whether vends paid with a key get receipts. */
export const fiscalKeys = sql`coalesce((select s.fiscal_keys from settings s), ${defaults.keys}::boolean)`;
/** How long after a vend its receipt is still made by itself. */
export const fiscalAge = sql`make_interval(days => coalesce((select s.fiscal_age_days from settings s), ${defaults.ageDays}::integer))`;
/** How long a receipt may wait before its desk lags. */
export const fiscalLag = sql`make_interval(mins => coalesce((select s.fiscal_lag_minutes from settings s), ${defaults.lagMinutes}::integer))`;

const hoursRow = z.object({ open_at: z.string().nullable(), close_at: z.string(), cash_out: z.boolean() });
export type DeskHours = z.infer<typeof hoursRow>;

/** When desks open (null: with the first sale) and close by the clock, and whether their cash is taken out before. */
export const deskHours = (db: Db): Promise<DeskHours> =>
  only(
    db,
    hoursRow,
    sql`select s.fiscal_open_at as open_at, coalesce(s.fiscal_close_at, ${defaults.closeAt}) as close_at, coalesce(s.fiscal_cash_out, ${defaults.cashOut}::boolean) as cash_out
    from (values (1)) one(x) left join settings s on true`,
  );
