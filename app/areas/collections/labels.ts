export const bagsLabels = [
  "collections:title",
  "collections:about",
  "collections:states",
  "collections:save",
  "collections:none.waiting",
  "collections:none.counted",
  "collections:none_hint",
  "resource:search_and_filters",
  "resource:apply",
] as const;
