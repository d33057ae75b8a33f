/** Texts of the page of saved filters. */
export const savedLabels = [
  "resource:breadcrumbs",
  "resource:saved.save_this",
  "resource:saved.name",
  "resource:saved.group",
  "resource:saved.only_me",
  "resource:saved.all_records",
  "resource:saved.submit",
  "resource:saved.own",
  "resource:saved.none",
  "resource:saved.rename",
  "resource:saved.delete",
  "resource:saved.open",
] as const;
