import * as calls from "~server/contract/calls/alerts";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { claimMail, settleMail } from "./mails";
import { acknowledge, alertOf, alertsOf } from "./read";

/** Alerts, who takes note of them, and their e-mails for who sends them. */
export function answerAlerts({ read, change, mailer }: Answers, { pool }: Deps): void {
  read(calls.alerts, ({ viewer, query }) => alertsOf(pool, viewer, query));
  read(calls.alert, ({ viewer, param }) => alertOf(pool, viewer, param("id")));
  change(calls.acknowledgeAlerts, async ({ viewer, form: { ids } }) => ({
    count: await acknowledge(pool, viewer, ids),
  }));
  mailer.change(calls.claimAlertMail, async () => ({ mail: (await claimMail(pool)) ?? null }));
  mailer.change(calls.settleAlertMail, async ({ form }) => {
    await settleMail(pool, form);
    return {};
  });
}
