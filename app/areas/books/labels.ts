export const monthsLabels = ["books:title", "books:hint", "books:none"] as const;

export const monthLabels = [
  "books:back",
  "books:books",
  "books:close",
  "books:close_hint",
  "books:closing",
  "books:corrections",
  "books:machines",
  "books:no_corrections",
  "books:questions",
] as const;
