import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { classes } from "./class-names";
import { SECRETS } from "~server/contract/secret-fields";
import * as css from "./field.css";
import { Icon } from "./icon";

/** What a field shows around its control. The ids are those conform expects (`x-error`, `x-description`). */
export interface Around {
  id: string;
  hint?: string;
  errors?: readonly string[];
}

export interface FieldProps extends Around {
  label: string;
  required?: boolean;
  /** Shown after the control: "ml", "₴". */
  unit?: string;
  children: ReactNode;
}

/** A control with its label, hint, unit and errors. `children` is the control, whose id is `id`. */
export function Field({ id, label, hint, errors, required, unit, children }: FieldProps) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      {unit ? (
        <div className={css.withUnit}>
          {children}
          <span className={css.unit}>{unit}</span>
        </div>
      ) : (
        children
      )}
      <Notes id={id} hint={hint} errors={errors} />
    </div>
  );
}

/** A control and a button beside it; `short` where the line is long and words are few. */
export function WithButton({ short, children }: { short?: boolean; children: ReactNode }) {
  return <div className={classes(css.withButton, short && css.short)}>{children}</div>;
}

export type TextInputProps = InputHTMLAttributes<HTMLInputElement>;

/** Any one-line input: text, number, date, password, search … What is typed for a password or a code is a secret. */
export function TextInput({ className, ...native }: TextInputProps) {
  return (
    <>
      <input type="text" {...native} className={classes(css.control, className)} />
      {(native.type === "password" || native.autoComplete === "one-time-code") && (
        <input type="hidden" name={SECRETS} value={native.name} />
      )}
    </>
  );
}

export function TextArea({ className, ...native }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea rows={3} {...native} className={classes(css.control, css.area, className)} />;
}

export function FileInput({ className, ...native }: Omit<TextInputProps, "type">) {
  return <input {...native} type="file" className={classes(css.control, css.file, className)} />;
}

export interface Option {
  value: string;
  label: string;
  /** What quantities of it are counted in. */
  unit?: string;
  /** A second line; a list that has but one puts it after the label. */
  hint?: string;
  disabled?: boolean;
  /** A record that there is no page of for this person. */
  closed?: boolean;
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly Option[];
  /** Label of the empty choice; without it there is none. */
  placeholder?: string;
}

export function Select({ options, placeholder, className, ...native }: SelectProps) {
  return (
    <select {...native} className={classes(css.control, className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ value, label, unit, hint, disabled }) => (
        <option key={value} value={value} disabled={disabled} data-label={hint && label} data-hint={hint}>
          {(unit ? `${label}, ${unit}` : label) + (hint ? ` · ${hint}` : "")}
        </option>
      ))}
    </select>
  );
}

export interface CheckboxProps extends Omit<TextInputProps, "type"> {
  label: string;
  hint?: string;
  errors?: readonly string[];
}

/** One checkbox with its own label. */
export function Checkbox({ label, hint, errors, ...native }: CheckboxProps) {
  return (
    <div className={css.field}>
      <label className={css.choice}>
        <input {...native} type="checkbox" />
        <span>{label}</span>
        {hint && <small>{hint}</small>}
      </label>
      {errors && native.id && <Notes id={native.id} errors={errors} />}
    </div>
  );
}

export function RequiredMark() {
  return (
    <span className={css.required} aria-hidden="true">
      {" *"}
    </span>
  );
}

/** The hint and the errors under a control. */
export function Notes({ id, hint, errors }: Around) {
  return (
    <>
      {hint && (
        <p id={`${id}-description`} className={css.hint}>
          {hint}
        </p>
      )}
      <Errors id={id} errors={errors} />
    </>
  );
}

/** What is wrong with the control `id`, if anything. */
export function Errors({ id, errors }: Pick<Around, "id" | "errors">) {
  if (!errors || errors.length === 0) return null;
  return (
    <p id={`${id}-error`} className={css.error}>
      <Icon name="error" size="s" />
      {errors.join(". ")}
    </p>
  );
}
