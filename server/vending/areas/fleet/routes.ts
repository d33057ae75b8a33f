import * as calls from "~server/contract/calls/fleet";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { readAttention } from "./attention";
import { countBags, listBags } from "./bags";
import { readCells, readModelFace } from "./cells";
import { countCash, listCollections } from "./collections";
import { listEvents } from "./events";
import { noteMaintenance } from "./maintenance";
import { listPlacements } from "./placements";
import { timelineOf } from "./timeline";
import { readHolds, readState } from "./view";
import { statusChoices } from "./status-filters";
import { readStatuses } from "./statuses";

/** What staff read of machines as they stand, and what they did at them. */
export function answerFleet({ read, change }: Answers, { pool }: Deps): void {
  read(calls.deviceStates, ({ viewer, query }) => readStatuses(pool, viewer, query));
  read(calls.deviceStateChoices, ({ viewer, query }) => statusChoices(pool, viewer, query));
  read(calls.deviceState, ({ param }) => readState(pool, param("id")));
  read(calls.deviceAttention, ({ viewer, param }) => readAttention(pool, viewer, param("id")));
  read(calls.deviceEvents, ({ viewer, param, query }) =>
    listEvents(pool, viewer, param("id"), { ...query, kinds: query.kind }),
  );
  read(calls.deviceTimeline, ({ param, query }) => timelineOf(pool, param("id"), query.from, query.to));
  read(calls.deviceCollections, ({ param }) => listCollections(pool, param("id")));
  change(calls.countCollection, ({ viewer, param, form }) => countCash(pool, viewer, param("id"), form));
  read(calls.bags, ({ viewer, query }) => listBags(pool, viewer, query));
  change(calls.countBags, ({ viewer, form }) => countBags(pool, viewer, form));
  read(calls.devicePlacements, ({ viewer, param, query }) => listPlacements(pool, viewer, param("id"), query));
  read(calls.deviceCells, ({ param }) => readCells(pool, param("id")));
  read(calls.modelFace, ({ query }) => readModelFace(pool, query.model));
  read(calls.deviceHolds, ({ param }) => readHolds(pool, param("id")));
  change(calls.noteMaintenance, async ({ viewer, param, form }) => {
    await noteMaintenance(pool, viewer, param("id"), form);
    return {};
  });
}
