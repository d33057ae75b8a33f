import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Labels } from "~/frame/labels";
import { EmptyLayout } from "~/frame/layouts";
import { useRoot } from "~/frame/use-root";
import { useToast } from "~/frame/use-toast";
import { Button, ButtonLink } from "~/ui/button";
import { Field, TextInput } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { action, loader, type secondFactorLabels } from "./second-factor.server";
import { CodeField } from "./second-step";
import { codes, line, qr, stack } from "./session.css";

export { action, loader };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: data.labels["session:second_factor.title"] }] : [];

type Words = Labels<typeof secondFactorLabels>;
type Errors = Record<string, string[]> | undefined;

/** Sets up the second step of signing in, or changes it. Outside the frame: who is led here may see nothing else yet. */
export default function SecondFactor() {
  const { labels, enabled, required, left, pending, isForced } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const toasts = useToast();
  const root = useRoot();
  if (!root) return null;
  const { error, errors } = answer && "error" in answer ? answer : {};
  return (
    <EmptyLayout labels={root.labels} theme={root.theme} lang={root.lang} here="/profile/second_factor" toasts={toasts}>
      <div className={stack}>
        {answer && "codes" in answer ? (
          <Codes labels={labels} shown={answer.codes} />
        ) : (
          <>
            <h1>{labels["session:second_factor.title"]}</h1>
            {error && !(errors && Object.keys(errors).length) && (
              <Notice tone="bad" alert>
                {error}
              </Notice>
            )}
            {isForced && <Notice tone="warn">{labels["session:second_factor.required"]}</Notice>}
            {pending ? (
              <Confirm labels={labels} pending={pending} errors={errors} />
            ) : enabled ? (
              <Change labels={labels} left={left} required={required} errors={errors} />
            ) : (
              <Begin labels={labels} errors={errors} />
            )}
            <Leave labels={labels} isForced={isForced} />
          </>
        )}
      </div>
    </EmptyLayout>
  );
}

function Begin({ labels, errors }: { labels: Words; errors: Errors }) {
  return (
    <WithPassword labels={labels} errors={errors}>
      <Button kind="primary" name="intent" value="begin">
        {labels["session:second_factor.begin"]}
      </Button>
    </WithPassword>
  );
}

/** The secret, for the app's camera and for typing, and the code by which the app shows that it has it. */
function Confirm({
  labels,
  pending,
  errors,
}: {
  labels: Words;
  pending: { qr: string; secret: string };
  errors: Errors;
}) {
  return (
    <form className={stack} method="post">
      <p>{labels["session:second_factor.scan"]}</p>
      <img className={qr} src={pending.qr} alt={labels["session:second_factor.qr"]} width="240" height="240" />
      <p>
        {labels["session:second_factor.secret"]} <code>{pending.secret}</code>
      </p>
      <CodeField label={labels["session:second_factor.code"]} errors={errors?.code} />
      <div className={line}>
        <Button kind="primary" name="intent" value="confirm">
          {labels["session:second_factor.confirm"]}
        </Button>
      </div>
    </form>
  );
}

function Change({
  labels,
  left,
  required,
  errors,
}: {
  labels: Words;
  left: string;
  required: boolean;
  errors: Errors;
}) {
  return (
    <>
      <Notice tone="ok" title={labels["session:second_factor.is_on"]}>
        {left}
      </Notice>
      <WithPassword labels={labels} errors={errors}>
        <Button name="intent" value="recovery_codes">
          {labels["session:second_factor.new_codes"]}
        </Button>
        <Button name="intent" value="begin">
          {labels["session:second_factor.new_phone"]}
        </Button>
        {!required && (
          <Button kind="danger" name="intent" value="off">
            {labels["session:second_factor.off"]}
          </Button>
        )}
      </WithPassword>
    </>
  );
}

function WithPassword({ labels, errors, children }: { labels: Words; errors: Errors; children: ReactNode }) {
  const wrong = errors?.current_password;
  return (
    <form className={stack} method="post">
      <p>{labels["session:second_factor.text"]}</p>
      <Field id="current_password" label={labels["session:profile.current_password"]} errors={wrong} required>
        <TextInput
          id="current_password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong && "current_password-error"}
        />
      </Field>
      <div className={line}>{children}</div>
    </form>
  );
}

/** Shown once: whoever loses the phone needs them. */
function Codes({ labels, shown }: { labels: Words; shown: string[] }) {
  return (
    <>
      <h1>{labels["session:second_factor.codes_title"]}</h1>
      <Notice tone="warn">{labels["session:second_factor.codes_text"]}</Notice>
      <ul className={codes}>
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={line}>
        <ButtonLink kind="primary" href="/profile">
          {labels["session:second_factor.codes_kept"]}
        </ButtonLink>
      </div>
    </>
  );
}

/** Who is led here may leave only by signing out. */
function Leave({ labels, isForced }: { labels: Words; isForced: boolean }) {
  if (!isForced) return <a href="/profile">{labels["session:second_factor.to_profile"]}</a>;
  return (
    <form method="post" action="/logout">
      <Button>{labels["session:profile.sign_out"]}</Button>
    </form>
  );
}
