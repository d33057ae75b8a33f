export const importLabels = [
  "resource:import.file",
  "resource:import.columns",
  "resource:import.try",
  "resource:import.nothing_yet",
  "resource:import.save",
  "resource:import.done",
  "resource:import.other",
  "resource:breadcrumbs",
] as const;
