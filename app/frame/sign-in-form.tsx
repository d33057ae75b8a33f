import { Button } from "~/ui/button";
import { Field, TextInput } from "~/ui/field";
import { Notice } from "~/ui/notice";
import type { OfferedAccount, ScreenData } from "~server/web/screens.server";
import { signInLabels } from "~server/web/sign-in-labels";
import type { Labels } from "./labels";
import * as css from "./sign-in-form.css";

export interface SignInFormProps {
  labels: Labels<typeof signInLabels>;
  /** Where to go after signing in: a path of this site. */
  redirect?: string;
  /** A form that met the end of the session: goes along and is offered again after signing in. */
  held?: ScreenData["held"];
  /** Accounts that are entered by one click; in a demonstration only. */
  accounts?: OfferedAccount[];
  /** Says that the session has ended, and why. */
  expired?: boolean;
  why?: string;
  email?: string;
  /** What went wrong with the last attempt, and beside which field. */
  error?: string;
  errors?: { email?: string[]; password?: string[] };
}

/** E-mail and password. Posts to /login wherever it stands. */
export function SignInForm({
  labels,
  redirect,
  held,
  accounts,
  expired,
  why,
  email,
  error,
  errors = {},
}: SignInFormProps) {
  const target = held?.to ?? redirect;
  return (
    <form
      className={css.form}
      method="post"
      action={target && target !== "/" ? `/login?redirect=${encodeURIComponent(target)}` : "/login"}
    >
      <h1>{labels["session:login.title"]}</h1>
      {expired && (
        <Notice tone="warn" title={why}>
          {labels["session:login.expired"]}
        </Notice>
      )}
      {error && (
        <Notice tone="bad" alert>
          {error}
        </Notice>
      )}
      {held && <input type="hidden" name="held" value={JSON.stringify(held.entries)} />}
      <Field id="email" label={labels["session:login.email"]} errors={errors.email}>
        <TextInput
          {...marked("email", errors.email)}
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
        />
      </Field>
      <Field id="password" label={labels["session:login.password"]} errors={errors.password}>
        <TextInput {...marked("password", errors.password)} type="password" autoComplete="current-password" required />
      </Field>
      <Button kind="primary">{labels["session:login.submit"]}</Button>
      {accounts && (
        <>
          <p>{labels["session:login.accounts"]}</p>
          <div className={css.accounts}>
            {accounts.map(({ value, label }) => (
              <Button key={value} name="account" value={value} formNoValidate>
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </form>
  );
}

const marked = (name: string, errors: string[] | undefined) => ({
  id: name,
  name,
  "aria-invalid": errors ? true : undefined,
  "aria-describedby": errors && `${name}-error`,
});

/** Words that came with an error response, which types say nothing about. */
export function isSignInLabels(
  labels: Record<string, string> | undefined,
): labels is Record<string, string> & Labels<typeof signInLabels> {
  return labels !== undefined && signInLabels.every((key) => key in labels);
}
