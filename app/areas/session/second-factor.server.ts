import { data, redirect } from "@remix-run/node";
import { renderSVG } from "uqr";
import type { Change } from "~server/contract/call";
import * as calls from "~server/contract/calls/session";
import { textOf } from "~server/web/form.server";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { forget } from "~server/web/me.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { SECOND_FACTOR } from "~server/web/dead-ends.server";

/** Keys of the words of the page. */
export const secondFactorLabels = [
  "session:second_factor.title",
  "session:second_factor.text",
  "session:second_factor.required",
  "session:second_factor.begin",
  "session:second_factor.scan",
  "session:second_factor.qr",
  "session:second_factor.secret",
  "session:second_factor.code",
  "session:second_factor.confirm",
  "session:second_factor.is_on",
  "session:second_factor.new_codes",
  "session:second_factor.new_phone",
  "session:second_factor.off",
  "session:second_factor.codes_title",
  "session:second_factor.codes_text",
  "session:second_factor.codes_kept",
  "session:second_factor.to_profile",
  "session:profile.current_password",
  "session:profile.sign_out",
] as const;

export const loader = protectedLoader("login", async ({ api, t, me }) => {
  const { pending, recovery_codes, ...factor } = await api.read(calls.secondFactor, {});
  return {
    ...factor,
    left: t("session:second_factor.codes_left", { count: recovery_codes }),
    pending: pending && {
      qr: `data:image/svg+xml,${encodeURIComponent(renderSVG(pending.uri, { border: 2 }))}`,
      secret: pending.secret.replace(/(.{4})(?=.)/g, "$1 "),
    },
    isForced: me.second_factor_missing === true,
    labels: pick(t, secondFactorLabels),
  };
});

type Step = Change<string, unknown, { recovery_codes?: string[] }>;

const STEPS: Record<string, Step> = {
  begin: calls.beginSecondFactor,
  confirm: calls.confirmSecondFactor,
  recovery_codes: calls.newRecoveryCodes,
  off: calls.secondFactorOff,
};

/** Each button is a call of the API; what goes wrong stands beside the one field that its form has. */
export const action = protectedAction("login", async ({ api, t, token, form }) => {
  const intent = textOf(form(), "intent");
  const values = { current_password: textOf(form(), "current_password"), code: textOf(form(), "secret_code") };
  const step: Step = STEPS[intent] ?? calls.beginSecondFactor;
  const answer = await api.change(step, {}, values);
  if (!answer.ok) {
    const { error, fields, status } = answer;
    return data({ error: errorText(t, error), errors: fieldTexts(t, fields) }, { status });
  }
  forget(token);
  if (answer.data.recovery_codes) return data({ codes: answer.data.recovery_codes });
  throw intent === "off"
    ? await redirectWithToast("/profile", { tone: "ok", key: "session:second_factor.is_off" })
    : redirect(SECOND_FACTOR, 303);
});
