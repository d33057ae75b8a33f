export const dashboardLabels = [
  "dashboard:title", "dashboard:chart", "dashboard:by_source", "dashboard:source", "dashboard:count", "dashboard:amount", "dashboard:share", "dashboard:machines", "dashboard:day", "dashboard:no_sales",
  "dashboard:period.today", "dashboard:period.yesterday", "dashboard:period.days7", "dashboard:period.month", "dashboard:all_statuses", "dashboard:errors", "dashboard:errors_none", "dashboard:error_code",
  "dashboard:error_text", "dashboard:error_machines", "dashboard:show_machines", "dashboard:payments", "dashboard:payments_none", "dashboard:payments_none_hint", "dashboard:payment_failures", "dashboard:failed_vends",
  "dashboard:best", "dashboard:worst", "dashboard:ranked_none",
] as const;
