import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { loginBody, SECOND_STEP, ticketData } from "~server/contract/session";
import { textOf } from "~server/web/form.server";
import { publicAction, publicLoader } from "~server/web/guard.server";
import { type Held, parseHeld } from "~server/web/held";
import { pick, type TFunction } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { vendingIsReady } from "~server/web/readiness.server";
import { pathOf, safeRedirect } from "~server/web/redirects.server";
import { technicalWork } from "~server/web/screens.server";
import { commit, getToken } from "~server/web/session.server";
import { signInLabels } from "~server/web/sign-in-labels";
import { accountsOffered, enterDemonstration, secondStep, signIn, waitText } from "~server/web/sign-in.server";
import { toSignIn, whyEnded } from "~server/web/dead-ends.server";
import { type Refusal } from "~server/web/outcome.server";
import { vendingFor } from "~server/web/vending.server";
import { heldWords } from "./held-words.server";

/** Keys of the page that offers a held form again after signing in. */
export const continueLabels = [
  "session:continue.title",
  "session:continue.text",
  "session:continue.back",
  "session:continue.files_lost",
  "session:continue.files",
  "session:continue.submit",
] as const;

/** Keys of the form that asks for the code. */
export const secondStepLabels = [
  "session:second_step.title",
  "session:second_step.text",
  "session:second_step.code",
  "session:second_step.hint",
  "session:second_step.submit",
  "session:second_step.start_over",
] as const;

/** Signed-in people go to the dashboard; while the API is away the form would only disappoint. */
export const loader = publicLoader(async ({ request, url, t }) => {
  // After a form was posted Remix runs this too; then the action's answer must stand, whatever the cookies say.
  const isVisit = !request.headers.has("Content-Type");
  if (isVisit && (await getToken(request))) throw redirect("/");
  const why = isVisit ? await whyEnded(request) : undefined;
  if (why) throw await toSignIn(pathOf(request), why);
  if (isVisit && !(await vendingIsReady())) throw technicalWork();
  return {
    labels: pick(t, signInLabels),
    redirect: safeRedirect(url.searchParams.get("redirect")),
    accounts: await accountsOffered(request, t),
  };
});

/** Signs in and goes where the person was going; a form held from an expired session is offered for sending again. */
export const action = publicAction(
  async ({ request, url, t, form }) => {
    const to = safeRedirect(url.searchParams.get("redirect"));
    const entries = parseHeld(form().get("held"));
    const held = entries && { to, entries };
    const email = textOf(form(), "email");
    const again = (error: string, status: number, errors?: Record<string, string[]>) =>
      data({ kind: "again" as const, error, errors, email, held }, { status });
    const askCode = (ticket: string, status: number, error?: string, errors?: Record<string, string[]>) =>
      data({ kind: "code" as const, ticket, error, errors, held, labels: pick(t, secondStepLabels) }, { status });
    const refused = (refusal: Refusal) =>
      refusal.error === SECOND_STEP
        ? askCode(ticketData.parse(refusal.data).ticket, 200)
        : again(reason(t, refusal), refusal.status);

    const ticket = textOf(form(), "ticket");
    if (ticket) {
      const answer = await secondStep(request, form());
      if (answer.ok) return enter(request, t, answer.data.token, to, entries);
      if (answer.status === 401) return again(errorText(t, answer.error), 401);
      return askCode(ticket, answer.status, reason(t, answer), fieldTexts(t, answer.fields));
    }
    if (form().has("account")) {
      const answer = await enterDemonstration(request, form());
      if (answer.ok) return enter(request, t, answer.data.token, to, entries);
      return refused(answer);
    }
    const typed = loginBody.safeParse({ email, password: form().get("password") });
    if (!typed.success) return again(t("errors:invalid"), 422, missing(t, typed.error));
    const result = await signIn(request, form());
    return "refusal" in result ? refused(result.refusal) : enter(request, t, result.token, to, entries);
  },
  // A held form comes along, wrapped and encoded once more.
  { limit: 4 * 1024 * 1024 },
);

/** Begins the session. */
async function enter(request: Request, t: TFunction, token: string, to: string, entries: Held | undefined) {
  const headers = { "Set-Cookie": await commit(token) };
  if (!entries) throw redirect(to, { headers });
  const words = await heldWords({ t, api: vendingFor(request, token) }, to, entries);
  return data({ kind: "continue" as const, to, words, labels: pick(t, continueLabels) }, { headers });
}

/** Both fields have one rule: that there is something in them. */
const missing = (t: TFunction, { issues }: z.ZodError) =>
  Object.fromEntries(issues.map(({ path: [name] }) => [String(name), [t("errors:required")]]));

function reason(t: TFunction, { status, error, retryAfter }: Refusal): string {
  return status === 429 && retryAfter !== undefined ? waitText(t, retryAfter) : errorText(t, error);
}
