import { filterLabels } from "~/resource/list-labels";

/** Texts that a month and a year share. */
const shared = [
  ...filterLabels,
  "frame:menu.plan_project",
  "plans:views",
  "plans:show",
  "plans:none",
  "resource:export.title",
] as const;

export const yearLabels = [
  ...shared,
  "plans:about_year",
  "plans:kind",
  "plans:year",
  "plans:previous_year",
  "plans:next_year",
  "plans:months",
  "plans:month",
] as const;

export const plansLabels = [
  ...shared,
  "plans:about",
  "plans:month",
  "plans:save",
  "plans:copy",
  "plans:copy_year",
  "plans:spread",
  "plans:spread_hint",
  "plans:replace",
  "plans:previous",
  "plans:next",
  "plans:now",
  "reports:fields.project",
  "plans:span",
  "plans:amount",
  "plans:vends",
] as const;
