import { sql } from "drizzle-orm";
import { z } from "zod";
import { type DevicePay, devicePaySchema } from "~server/contract/payment-reads";
import { allowed } from "~server/contract/permissions";
import type { Payer } from "~server/contract/payments";
import type { Viewer } from "../../access";
import { only, run } from "../../database/query";
import { forbidden } from "../../fault";
import { accountOfDevice } from "./accounts";
import type { Machinery } from "./machinery";

/** How a machine takes online payments. */
export async function devicePay({ pool, providers }: Machinery, device: number): Promise<DevicePay> {
  const { payer, code } = await only(
    pool,
    devicePaySchema.omit({ account: true }),
    sql`select payer, pay_code as code from devices where id = ${device}`,
  );
  const account = await accountOfDevice(pool, providers, device);
  if (!account) return { payer, code, account: null };
  const { owner, id, provider } = account;
  const { label } = await only(
    pool,
    z.object({ label: z.string() }),
    owner === "company"
      ? sql`select name as label from companies where id = ${id}`
      : sql`select name as label from franchises where id = ${id}`,
  );
  return { payer, code, account: { provider, owner: { id, label } } };
}

/** Who changes machines may say who takes their money. */
export function checkMayChange(viewer: Viewer): void {
  if (!allowed(viewer, ["DEVICE_CREATE"])) throw forbidden();
}

export async function changeDevicePay(
  machinery: Machinery,
  viewer: Viewer,
  device: number,
  payer: Payer,
): Promise<DevicePay> {
  checkMayChange(viewer);
  await run(machinery.pool, sql`update devices set payer = ${payer} where id = ${device} and payer <> ${payer}`);
  return devicePay(machinery, device);
}
