/** Texts of the filters above a list or report. */
export const filterLabels = [
  "resource:apply",
  "resource:filters",
  "resource:filters_in_use",
  "resource:remove_filter",
  "resource:clear",
  "resource:search_and_filters",
  "resource:any",
  "resource:one_more",
  "resource:find",
  "resource:find_in",
  "resource:nothing_found",
  "resource:remove",
] as const;

/** Texts of every list screen. */
export const listLabels = [
  ...filterLabels,
  "resource:columns",
  "resource:show_columns",
  "resource:scopes",
  "resource:export.title",
  "resource:bulk.title",
  "resource:bulk.column",
  "resource:bulk.all_on_page",
] as const;
