import { z } from "zod";
import { change, read } from "../call";
import { device } from "../entities/devices";
import { firmware } from "../entities/firmwares";
import { listRequirement } from "../entity";
import { deviceCommandSchema, deviceCommandsSchema, newCommandSchema } from "../commands";
import { pageQuery } from "../query";
import {
  candidatesQuerySchema,
  candidatesSchema,
  newRolloutSchema,
  retrySchema,
  rolloutSchema,
  rolloutsSchema,
} from "../rollouts";

const ofDevice = { needs: listRequirement(device), about: device };
const seeing = { needs: listRequirement(firmware), about: firmware };
/** Who chooses machines needs their code besides. */
const choosing = { needs: [...listRequirement(firmware), ...listRequirement(device)], about: firmware };
const made = z.object({ id: z.number().int() });

export const deviceCommands = read({
  ...ofDevice,
  path: "/devices/{id}/commands",
  query: pageQuery,
  does: "Commands to a machine's unit, newest first, 50 a page",
  answer: deviceCommandsSchema,
});
export const giveCommand = change({
  ...ofDevice,
  path: "/devices/{id}/commands",
  does: "Give a machine's unit a command (an update of firmware needs FIRMWARE besides); the same key again answers the first one",
  form: newCommandSchema,
  answer: deviceCommandSchema,
  status: 201,
  refuses: [409],
});
export const cancelCommand = change({
  ...ofDevice,
  path: "/devices/{id}/commands/{command}/cancel",
  does: "Take a command back that was not delivered",
  answer: deviceCommandSchema,
  refuses: [409],
});
export const rollouts = read({
  ...seeing,
  path: "/firmwares/{id}/rollouts",
  does: "Rollouts of a firmware",
  answer: rolloutsSchema,
});
export const rollOut = change({
  ...choosing,
  path: "/firmwares/{id}/rollouts",
  does: "Roll a firmware out: to the named machines, or to all that a filter finds",
  form: newRolloutSchema,
  answer: made,
  status: 201,
  refuses: [409],
});
export const rolloutCandidates = read({
  ...choosing,
  path: "/firmwares/{id}/rollouts/candidates",
  query: candidatesQuerySchema,
  does: "Machines that a firmware can be rolled out to; `devices`: chosen already, given back as `chosen`",
  answer: candidatesSchema,
});
export const rollout = read({
  ...seeing,
  path: "/firmwares/{id}/rollouts/{rollout}",
  does: "One rollout with the machines that the person may see",
  answer: rolloutSchema,
});
export const cancelRollout = change({
  ...seeing,
  path: "/firmwares/{id}/rollouts/{rollout}/cancel",
  does: "Call back what was not delivered",
  answer: z.object({}),
  refuses: [409],
});
export const retryRollout = change({
  ...choosing,
  path: "/firmwares/{id}/rollouts/{rollout}/retry",
  does: "Another rollout for the machines where it failed or expired",
  form: retrySchema,
  answer: made,
  status: 201,
  refuses: [409],
});
