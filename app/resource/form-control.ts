import type { Option } from "~/ui/field";
import type { fileInputs, fileRules, FormFile } from "./files.server";
import type { PermissionTable } from "./permissions-field";

/** A value of a form as its controls hold it. */
export type FormValue = string | string[] | Record<string, string>[];

/** How a field is entered; `fixed` is only shown. */
type ControlType =
  | "text"
  | "email"
  | "tel"
  | "url"
  | "password"
  | "textarea"
  | "number"
  | "date"
  | "datetime-local"
  | "checkbox"
  | "select"
  | "checkboxes"
  | "rows"
  | "file"
  | "fixed";

/** One control of a form, ready to be drawn; `columns` are the cells of nested rows. */
export interface FormControl {
  name: string;
  label: string;
  type: ControlType;
  required: boolean;
  hint?: string;
  unit?: string;
  minLength?: number;
  maxLength?: number;
  /** It goes with one choice only: by this name it is hidden else, see only.css.ts. */
  only?: string;
  options?: Option[];
  /** Of permission codes: how they are drawn. */
  table?: PermissionTable;
  /** Label of the button that makes a record for this field. */
  add?: string;
  /** There are more choices than shown: offer a search. `to` is the related entity, `address` where to ask while words are typed. */
  search?: { to: string; address: string };
  /** Of a relation: where a chosen record is viewed (`{id}` stands for it), and the word for going there. */
  open?: { path: string; label: string };
  columns?: FormControl[];
  /** Of a secret: the checkbox that removes it. */
  clear?: { name: string; label: string };
  /** Of a file field: the files there are, each with what remembers it in the form, and what may be chosen. */
  upload?: { now: (FormFile & { memory: string })[]; inputs: ReturnType<typeof fileInputs> } & Omit<
    ReturnType<typeof fileRules>,
    "hint"
  >;
  /** Of rows that are a machine's cells: its face, each cell a link to its row; HTML of the server. */
  face?: { html: string; hint: string } | undefined;
  /** Rows are known by what stands in this column, where only one row has it. */
  known?: string;
  /** Rows keep their identity in a hidden input. */
  identified?: boolean;
  addLabel?: string;
  emptyLabel?: string;
  /** Ways to add many rows: some more by a button, those of a pasted table. `made`: the input of what rows were added with, `begun`. */
  many?: {
    made: string;
    begun: string;
    more: { button: string; label: string }[];
    paste: string;
    pasteTitle: string;
    pasteHint: string;
    take: string;
  };
}

export interface FormModelSection {
  name: string;
  title: string;
  controls: FormControl[];
}
