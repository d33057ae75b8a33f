import { listRequirement, tabPath } from "~server/contract/entity";
import { firmware } from "~server/contract/entities/firmwares";
import type { Context } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";

/** What a firmware's own tabs need. */
export const FIRMWARE = listRequirement(firmware);

type Place = Pick<Context, "params">;

/** API path of the firmware's rollouts, or of one of them with what follows it. */
export function rolloutsApi({ params }: Place, rest = ""): string {
  if (!/^\d{1,9}$/.test(params.id ?? "") || (params.rollout !== undefined && !/^\d{1,9}$/.test(params.rollout)))
    throw notFound();
  return `${firmware.api}/${params.id}/rollouts${rest}`;
}

/** Address of the firmware's rollouts, or of what follows. */
export const rolloutsPath = ({ params }: Place, rest = ""): string =>
  tabPath(firmware, params.id ?? "", "rollouts") + rest;
