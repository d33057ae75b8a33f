import { listRequirement, tabPath } from "~server/contract/entity";
import { firmware } from "~server/contract/entities/firmwares";
import type { Context } from "~server/web/guard.server";

/** What a firmware's own tabs need. */
export const FIRMWARE = listRequirement(firmware);

type Place = Pick<Context, "params">;

/** Address of the firmware's rollouts, or of what follows. */
export const rolloutsPath = ({ params }: Place, rest = ""): string =>
  tabPath(firmware, params.id ?? "", "rollouts") + rest;
