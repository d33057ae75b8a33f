/** Texts of the page that asks before something is done to many records. */
export const bulkLabels = [
  "resource:breadcrumbs",
  "resource:bulk.which",
  "resource:bulk.no_filters",
  "resource:bulk.record",
  "resource:bulk.reason",
  "resource:bulk.to_list",
  "resource:cancel",
] as const;
