import type { ReactNode } from "react";
import type { TFunction } from "~server/web/i18n.server";
import { Button } from "~/ui/button";
import { CheckboxGroup, FieldSet, RadioGroup } from "~/ui/choice-group";
import { Combobox } from "~/ui/combobox";
import { CurrentFile } from "~/ui/current-file";
import { Checkbox, Field, FileInput, Select, TextArea, TextInput } from "~/ui/field";
import { ErrorSummary, FormActions, FormSection, Wide } from "~/ui/form-layout";
import { Rows } from "~/ui/rows";
import { NOWHERE } from "./actions";
import type { Specimen } from "./page";

const optionsOf = (t: TFunction) =>
  ["word", "words"].map((key) => ({ value: key, label: t(`ui:${key}`), hint: t("ui:hint") }));

/** A field in each state that its words and its control may have. */
function inStates(t: TFunction, name: string, control: (props: object, value?: string) => ReactNode) {
  const wrong = { "aria-invalid": true, "aria-describedby": `${name}-wrong-error` };
  return (
    <>
      <Field id={`${name}-empty`} label={t("ui:empty")} hint={t("ui:hint")}>
        {control({ id: `${name}-empty` })}
      </Field>
      <Field id={`${name}-filled`} label={t("ui:filled")} required>
        {control({ id: `${name}-filled` }, "word")}
      </Field>
      <Field id={`${name}-wrong`} label={t("ui:wrong")} errors={[t("errors:required")]}>
        {control({ id: `${name}-wrong`, ...wrong })}
      </Field>
      <Field id={`${name}-disabled`} label={t("ui:disabled")}>
        {control({ id: `${name}-disabled`, disabled: true }, "words")}
      </Field>
    </>
  );
}

const wordOf = (t: TFunction, value?: string) => value && t(`ui:${value}`);
const FOUR = 4;

/** What is filled in. */
export const FIELDS: Readonly<Record<string, Specimen>> = {
  field: (t) => (
    <FormSection title={t("ui:words")} description={t("ui:sentence")} columns={3}>
      {inStates(t, "text", (props, value) => (
        <TextInput {...props} defaultValue={wordOf(t, value)} />
      ))}
      {inStates(t, "select", (props, value) => (
        <Select
          {...props}
          options={optionsOf(t)}
          defaultValue={value}
          {...(!value && { placeholder: t("resource:choose") })}
        />
      ))}
      <Field id="unit" label={t("ui:amount")} unit="₴">
        <TextInput id="unit" defaultValue="1234,56" inputMode="decimal" />
      </Field>
      <Checkbox label={t("ui:word")} hint={t("ui:hint")} defaultChecked />
      <Checkbox label={t("ui:words")} errors={[t("errors:required")]} id="tick" />
      <Wide>
        <Field id="area" label={t("ui:long")}>
          <TextArea id="area" defaultValue={t("ui:sentence")} rows={FOUR} />
        </Field>
      </Wide>
      <Field id="file" label={t("ui:product")}>
        <FileInput id="file" />
      </Field>
    </FormSection>
  ),
  "choice-group": (t) => (
    <FormSection columns={2}>
      <RadioGroup
        id="radio"
        legend={t("ui:filled")}
        name="radio"
        options={optionsOf(t)}
        defaultValue="word"
        hint={t("ui:hint")}
      />
      <CheckboxGroup
        id="boxes"
        legend={t("ui:wrong")}
        name="boxes"
        options={optionsOf(t)}
        errors={[t("errors:required")]}
        required
      />
      <RadioGroup id="off" legend={t("ui:disabled")} name="off" options={optionsOf(t)} columns="inline" disabled />
    </FormSection>
  ),
  combobox: (t) => {
    const picker = (id: string, chosen: number, multiple = false) => (
      <Combobox
        id={id}
        name={id}
        multiple={multiple}
        chosen={optionsOf(t).slice(0, chosen)}
        address={NOWHERE}
        label={t("ui:product")}
        labels={{
          placeholder: t("resource:find"),
          nothing: t("resource:nothing_found"),
          remove: t("resource:remove_row"),
        }}
      />
    );
    return (
      <FormSection columns={2}>
        <Field id="picker" label={t("ui:product")}>
          {picker("picker", 1)}
        </Field>
        <FieldSet id="pickers-field" legend={t("ui:product")}>
          {picker("pickers", 2, true)}
        </FieldSet>
      </FormSection>
    );
  },
  "current-file": (t) => (
    <CurrentFile
      label={t("ui:word")}
      href={NOWHERE}
      preview={false}
      remove={{ name: "remove", value: "1", label: t("resource:delete.label") }}
    />
  ),
  rows: (t) => (
    <>
      {[2, 0].map((count) => (
        <Rows
          key={count}
          id={`rows-${count}`}
          legend={t("ui:product")}
          hint={t("ui:hint")}
          columns={[
            { key: "product", label: t("ui:product") },
            { key: "amount", label: t("ui:amount") },
          ]}
          rows={["word", "words"].slice(0, count).map((name) => ({
            key: name,
            cells: [
              { id: `row-${name}`, control: <TextInput id={`row-${name}`} defaultValue={t(`ui:${name}`)} /> },
              {
                id: `row-${name}-amount`,
                control: <TextInput id={`row-${name}-amount`} aria-invalid={name === "words"} />,
                ...(name === "words" && { errors: [t("errors:required")] }),
              },
            ],
            remove: { label: t("resource:remove_row"), intent: {} },
          }))}
          empty={t("resource:no_rows")}
          add={{ label: t("resource:add_row"), intent: {} }}
        />
      ))}
    </>
  ),
  "form-layout": (t) => (
    <>
      <ErrorSummary
        title={t("resource:check_fields")}
        errors={[
          { id: "text-wrong", text: `${t("ui:product")}: ${t("errors:required")}` },
          {
            text: t("ui:amount"),
            rows: ["text-wrong", "select-wrong"].map((id, at) => ({ id, text: String(at + 1) })),
          },
        ]}
      />
      <FormActions>
        <Button kind="primary">{t("resource:save")}</Button>
        <Button>{t("resource:cancel")}</Button>
      </FormActions>
    </>
  ),
};
