import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { z } from "zod";
import * as calls from "~server/contract/calls/session";
import type { loginData } from "~server/contract/session";
import { textOf } from "./form.server";
import type { TFunction } from "./i18n.server";
import { type PostResult, type Refusal } from "./outcome.server";
import type { OfferedAccount } from "./screens.server";
import { askServer } from "./server-info.server";
import { vendingFor } from "./vending.server";

/** The API said no to the credentials, or to so many attempts. */
class SignInRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.error);
  }
}

const authenticator = new Authenticator<string>().use(
  new FormStrategy(async ({ form, request }) => {
    const body = { email: textOf(form, "email"), password: textOf(form, "password") };
    const answer = await vendingFor(request, null).change(calls.login, {}, body);
    if (!answer.ok) throw new SignInRefused(answer);
    return answer.data.token;
  }),
);

/** Asks the API for a token with the e-mail and password of the form. */
export async function signIn(request: Request, form: FormData): Promise<{ token: string } | { refusal: Refusal }> {
  try {
    return { token: await authenticator.authenticate("form", asForm(request, form)) };
  } catch (error) {
    if (error instanceof SignInRefused) return { refusal: error.refusal };
    throw error;
  }
}

/** The strategy reads the form off a request itself; the guard has already read the one that came. */
function asForm(request: Request, form: FormData): Request {
  const headers = new Headers(request.headers);
  headers.delete("Content-Type");
  headers.delete("Content-Length");
  const body = new FormData();
  for (const name of ["email", "password"]) body.set(name, textOf(form, name));
  return new Request(request.url, { method: "POST", headers, body, signal: request.signal });
}

/** Asks the API for a token with what a right password has earned and a code of the second step. */
export const secondStep = (request: Request, form: FormData): Promise<PostResult<z.infer<typeof loginData>>> =>
  vendingFor(request, null).change(
    calls.secondStep,
    {},
    { ticket: textOf(form, "ticket"), code: textOf(form, "secret_code") },
  );

/** Accounts that a demonstration offers to whoever comes, as buttons; undefined everywhere else. */
export async function accountsOffered(request: Request, t: TFunction): Promise<OfferedAccount[] | undefined> {
  const offered = (await askServer(request).catch(() => null))?.demonstration;
  return offered?.length ? offered.map((value) => ({ value, label: t(`session:account.${value}`) })) : undefined;
}

/** Signs in with one of them, without a password. */
export const enterDemonstration = (request: Request, form: FormData): Promise<PostResult<z.infer<typeof loginData>>> =>
  vendingFor(request, null).change(calls.enterDemonstration, {}, { account: textOf(form, "account") });

/** What to say beside the sign-in form; for too many attempts, how long to wait. */
export function waitText(t: TFunction, seconds: number): string {
  return seconds < 90
    ? t("session:login.wait_seconds", { count: Math.max(1, seconds) })
    : t("session:login.wait_minutes", { count: Math.ceil(seconds / 60) });
}
