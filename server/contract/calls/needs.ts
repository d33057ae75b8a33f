import { read } from "../call";
import { device } from "../entities/devices";
import { listRequirement } from "../entity";
import {
  deviceForecastSchema,
  NEEDS_SEEN,
  needsChoicesSchema,
  needsFilter,
  needsQuery,
  needsSchema,
  roundQuery,
  roundSchema,
} from "../needs";

export const needs = read({
  path: "/needs",
  needs: NEEDS_SEEN,
  query: needsQuery,
  does: "What machines need, the most urgent first: what is lost if nobody comes, when they run out, what fills them, errors, cash, service",
  answer: needsSchema,
});
export const needsChoices = read({
  path: "/needs/choices",
  needs: NEEDS_SEEN,
  query: needsFilter,
  does: "What needs can be filtered by, of what the person may see",
  answer: needsChoicesSchema,
});
export const proposedRound = read({
  path: "/needs/round",
  needs: NEEDS_SEEN,
  query: roundQuery,
  does: "A round proposed to a crew for a day: the machines worth a visit, or those that are named, in order, with tasks and load",
  answer: roundSchema,
  refuses: [404],
});
export const deviceForecast = read({
  path: "/devices/{id}/forecast",
  needs: listRequirement(device),
  about: device,
  does: "When slots of a machine run out, with a band, and what is lost then",
  answer: deviceForecastSchema,
});
