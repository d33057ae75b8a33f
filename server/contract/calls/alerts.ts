import {
  acknowledgeBody,
  acknowledged,
  alertDetailsSchema,
  alertMailSettled,
  alertsQuery,
  ALERTS_SEEN,
  alertsSchema,
  claimedAlertMail,
} from "../alerts";
import { change, nothing, read } from "../call";

export const alerts = read({
  path: "/alerts",
  needs: ALERTS_SEEN,
  query: alertsQuery,
  does: "Alerts of machines in sight, the gravest and latest first; those that are closed by when they were opened",
  answer: alertsSchema,
});
export const alert = read({
  path: "/alerts/{id}",
  needs: ALERTS_SEEN,
  about: "an alert of a machine in sight",
  does: "An alert with its machines and what was told of it",
  answer: alertDetailsSchema,
});
export const acknowledgeAlerts = change({
  path: "/alerts/acknowledge",
  needs: ALERTS_SEEN,
  does: "Take note of open alerts: they are not told again, unless they reach further",
  form: acknowledgeBody,
  answer: acknowledged,
});

const mailer = { needs: "mailer" } as const;
export const claimAlertMail = change({
  ...mailer,
  path: "/mailer/alerts/claim",
  does: "Take an alert's e-mail that is due; nobody else gets it for five minutes",
  answer: claimedAlertMail,
});
export const settleAlertMail = change({
  ...mailer,
  path: "/mailer/alerts/settle",
  does: "Say that an alert's e-mail went out, or why not; then it is tried again later",
  form: alertMailSettled,
  answer: nothing,
});
