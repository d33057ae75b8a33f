import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { z } from "zod";
import { runFiscal } from "~server/vending/areas/fiscal/background";
import type { Patience } from "~server/vending/areas/fiscal/http";
import { only, rows, run } from "~server/vending/database/query";
import { type CheckboxStandIn, startCheckboxStandIn } from "~server/vending/stand-ins/checkbox";
import { idOf, type Person, type TestApi } from "./app";
import { makeLocation, makeModel } from "./network";
import { callingUnit } from "./unit";

/** Nobody waits long for a stand-in. */
export const QUICK: Patience = { connectMs: 2_000, answerMs: 400, pollMs: 20, polls: 20 };

let serial = 0;

/** A desk with its secrets. */
export async function makeDesk(root: Person, over: Record<string, string> = {}) {
  const name = `desk-${++serial}`;
  const secrets = { license_key: `license-${name}-secret`, pin_code: `pin-${name}-secret` };
  const id = idOf(await root.post("/checkbox_cashiers", { name, cashier_login: name, ...secrets, ...over }));
  return { id, name, ...secrets };
}
export type TestDesk = Awaited<ReturnType<typeof makeDesk>>;

/** A place whose desk registers its sales, and machines in it that tell of them. */
export async function makeFiscalPlace(api: TestApi, root: Person, desk: number, model?: number) {
  const location = await makeLocation(root);
  await run(
    api.pool,
    sql`update locations set fiscal_enabled = true, fiscal_cashier_id = ${desk}, fiscal_tax_code = 8, fiscal_footer = 'Дякуємо' where id = ${location}`,
  );
  // As if it had always been so: tests tell of vends that are over.
  await run(api.pool, sql`update locations set fiscal_since = now() - interval '100 days' where id = ${location}`);
  const unit = await callingUnit(api, root, model ?? (await makeModel(root)), { location });
  return { ...unit, location };
}

/** Desks never close in the middle of a test, whatever the hour. */
export const openAllDay = async (api: TestApi): Promise<void> => {
  await run(
    api.pool,
    sql`insert into settings (id, fiscal_close_at) values (1, '24:00') on conflict (id) do update set fiscal_close_at = '24:00', fiscal_open_at = null`,
  );
};

/** The service's stand-in and a worker, until `stop`. */
export async function startDesks(api: TestApi, patience: Patience = QUICK, options = {}) {
  const standIn: CheckboxStandIn = await startCheckboxStandIn(options);
  let work = runFiscal(api.pool, standIn.url, patience);
  return {
    standIn,
    /** As if the process had ended and another one begun. */
    async restart() {
      await work.stop();
      work = runFiscal(api.pool, standIn.url, patience);
    },
    pause: () => work.stop(),
    resume: () => void (work = runFiscal(api.pool, standIn.url, patience)),
    stop: async () => {
      await work.stop();
      await standIn.stop();
    },
  };
}

const receiptRow = z.object({
  number: z.number(),
  kind: z.string(),
  state: z.string(),
  amount: z.number(),
  returned: z.number(),
  payment: z.string(),
  why: z.string().nullable(),
  error: z.string().nullable(),
  request_id: z.string(),
  subject: z.string(),
});
export const receiptsOf = (api: TestApi, device: number) =>
  rows(
    api.pool,
    receiptRow,
    sql`select number, kind, state, amount, returned, payment, why, error, request_id, subject from receipts where device_id = ${device} order by number`,
  );

/** Waits until nothing of the desks is on its way; desks that rest after a failure do not rest. */
export const settled = (api: TestApi, timeout = 20_000) =>
  vi.waitFor(
    async () => {
      await run(api.pool, sql`update fiscal_desks set rest_until = now() where rest_until > now()`);
      const { open } = await only(
        api.pool,
        z.object({ open: z.number() }),
        sql`select (select count(*) from receipts where state in ('queued', 'sent')) + (select count(*) from fiscal_operations where state in ('queued', 'sent')) as open`,
      );
      if (open) throw new Error(`${open} on their way`);
    },
    { timeout, interval: 50 },
  );
