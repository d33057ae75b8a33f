import { listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";

/** What the machine's own tabs need. */
export const DEVICE = listRequirement(device);
