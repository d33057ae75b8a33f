import type { ReactNode } from "react";
import { classes } from "./class-names";
import { type Around, Notes, type Option, RequiredMark } from "./field";
import * as css from "./field.css";

export interface ChoiceGroupProps extends Around {
  legend: string;
  name: string;
  options: readonly Option[];
  required?: boolean;
  disabled?: boolean;
  /** `inline` puts the choices in a line; a number, in that many columns where there is room. */
  columns?: keyof typeof css.choices;
  /** Stands between the legend and the choices, to search them. */
  tools?: ReactNode;
}

/** Radio buttons. `defaultValue` is the chosen value. */
export function RadioGroup({ defaultValue, ...group }: ChoiceGroupProps & { defaultValue?: string }) {
  return <Choices {...group} type="radio" chosen={defaultValue === undefined ? [] : [defaultValue]} />;
}

/** Checkboxes that share a name. `defaultValues` are the ticked values. */
export function CheckboxGroup({ defaultValues, ...group }: ChoiceGroupProps & { defaultValues?: readonly string[] }) {
  return <Choices {...group} type="checkbox" chosen={defaultValues ?? []} />;
}

interface ChoicesProps extends ChoiceGroupProps {
  type: "radio" | "checkbox";
  chosen: readonly string[];
}

function Choices({
  id,
  legend,
  hint,
  errors,
  required,
  disabled,
  columns = 1,
  tools,
  name,
  options,
  type,
  chosen,
}: ChoicesProps) {
  return (
    <FieldSet id={id} legend={legend} hint={hint} errors={errors} required={required} disabled={disabled}>
      {tools}
      <div className={css.choices[columns]}>
        {options.map((option) => (
          <label key={option.value} className={css.choice}>
            <input
              type={type}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              disabled={option.disabled}
              required={type === "radio" && required}
            />
            <span>{option.label}</span>
            {option.hint && <small>{option.hint}</small>}
          </label>
        ))}
      </div>
      <Notes id={id} hint={hint} errors={errors} />
    </FieldSet>
  );
}

/** Controls that are one field, with their legend; its notes stand among the children, where they are seen. */
export function FieldSet({
  id,
  legend,
  hint,
  errors,
  required,
  disabled,
  children,
}: Pick<ChoiceGroupProps, "id" | "legend" | "hint" | "errors" | "required" | "disabled"> & { children: ReactNode }) {
  return (
    <fieldset
      id={id}
      className={css.field}
      disabled={disabled}
      tabIndex={-1}
      aria-describedby={classes(hint && `${id}-description`, errors?.length && `${id}-error`)}
    >
      <legend className={css.label}>
        {legend}
        {required && <RequiredMark />}
      </legend>
      {children}
    </fieldset>
  );
}
