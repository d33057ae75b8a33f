export const auditsLabels = [
  "audits:title", "audits:upload", "audits:upload_hint", "audits:file", "audits:send", "audits:from_initialisation", "audits:from_initialisation_hint",
  "audits:none", "audits:none_hint",
] as const;

export const auditLabels = [
  "audits:back", "audits:about_file", "audits:download", "audits:notices_title", "audits:sales_title", "audits:no_sales", "audits:raw", "audits:size", "audits:hash",
  "audits:report", "audits:events_title",
] as const;

export const salesLabels = [
  "sales:by_day", "sales:by_product", "sales:none", "sales:from", "sales:to", "sales:show", "sales:period", "sales:day", "sales:count", "sales:amount", "sales:total",
  "sales:selection", "sales:product",
] as const;

export const summaryLabels = ["devices:state", "devices:about", "devices:last_30", "devices:last_reads", "devices:all_reads", "sales:day", "audits:none"] as const;
