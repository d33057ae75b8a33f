/** Words of a machine's page on a crew's phone. */
export const stopLabels = [
  "route-sheets:map",
  "route-sheets:begin",
  "route-sheets:fills",
  "route-sheets:more",
  "route-sheets:thrown_reason",
  "route-sheets:cleaned",
  "route-sheets:collected",
  "route-sheets:bag",
  "route-sheets:note_of_visit",
  "route-sheets:serve",
  "route-sheets:skip",
  "route-sheets:why_unserved",
  "route-sheets:skip_do",
  "route-sheets:done_here",
  "route-sheets:photos",
  "route-sheets:photo",
] as const;

/** Words of what waits in the browser. */
export const unsentLabels = [
  "route-sheets:unsent",
  "route-sheets:unsent_hint",
  "route-sheets:send_now",
  "route-sheets:unsent_others",
  "route-sheets:refused",
  "route-sheets:refused_open",
  "route-sheets:refused_drop",
] as const;
