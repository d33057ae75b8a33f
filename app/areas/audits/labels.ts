export const questionsLabels = [
  "audits:questions.title",
  "audits:questions.about",
  "audits:questions.kinds",
  "audits:questions.none",
  "audits:questions.none_hint",
  "audits:questions.meanings",
  "resource:search_and_filters",
  "resource:apply",
  "resource:any",
] as const;
