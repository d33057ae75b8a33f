/** Texts of every list screen. */
export const listLabels = [
  "resource:apply", "resource:filters", "resource:filters_in_use", "resource:remove_filter", "resource:clear",
  "resource:columns", "resource:show_columns", "resource:search_and_filters", "resource:scopes", "resource:any",
  "resource:export.title", "resource:bulk.title", "resource:bulk.column", "resource:bulk.all_on_page",
  "resource:find", "resource:find_in", "resource:nothing_found", "resource:remove",
] as const;
