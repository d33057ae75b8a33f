import type { ReactNode } from "react";
import { screenOnly } from "~/theme/print.css";
import { classes } from "./class-names";
import * as css from "./form-layout.css";
import { Notice } from "./notice";

export interface FormSectionProps {
  title?: string;
  description?: string;
  /** Columns where there is room; phones get one. */
  columns?: keyof typeof css.columns;
  children: ReactNode;
}

/** A panel of fields in a grid. */
export function FormSection({ title, description, columns = 3, children }: FormSectionProps) {
  return (
    <section className={css.section}>
      {title && (
        <header>
          <h2>{title}</h2>
          {description && <p>{description}</p>}
        </header>
      )}
      <div className={css.columns[columns]}>{children}</div>
    </section>
  );
}

/** A field that takes the whole width of its section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>;
}

/** The buttons of a form, under its fields: a bar that floats would cover what is being filled in. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes(css.actions, screenOnly)}>{children}</div>;
}

/** The browser begins at what has it: where a person goes on in a page that comes back, without scripts, too. */
export const goingOn = (isHere = false) => ({ autoFocus: isHere });

export interface FieldError {
  /** Id of the field; without it the error belongs to the whole form. */
  id?: string;
  text: string;
  /** Where the same is wrong in several rows: each with the id of its field. */
  rows?: readonly { id: string; text: string }[];
}

interface ErrorSummaryProps {
  id?: string;
  title: string;
  errors: readonly FieldError[];
  /** The person goes on here. */
  isPlace?: boolean;
}

/** What is wrong with a form, with links to the fields. Shows nothing when there is nothing to say. */
export function ErrorSummary({ id, title, errors, isPlace }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    <div id={id} className={css.summary} tabIndex={-1} {...goingOn(isPlace)}>
      <Notice tone="bad" title={title} alert>
        <ul className={css.errors}>
          {errors.map(({ id: field, text, rows }) => (
            <li key={`${field} ${text}`}>
              {rows ? (
                <>
                  {text}
                  <ul className={css.rows}>
                    {rows.map((row) => (
                      <li key={row.id}>
                        <a href={`#${row.id}`}>{row.text}</a>
                      </li>
                    ))}
                  </ul>
                </>
              ) : field ? (
                <a href={`#${field}`}>{text}</a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
