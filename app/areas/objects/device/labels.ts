export const auditsLabels = [
  "audits:title",
  "audits:upload",
  "audits:upload_hint",
  "audits:file",
  "audits:send",
  "audits:from_initialisation",
  "audits:from_initialisation_hint",
  "audits:none",
  "audits:none_hint",
] as const;

export const periodsLabels = [
  "audits:period.title",
  "audits:period.hint",
  "audits:period.questions",
  "audits:period.none",
  "audits:period.none_hint",
  "audits:back",
] as const;

export const auditLabels = [
  "audits:back",
  "audits:about_file",
  "audits:download",
  "audits:notices_title",
  "audits:sales_title",
  "audits:no_sales",
  "audits:raw",
  "audits:size",
  "audits:hash",
  "audits:report",
  "audits:events_title",
] as const;

export const salesLabels = [
  "sales:by_day",
  "sales:by_product",
  "sales:none",
  "sales:day",
  "sales:count",
  "sales:amount",
  "sales:selection",
  "sales:product",
  "sales:list",
  "sales:at",
  "sales:source",
  "sales:receipt",
] as const;

export const aggregatedLabels = ["sales:none", "sales:by_source", "sales:by_product_and_source"] as const;

export const qrLabels = [
  "sales:qr.none",
  "sales:qr.none_hint",
  "sales:qr.outcomes",
  "sales:by_day",
  "sales:day",
  "sales:by_product",
  "sales:none",
] as const;

export const summaryLabels = [
  "devices:state",
  "devices:about",
  "devices:last_30",
  "devices:last_reads",
  "devices:all_reads",
  "sales:day",
  "audits:none",
  "device:open_errors",
  "device:stocks",
  "device:stocks_none",
  "device:face.slots",
  "device:face.portions",
  "entities:planogram.fields.cells",
  "device:maintenance.enter",
  "device:cash.title",
  "device:cash.warning",
] as const;

export const maintenanceLabels = [
  "device:maintenance.title",
  "device:maintenance.filled",
  "device:maintenance.filled_hint",
  "device:maintenance.cleaned",
  "device:maintenance.cleaned_hint",
  "device:maintenance.levels",
  "device:maintenance.no_slots",
  "device:maintenance.note",
  "device:maintenance.save",
  "resource:cancel",
] as const;

export const monitoringLabels = [
  "device:timeline",
  "device:log_groups",
  "device:log.kind",
  "device:no_events",
  "device:no_events_hint",
  "device:events_title",
  "resource:any",
  "sales:from",
  "sales:to",
  "sales:show",
] as const;

export const collectionLabels = [
  "device:collection.waiting",
  "device:collection.count",
  "device:collection.which",
  "device:collection.new",
  "device:collection.counted",
  "device:collection.bag",
  "device:collection.note",
  "device:collection.save",
  "device:collection.title",
  "device:collection.none",
  "device:collection.none_hint",
  "device:cash.title",
  "device:cash.warning",
] as const;

export const telemetryLabels = [
  "errors:machine_without_telemetry",
  "device:connection",
  "device:unit",
  "device:requests",
  "device:no_requests",
  "device:logs",
  "device:no_events",
] as const;

export const terminalLabels = [
  "device:requests",
  "device:no_requests",
  "device:terminal.log",
  "device:no_events",
] as const;

export const firmwareLabels = [
  "errors:machine_without_telemetry",
  "device:firmware_now",
  "device:firmware_offered",
  "device:firmware_installed",
  "device:firmware_update",
  "device:firmware_emergency",
  "device:firmware_none",
  "device:firmware_history",
  "device:firmware_never",
] as const;

export const placementsLabels = ["device:placement.title", "device:placement.hint"] as const;
