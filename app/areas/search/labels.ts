export const searchLabels = [
  "search:title",
  "search:field",
  "search:hint",
  "search:find",
  "search:about",
  "search:nothing_open",
  "search:none",
  "search:none_hint",
] as const;
