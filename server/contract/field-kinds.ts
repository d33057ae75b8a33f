import type { FileType } from "./files";
import type { Permission } from "./permissions";

/**
 * Field kinds of declared entities. A kind decides how a value is validated (field-schema.ts), stored
 * (a column of the same name; `<name>_id` for a relation), edited, shown, filtered and described in OpenAPI.
 */
export type Unit =
  | "g"
  | "kg"
  | "ml"
  | "m3"
  | "pc"
  | "vends"
  | "min"
  | "days"
  | "percent"
  | "celsius"
  /** Seconds, shown in days, hours and minutes. */
  | "duration"
  | "s";

export interface Base {
  required?: true;
  /** Kept by the service itself: shown, filtered and sorted, never edited. */
  readOnly?: true;
  /** Follows from other fields or from the time: its changes are no part of history. */
  derived?: true;
  /** Its form says more about it: `hints` of the entity's texts. */
  hint?: true;
  /** Set by the company: the people of a franchise read it. */
  companyOnly?: true;
  /** Said when a record is made, and read from then on. */
  fixed?: true;
  /** Told to who holds any of these; a list offers nobody else its column. */
  seenWith?: readonly Permission[];
  /** No two records have the same: a copy begins without it. */
  exclusive?: true;
}

/** `only`: it makes sense while the choice `field` is `is`; else a form hides it empty, and what stands in it is refused with a key of `locales/<lang>/errors.json`. */
interface Conditional {
  only?: { field: string; is: string; refusal: string };
}

export interface TextField extends Base, Conditional {
  kind: "text";
  min?: number;
  max: number;
  format?:
    | "email"
    | "phone"
    | "rfid"
    | "url"
    | "plate"
    | "error_code"
    | "currency"
    | "post_error"
    | "code"
    | "login"
    | "time";
  multiline?: true;
}
/**
 * Write-only text: left alone when empty on update, removed by `<name>_clear`, read back only as the flag `<name>_set`.
 * Sealed in the database (server/vending/secrets.ts), so that the product can use it; `hashed`: only ever compared,
 * the resource itself keeps a hash.
 */
export interface SecretField extends Base {
  kind: "secret";
  min: number;
  max: number;
  format?: "digits";
  hashed?: true;
}
/** `code`: an identifier made of digits, written without separators. */
export interface IntegerField extends Base, Conditional {
  kind: "integer";
  min?: number;
  max?: number;
  unit?: Unit;
  code?: true;
}
/** Decimal number with at most `scale` digits after the point. `unitOf`: a relation of the same row, whose record says what it is counted in. */
export interface DecimalField extends Base {
  kind: "decimal";
  unitOf?: string;
  scale: number;
  min?: number;
  max?: number;
  unit?: Unit;
}
/** Money in kopecks on the wire and in the database, in UAH on screens. */
export interface MoneyField extends Base, Conditional {
  kind: "money";
  min?: number;
  max?: number;
}
/** `initial`: it is ticked on a new record's form. */
export interface FlagField extends Base {
  kind: "flag";
  initial?: "on";
}
/** One of `options`; texts stand in `locales/<lang>/options.json` under `name`. `initial`: what a new record's form begins with. */
export interface ChoiceField extends Base {
  kind: "choice";
  name: string;
  options: readonly string[];
  initial?: string;
}
/**
 * `empty`: what is said where nothing is chosen, a key of `locales/<lang>/errors.json`. `byMenu`: the options are
 * permission codes, and a form draws them as a table of what the menu leads to.
 */
export interface ChoicesField extends Base {
  kind: "choices";
  name: string;
  options: readonly string[];
  empty?: string;
  byMenu?: true;
}
/** Calendar day `YYYY-MM-DD` in Europe/Kyiv. */
export interface DayField extends Base {
  kind: "day";
}
/** UTC instant, ISO 8601. `deadline`: once past, lists say by how much. */
export interface MomentField extends Base {
  kind: "moment";
  readOnly: true;
  deadline?: true;
}
/** `among`: filters of the other entity's list that narrow the choices; what is chosen already may stay. `missing`: the message when there is no such record. */
export interface RefField extends Base {
  kind: "ref";
  to: string;
  among?: Readonly<Record<string, string>>;
  missing?: string;
}
export interface RefsField extends Base {
  kind: "refs";
  to: string;
  among?: Readonly<Record<string, string>>;
}
/** Work shifts of a day: pieces of time in minutes from midnight that may not overlap, also across midnight. */
export interface ShiftsField extends Base {
  kind: "shifts";
}
/** Something uploaded, kept by the vending API (`POST /files`); read as {@link FileValue}, written by its id. */
export interface FileField extends Base {
  kind: "file";
  /** What its content may be; absent: anything. */
  types?: readonly FileType[];
  /** What its name may end with, where the content does not tell what it is. */
  endings?: readonly string[];
  /** Less than this is no such file. */
  minBytes?: number;
  maxBytes: number;
}
/** Several things uploaded; stored as ids in a column of the same name. `most`: that many at a time. */
export interface FilesField extends Base {
  kind: "files";
  types?: readonly FileType[];
  maxBytes: number;
  most: number;
}
/**
 * Nested rows; `empty` is the message when a required list has none, `unique` the column that may not repeat.
 * `identified`: rows keep their id, and with it their read-only cells, when the record is saved.
 */
export interface RowsField extends Base {
  kind: "rows";
  of: Record<string, CellField>;
  empty: string;
  unique?: string;
  identified?: true;
  /** Cells of which rows that are added in tens have what follows from the row before: its number and one, or the same. */
  grows?: Readonly<Record<string, "next" | "same">>;
  /** They are a machine's cells, drawn as its face: the columns that say what of each. */
  face?: Readonly<Record<"number" | "product" | "price" | "capacity", string>>;
  /** The field of the record that names the machine's model, which tells how wide its shelves are. */
  model?: string;
}

export type CellField =
  | TextField
  | IntegerField
  | DecimalField
  | MoneyField
  | ChoiceField
  | RefField
  | DayField
  | FlagField
  | MomentField
  | ShiftsField;
export type Field = CellField | SecretField | ChoicesField | RefsField | RowsField | FileField | FilesField;
export type FieldKind = Field["kind"];

/** Cells of nested rows that a person fills in. */
export const editableCells = (field: RowsField): [string, CellField][] =>
  Object.entries(field.of).filter(([, cell]) => !cell.readOnly);
