import { listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { notFound } from "~server/web/screens.server";

/** What the machine's own tabs need. */
export const DEVICE = listRequirement(device);

/** API path of the machine in the address, with what follows it. */
export function devicePath(params: { id?: string }, rest = ""): string {
  if (!/^\d{1,9}$/.test(params.id ?? "")) throw notFound();
  return `${device.api}/${params.id}${rest}`;
}
