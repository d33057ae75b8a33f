import { Form } from "@remix-run/react";
import type { Labels } from "~/frame/labels";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { Field, TextInput, type TextInputProps } from "~/ui/field";
import { FormSection, Wide } from "~/ui/form-layout";
import { Notice } from "~/ui/notice";
import type { profileLabels } from "./profile-labels";

export type ProfileLabels = Labels<typeof profileLabels>;

/** What the last attempt to save came to. */
interface Answer {
  error: string;
  fields: Record<string, string[]>;
  values: Record<string, string>;
}

interface Person {
  version: number;
  full_name: string;
  email: string;
  phone: string | null;
  group: { name: string } | null;
}

/** Name, e-mail and phone. */
export function Details({ labels, profile, answer }: { labels: ProfileLabels; profile: Person; answer?: Answer }) {
  const { version, full_name, email, phone } = { ...profile, ...answer?.values };
  return (
    <Form method="post" preventScrollReset>
      <FormSection title={labels["session:profile.own"]}>
        <Failure labels={labels} answer={answer} />
        <input type="hidden" name="version" value={version} />
        <Input
          label={labels["session:profile.full_name"]}
          name="full_name"
          defaultValue={full_name}
          autoComplete="name"
          required
          answer={answer}
        />
        <Input
          label={labels["session:profile.email"]}
          name="email"
          type="email"
          defaultValue={email}
          autoComplete="email"
          required
          answer={answer}
        />
        <Input
          label={labels["session:profile.phone"]}
          name="phone"
          type="tel"
          defaultValue={phone ?? ""}
          autoComplete="tel"
          answer={answer}
        />
        <Input
          label={labels["session:profile.current_password"]}
          id="details_password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          hint={labels["session:profile.for_email"]}
          answer={answer}
        />
        <Wide>
          <DescriptionList items={[{ label: labels["session:profile.group"], value: profile.group?.name }]} />
        </Wide>
        <Wide>
          <Button kind="primary">{labels["session:profile.save"]}</Button>
        </Wide>
      </FormSection>
    </Form>
  );
}

/** The own password. */
export function Password({ labels, answer }: { labels: ProfileLabels; answer?: Answer }) {
  return (
    <Form method="post" preventScrollReset>
      <FormSection title={labels["session:profile.password"]}>
        <Failure labels={labels} answer={answer} />
        <input type="hidden" name="part" value="password" />
        <Input
          label={labels["session:profile.current_password"]}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          answer={answer}
        />
        <Input
          label={labels["session:profile.new_password"]}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          answer={answer}
        />
        <Input
          label={labels["session:profile.password_repeat"]}
          name="password_repeat"
          type="password"
          autoComplete="new-password"
          required
          answer={answer}
        />
        <Wide>
          <Button>{labels["session:profile.change_password"]}</Button>
        </Wide>
      </FormSection>
    </Form>
  );
}

function Failure({ labels, answer }: { labels: ProfileLabels; answer: Answer | undefined }) {
  if (!answer) return null;
  return (
    <Wide>
      <Notice tone="bad" title={labels["session:profile.errors"]} alert>
        {answer.error}
      </Notice>
    </Wide>
  );
}

function Input({
  label,
  name,
  id = name,
  hint,
  answer,
  ...native
}: TextInputProps & { label: string; name: string; hint?: string; answer: Answer | undefined }) {
  const errors = answer?.fields[name];
  const notes = [...(hint ? [`${id}-description`] : []), ...(errors ? [`${id}-error`] : [])];
  return (
    <Field id={id} label={label} hint={hint} required={native.required} errors={errors}>
      <TextInput
        {...native}
        id={id}
        name={name}
        aria-invalid={errors ? true : undefined}
        aria-describedby={notes.join(" ") || undefined}
      />
    </Field>
  );
}
