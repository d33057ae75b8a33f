import { z } from "zod";
import { change, read } from "../call";
import { deviceModel } from "../entities/device_models";
import { device } from "../entities/devices";
import { planogram } from "../entities/planograms";
import { listRequirement } from "../entity";
import { bagsQuery, bagsSchema, collectionsSchema, countBagsForm, newCollectionSchema } from "../collections";
import { deviceCellsSchema, modelFaceSchema } from "../device-cells";
import { deviceEventsSchema, EVENT_KINDS } from "../device-events";
import { deviceStateSchema } from "../device-state";
import { timelineQuery, timelineSchema } from "../timeline";
import { deviceAttentionSchema, statusChoicesSchema, statusFilter, statusesQuery, statusesSchema } from "../statuses";
import { holdsSchema, newMaintenanceSchema } from "../maintenance";
import { placementsSchema } from "../placements";
import { days, idAsked, limitAsked, pageAsked, severalOf, wrong } from "../query";

const ofDevice = { needs: listRequirement(device), about: device };

export const deviceStates = read({
  path: "/devices/states",
  needs: "login",
  query: statusesQuery,
  does: "Machines that are not hidden and that the person may see, the worst first: counts (of every filter but `state`), regions (of every one but `state` and `region`), rows",
  answer: statusesSchema,
});
export const deviceStateChoices = read({
  path: "/devices/states/choices",
  needs: "login",
  query: statusFilter,
  does: "What machines by state can be filtered by, of what the person may see",
  answer: statusChoicesSchema,
});
export const deviceState = read({
  ...ofDevice,
  path: "/devices/{id}/state",
  does: "How a machine stands",
  answer: deviceStateSchema,
});
export const deviceAttention = read({
  ...ofDevice,
  path: "/devices/{id}/attention",
  does: "What of a machine needs somebody now, and who may be called about it",
  answer: deviceAttentionSchema,
});
export const deviceEvents = read({
  ...ofDevice,
  path: "/devices/{id}/events",
  query: z.object({ ...days, kind: severalOf(z.enum(EVENT_KINDS, wrong)), page: pageAsked, limit: limitAsked(200) }),
  does: "Event log of a machine, newest first",
  answer: deviceEventsSchema,
});
export const deviceTimeline = read({
  ...ofDevice,
  path: "/devices/{id}/timeline",
  query: timelineQuery,
  does: "States of a machine as pieces of time: the last 24 hours, or at most 31 days",
  answer: timelineSchema,
});
export const deviceCollections = read({
  ...ofDevice,
  path: "/devices/{id}/collections",
  does: "Cash taken out of a machine, newest first",
  answer: collectionsSchema,
});
export const countCollection = change({
  ...ofDevice,
  path: "/devices/{id}/collections",
  does: "Say what was counted: of a collection, or of one nobody told of",
  form: newCollectionSchema,
  answer: z.object({ id: z.number().int() }),
  status: 201,
  refuses: [409],
});
export const bags = read({
  path: "/collections",
  needs: listRequirement(device),
  query: bagsQuery,
  does: "Cash taken out of all machines that the person may see: what waits to be counted, the oldest first, or what was counted, the newest first",
  answer: bagsSchema,
});
export const countBags = change({
  path: "/collections",
  needs: listRequirement(device),
  does: "Say what was counted of several collections; all of them or none",
  form: countBagsForm,
  answer: z.object({ counted: z.number().int() }),
});
export const devicePlacements = read({
  ...ofDevice,
  path: "/devices/{id}/placements",
  query: z.object({ page: pageAsked, limit: limitAsked(200) }),
  does: "Where a machine stood since when, whose it was, who served it and by which planogram it sold, newest first",
  answer: placementsSchema,
});
export const deviceCells = read({
  ...ofDevice,
  path: "/devices/{id}/cells",
  does: "What a machine sells from its cells by its planogram, for how much, and how much of it is left",
  answer: deviceCellsSchema,
});
export const modelFace = read({
  needs: { anyOf: [deviceModel, planogram, device].map(listRequirement) },
  path: "/planograms/face",
  query: z.object({ model: idAsked }),
  does: "What of a model its machines are drawn by; nothing of one that is not there",
  answer: modelFaceSchema,
});
export const deviceHolds = read({
  ...ofDevice,
  path: "/devices/{id}/maintenance",
  does: "What a machine can hold by its planogram and model; a level is null until somebody told of it",
  answer: holdsSchema,
});
export const noteMaintenance = change({
  ...ofDevice,
  path: "/devices/{id}/maintenance",
  does: "Say what was done at a machine just now; the same key again changes nothing",
  form: newMaintenanceSchema,
  answer: z.object({}),
  status: 201,
});
