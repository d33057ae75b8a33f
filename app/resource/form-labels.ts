/** Texts of every form. */
export const formLabels = [
  "resource:save",
  "resource:save_and_add",
  "resource:check_fields",
  "resource:choose",
  "resource:find",
  "resource:find_in",
  "resource:remove_row",
  "resource:row",
  "resource:breadcrumbs",
  "resource:none_to_choose",
  "resource:file_remove",
  "resource:nothing_found",
  "resource:remove",
  "resource:leave",
] as const;

export type FormLabels = Record<(typeof formLabels)[number], string>;
