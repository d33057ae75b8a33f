export const statusesLabels = [
  "statuses:title", "statuses:counts", "statuses:map", "statuses:map_note", "statuses:map_list", "statuses:refresh", "statuses:stop", "statuses:none", "statuses:none_hint",
  "resource:search_and_filters", "resource:apply", "resource:filters", "resource:filters_in_use", "resource:remove_filter", "resource:clear", "resource:any",
] as const;
