/** Texts of every form. */
export const formLabels = [
  "resource:save", "resource:save_and_add", "resource:check_fields", "resource:choose", "resource:find", "resource:find_in",
  "resource:remove_row", "resource:conflict_title", "resource:conflict_hint", "resource:field", "resource:theirs", "resource:mine",
  "resource:breadcrumbs", "resource:none_to_choose", "resource:file_remove",
  "resource:nothing_found", "resource:remove", "resource:leave",
] as const;
