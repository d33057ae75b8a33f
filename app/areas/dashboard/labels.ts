export const dashboardLabels = [
  "dashboard:title", "dashboard:sales", "dashboard:chart", "dashboard:by_source", "dashboard:source", "dashboard:count", "dashboard:amount",
  "dashboard:share", "dashboard:machines", "dashboard:day", "dashboard:no_sales",
] as const;
