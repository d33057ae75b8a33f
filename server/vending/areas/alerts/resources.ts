import { sql } from "drizzle-orm";
import { alertRule } from "~server/contract/entities/alert_rules";
import { everyone, isUnlimited } from "../../access";
import { run } from "../../database/query";
import { invalid } from "../../fault";
import { defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { visibleAlerts } from "../../visible-alerts";
import { checkResponsible } from "../help-desk/status";

const WATCHED = [
  "cause",
  "error_code",
  "temperature_limit",
  "failed_percent",
  "cash_limit",
  "payment_percent",
] as const;

export const alertRuleResource = defineResource(alertRule, {
  table: tables.alertRules,
  visible: everyone,
  computed: {
    open_count: (t, viewer) =>
      sql`(select count(*) from alerts a where a.rule_id = ${t}.id and a.closed_at is null and ${visibleAlerts(viewer, sql`a`)})`,
  },
  async prepare(tx, { channels, people, webhook, responsible, quiet_from, quiet_to }, { viewer }) {
    if (channels.includes("email") && !people.length) throw invalid({ people: [{ key: "alert_people" }] });
    // What is posted names every machine of the rule: nobody is to send out what they may not see.
    if (channels.includes("webhook") && !isUnlimited(viewer))
      throw invalid({ channels: [{ key: "alert_webhook_limited" }] });
    if (channels.includes("webhook") && webhook === null) throw invalid({ webhook: [{ key: "alert_webhook" }] });
    if ((quiet_from === null) !== (quiet_to === null))
      throw invalid({ [quiet_from === null ? "quiet_from" : "quiet_to"]: [{ key: "alert_quiet" }] });
    await checkResponsible(tx, responsible);
  },
  /** What is watched otherwise now begins anew: what was collected for the old words is none of the new ones'. */
  async written(tx, id, values, { before }) {
    if (before && WATCHED.some((field) => before[field] !== values[field]))
      await run(tx, sql`update alert_signals set ended_at = now() where rule_id = ${id} and ended_at is null`);
  },
});
