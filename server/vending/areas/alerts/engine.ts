import { localTime, type Moment } from "../../time";
import { group } from "./groups";
import type { AlertState, OpenAlert, Rule, Seen, Step } from "./model";
import { followSignals, markDue } from "./signals";

/**
 * What follows for alerts from the causes that are there now. Pure: changes `state` and answers what of it has changed
 * (docs/decisions/045). Every rule that is not among `rules` is over, and nothing more is told of it.
 */
export function stepAlerts(state: AlertState, rules: readonly Rule[], seen: readonly Seen[], now: Moment): Step {
  const step: Step = { changed: new Set(), dropped: [], ended: [], opened: [], closed: [], news: [] };
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  followSignals(state, byId, seen, now, step);
  markDue(state, byId, now, step);
  group(state, byId, now, step);
  const lasting = new Set([...state.signals.values()].map(({ alert }) => alert));
  for (const alert of state.alerts.values()) {
    const rule = byId.get(alert.rule);
    if (!lasting.has(alert.id)) close(state, alert, rule, now, step);
    else if (rule) tell(alert, rule, now, step);
  }
  return step;
}

/** It is told that an alert is over where it was told that there is one. */
function close(state: AlertState, alert: OpenAlert, rule: Rule | undefined, now: Moment, step: Step): void {
  state.alerts.delete(alert.id);
  step.closed.push(alert);
  if (alert.told !== null && rule && !isQuiet(rule, now)) step.news.push({ alert, news: "closed" });
}

function tell(alert: OpenAlert, rule: Rule, now: Moment, step: Step): void {
  const news = newsOf(alert, rule, now);
  if (!news || isQuiet(rule, now)) return;
  alert.told = now;
  alert.untold = 0;
  step.news.push({ alert, news });
}

function newsOf({ told, untold, acknowledged }: OpenAlert, { gather, repeat }: Rule, now: Moment) {
  if (told === null) return "opened";
  if (untold > 0 && now - told >= gather) return "grown";
  return repeat > 0 && !acknowledged && now - told >= repeat ? "repeated" : undefined;
}

/** Whether the company's clock is in the hours in which the rule tells nothing. */
export function isQuiet({ quiet }: Pick<Rule, "quiet">, now: Moment): boolean {
  if (!quiet) return false;
  const minute = Number(localTime(now).slice(11, 13)) * 60 + Number(localTime(now).slice(14, 16));
  return quiet.from <= quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to;
}
