import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation, useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { useScripted } from "~/ui/combobox";
import { Button, ButtonLink } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { ErrorSummary, FormActions, FormSection, Wide } from "~/ui/form-layout";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { ControlField } from "./control-field";
import type { FormValue } from "./form-control";
import type { FormAnswer, FormModel } from "./form-drawn.server";
import type { Kept } from "./form-facts.server";
import type { createLoader } from "./form.server";
import { followWithin, mistakesId, useGoingOn } from "./form-links";
import { mistakesOf } from "./form-mistakes";
import { Question } from "./question";
import { StartFrom } from "./start-from";
import { useWarning } from "./form-warning";
import "./only.css";

/** The screen of a new record. */
export function CreateScreen({
  model,
  answer,
}: {
  model: Awaited<ReturnType<typeof createLoader>>;
  answer: FormAnswer | undefined;
}) {
  // Another record begins with an empty form, not with the one just saved.
  const [search] = useSearchParams();
  return (
    <Stack>
      <PageHeader
        title={model.title}
        crumbs={[{ label: model.listTitle, href: model.listHref }]}
        crumbsLabel={model.labels["resource:breadcrumbs"]}
      />
      {model.start && <StartFrom model={model.start} />}
      <EntityForm
        key={`${search.get("after")} ${model.start?.from}`}
        model={model}
        answer={answer}
        along={model.along}
        another
      />
    </Stack>
  );
}

interface EntityFormProps {
  model: FormModel;
  answer: FormAnswer | undefined;
  /** Offers "save and add another". */
  another?: boolean;
  /** What goes along unseen. */
  along?: Record<string, string>;
  /** By section. */
  kept?: Kept;
}

/**
 * Create and edit form of any entity. Nested rows, picker searches and records made on the way are submits, so all of
 * it works without scripts.
 */
export function EntityForm(props: EntityFormProps) {
  const nested = props.answer?.nested;
  // The form of a record made on the way is another form, with a memory of its own; so is one with other rows.
  return <FormBody key={[nested?.depth, nested?.title, props.answer?.drawn].join(" ")} {...props} />;
}

function FormBody({ model, answer, another, along = {}, kept = {} }: EntityFormProps) {
  const { labels } = model;
  const nested = answer?.nested;
  const version = answer?.version ?? model.version;
  const base = answer?.base ?? model.base;
  const sections = answer?.sections ?? model.sections;
  const [form, fields] = useForm<Record<string, FormValue>>({
    id: "record",
    lastResult: answer?.result,
    defaultValue: nested ? {} : model.values,
  });
  const hasFile = sections.some((section) => section.controls.some((control) => control.type === "file"));
  const element = useRef<HTMLFormElement>(null);
  // What came back unsaved, or with something already made for it, was typed by somebody.
  useWarning(element, answer !== undefined, labels["resource:leave"]);
  const busy = useNavigation().state === "submitting";
  const controls = sections.flatMap((section) => section.controls);
  // With scripts a person is taken there without a new page.
  const place = useScripted() ? undefined : answer?.place;
  useGoingOn(form.id, answer);

  return (
    // What is wrong is told by the summary, an alert: the place the library would point at is not there.
    <Form
      method="post"
      encType={hasFile ? "multipart/form-data" : undefined}
      {...getFormProps(form)}
      aria-describedby={undefined}
      ref={element}
      onClick={followWithin}
    >
      {/* Enter presses the first button of a form: it saves, or searches when words stand in a picker's search box. */}
      <button type="submit" name="enter" value="1" hidden />
      <input type="hidden" name="version" value={version ?? ""} />
      {base && <input type="hidden" name="base" value={base} />}
      {nested && <input type="hidden" name="held" value={nested.held} />}
      {Object.entries(along).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Stack>
        {nested && (
          <Notice tone="info" title={nested.title}>
            {nested.hint}
          </Notice>
        )}
        {answer?.notice && <Notice tone="ok" title={answer.notice} alert />}
        <ErrorSummary
          title={labels["resource:check_fields"]}
          errors={mistakesOf(form, controls, labels["resource:row"])}
          id={mistakesId(form.id)}
          isPlace={place === ""}
        />
        {answer?.question && <Question html={answer.question} answer={answer} />}
        {sections.map((section) => (
          <FormSection key={section.name} title={section.title}>
            {section.controls.map((control) => {
              const field = (
                <ControlField
                  key={control.name}
                  control={control}
                  meta={fields[control.name]}
                  form={form}
                  labels={labels}
                  searches={answer?.searches ?? model.searches}
                  place={place}
                />
              );
              if (control.only)
                return (
                  <div key={control.name} data-only={control.only}>
                    {field}
                  </div>
                );
              return isWide(control.type) ? <Wide key={control.name}>{field}</Wide> : field;
            })}
            {!nested && <KeptBelow kept={kept[section.name]} />}
          </FormSection>
        ))}
        <FormActions>
          <Button kind="primary" icon="check" aria-busy={busy}>
            {labels["resource:save"]}
          </Button>
          {nested && (
            <Button name="drop" value="1" formNoValidate>
              {nested.back}
            </Button>
          )}
          {another && !nested && (
            <Button name="then" value="another">
              {labels["resource:save_and_add"]}
            </Button>
          )}
        </FormActions>
      </Stack>
    </Form>
  );
}

function KeptBelow({ kept }: { kept: Kept[string] | undefined }) {
  return (
    kept && (
      <Wide>
        <Stack gap="s">
          <DescriptionList items={kept.facts} />
          {kept.action && (
            <Inline>
              <ButtonLink href={kept.action.href}>{kept.action.label}</ButtonLink>
            </Inline>
          )}
        </Stack>
      </Wide>
    )
  );
}

const isWide = (type: string) => type === "rows" || type === "file" || type === "checkboxes" || type === "textarea";
