import { data, redirect } from "@remix-run/node";
import { loginBody } from "~server/contract/session";
import { textOf } from "~server/web/form.server";
import { publicAction, publicLoader } from "~server/web/guard.server";
import { parseHeld } from "~server/web/held";
import { pick, type TFunction } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { vendingIsReady } from "~server/web/readiness.server";
import { safeRedirect } from "~server/web/redirects.server";
import { technicalWork } from "~server/web/screens.server";
import { commit, getToken } from "~server/web/session.server";
import { signInLabels } from "~server/web/sign-in-labels";
import { signIn, waitText } from "~server/web/sign-in.server";
import { type Refusal, vendingFor } from "~server/web/vending.server";
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

/** Signed-in people go to the dashboard; while the API is away the form would only disappoint. */
export const loader = publicLoader(async ({ request, url, t }) => {
  // After a form was posted Remix runs this too; then the action's answer must stand, whatever the cookies say.
  const isVisit = !request.headers.has("Content-Type");
  if (isVisit && (await getToken(request))) throw redirect("/");
  if (isVisit && !(await vendingIsReady())) throw technicalWork();
  return { labels: pick(t, signInLabels), redirect: safeRedirect(url.searchParams.get("redirect")) };
});

/** Signs in and goes where the person was going; a form held from an expired session is offered for sending again. */
export const action = publicAction(
  async ({ request, url, t, form }) => {
    const to = safeRedirect(url.searchParams.get("redirect"));
    const entries = parseHeld(form().get("held"));
    const held = entries && { to, entries };
    const email = textOf(form(), "email");
    const again = (error: string, status: number) => data({ kind: "again" as const, error, email, held }, { status });

    const typed = loginBody.safeParse({ email, password: form().get("password") });
    if (!typed.success) return again(t("errors:invalid"), 422);
    const result = await signIn(request, form());
    if ("refusal" in result) return again(reason(t, result.refusal), result.refusal.status);

    const headers = { "Set-Cookie": await commit(request, result.token) };
    if (!held) throw redirect(to, { headers });
    const words = await heldWords({ t, api: vendingFor(request, result.token) }, to, held.entries);
    return data({ kind: "continue" as const, to, words, labels: pick(t, continueLabels) }, { headers });
  },
  // A held form comes along, wrapped and encoded once more.
  { limit: 4 * 1024 * 1024 },
);

function reason(t: TFunction, { status, error, retryAfter }: Refusal): string {
  return status === 429 && retryAfter !== undefined ? waitText(t, retryAfter) : errorText(t, error);
}
