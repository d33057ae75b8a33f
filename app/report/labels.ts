import { filterLabels } from "~/resource/list-labels";

/** Texts of every report. */
export const reportLabels = [
  ...filterLabels,
  "resource:columns",
  "resource:show_columns",
  "resource:export.title",
  "resource:breadcrumbs",
  "reports:compare",
  "reports:step",
  "reports:by_time",
  "reports:save_own",
] as const;
