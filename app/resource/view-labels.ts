/** Texts of the frame around a record. */
export const viewLabels = ["resource:breadcrumbs", "resource:actions", "resource:tabs"] as const;
