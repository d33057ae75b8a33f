import { filterLabels } from "~/resource/list-labels";

/** Texts that a month and a year share. */
export const sharedLabels = [
  ...filterLabels,
  "frame:menu.plan_project",
  "plans:views",
  "plans:show",
  "plans:none",
  "resource:export.title",
] as const;

export const yearLabels = [...sharedLabels, "plans:kind", "plans:months", "plans:month"] as const;

export const plansLabels = [
  ...sharedLabels,
  "plans:save",
  "plans:copy",
  "plans:copy_year",
  "plans:spread",
  "plans:spread_hint",
  "plans:replace",
  "plans:now",
  "reports:fields.project",
  "plans:span",
  "plans:amount",
  "plans:vends",
] as const;
