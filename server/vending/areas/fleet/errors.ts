import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { errorOpened, errorsClosed } from "../help-desk/errors";

/** The latest news of an error: `first` is when it began, as far as this news knows. */
export interface ErrorNews {
  device: number;
  raw: string;
  code: string | null;
  open: boolean;
  at: string;
  first: string;
}

const errorRow = z.object({
  device: z.number(),
  name: z.string(),
  open: z.boolean(),
  opened_at: z.string(),
  changed_at: z.string(),
});

/** Takes over the latest news of each error, unless it is older than what is known; the help desk follows what begins and ends. */
export async function setErrors(db: Db, news: readonly ErrorNews[]): Promise<void> {
  if (!news.length) return;
  const changed = await rows(
    db,
    errorRow,
    sql`
    insert into device_errors as e (device_id, raw, code, open, opened_at, closed_at, changed_at)
    select device, raw, code, open, first, case when not open then at end, at
    from ${given(news, "device integer, raw text, code text, open boolean, at timestamptz, first timestamptz")} order by device, raw
    on conflict (device_id, raw) do update set open = excluded.open, closed_at = excluded.closed_at, changed_at = excluded.changed_at,
      opened_at = case when e.open then e.opened_at else excluded.opened_at end
    where excluded.changed_at >= e.changed_at
    returning device_id as device, coalesce(code, raw) as name, open, opened_at, changed_at`,
  );
  // What ends under one name and begins under another goes on.
  await errorsClosed(
    db,
    changed.filter(({ open }) => !open).map(({ device, name, changed_at }) => ({ device, code: name, at: changed_at })),
  );
  for (const { device, name, open, opened_at } of changed) if (open) await errorOpened(db, device, name, opened_at);
}

/** Counts open errors anew; after {@link tell}, which makes the row that holds the count. */
export async function countErrors(db: Db, devices: readonly number[]): Promise<void> {
  if (!devices.length) return;
  await run(
    db,
    sql`update device_states s set open_errors = (select count(*) from device_errors e where e.device_id = s.device_id and e.open)
    where s.device_id in (select device_id from device_states where device_id = any(${sql.param(devices)}::integer[]) order by device_id for update)`,
  );
}
