/** Id of the form whose buttons stand in the rows of all subscriptions. */
export const STAFF_FORM = "others";
/** Id of the one that asks before a subscription is ended. */
export const END_FORM = "end";

export const listLabels = [
  "subscriptions:title",
  "subscriptions:all_title",
  "subscriptions:scopes",
  "subscriptions:report",
  "subscriptions:none",
  "subscriptions:none_hint",
  "subscriptions:all_none",
  "subscriptions:all_hint",
  "subscriptions:actions.send",
  "subscriptions:actions.pause",
  "subscriptions:actions.resume",
  "subscriptions:actions.change",
  "subscriptions:actions.delete",
] as const;

export const formLabels = [
  "subscriptions:title",
  "subscriptions:period",
  "subscriptions:frequency",
  "subscriptions:weekday",
  "subscriptions:month_day",
  "subscriptions:month_day_hint",
  "subscriptions:hour",
  "subscriptions:format",
  "subscriptions:lang",
  "resource:breadcrumbs",
] as const;

export const unsubscribeLabels = [
  "subscriptions:unsubscribe.title",
  "subscriptions:unsubscribe.question",
  "subscriptions:unsubscribe.button",
  "subscriptions:unsubscribe.done",
  "subscriptions:unsubscribe.gone",
] as const;
