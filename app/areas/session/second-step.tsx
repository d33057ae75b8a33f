import type { Labels } from "~/frame/labels";
import { Button, ButtonLink } from "~/ui/button";
import { Field, TextInput } from "~/ui/field";
import { Notice } from "~/ui/notice";
import type { Held } from "~server/web/held";
import type { secondStepLabels } from "./login.server";
import { line, stack } from "./session.css";

interface SecondStepProps {
  labels: Labels<typeof secondStepLabels>;
  /** What the right password has earned. */
  ticket: string;
  /** The address of the sign-in form, with the way on. */
  here: string;
  held: { entries: Held } | undefined;
  error: string | undefined;
  errors: Record<string, string[]> | undefined;
}

/** After the password: a code of the app, or a recovery code. */
export function SecondStep({ labels, ticket, here, held, error, errors }: SecondStepProps) {
  const wrong = errors?.code;
  return (
    <form className={stack} method="post" action={here}>
      <h1>{labels["session:second_step.title"]}</h1>
      <p>{labels["session:second_step.text"]}</p>
      {error && !wrong && (
        <Notice tone="bad" alert>
          {error}
        </Notice>
      )}
      <input type="hidden" name="ticket" value={ticket} />
      {held && <input type="hidden" name="held" value={JSON.stringify(held.entries)} />}
      <CodeField label={labels["session:second_step.code"]} hint={labels["session:second_step.hint"]} errors={wrong} />
      <div className={line}>
        <Button kind="primary">{labels["session:second_step.submit"]}</Button>
        <ButtonLink href={here}>{labels["session:second_step.start_over"]}</ButtonLink>
      </div>
    </form>
  );
}

/** What an authenticator app shows. */
export function CodeField({ label, hint, errors }: { label: string; hint?: string; errors: string[] | undefined }) {
  return (
    <Field id="code" label={label} hint={hint} errors={errors} required>
      <TextInput
        id="code"
        name="secret_code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={errors ? true : undefined}
        aria-describedby={[hint && "code-description", errors && "code-error"].filter(Boolean).join(" ") || undefined}
      />
    </Field>
  );
}
