import type {
  Base,
  CellField,
  ChoiceField,
  ChoicesField,
  DayField,
  DecimalField,
  Field,
  FileField,
  FilesField,
  FlagField,
  IntegerField,
  MomentField,
  MoneyField,
  RefField,
  RefsField,
  RowsField,
  SecretField,
  ShiftsField,
  TextField,
} from "./field-kinds";

/** Fields as entities declare them. */

type Options<F extends Field> = Omit<F, "kind">;
type Yes = true | undefined;
/** Whether a field is `required` and `readOnly`, kept in its type: `Values` (values.ts) tells from it what a record's value can be. */
interface Marks<R extends Yes, L extends Yes> {
  required?: R;
  readOnly?: L;
}
/** The marks come from what is declared alone, never from what a field is wanted for. */
type Marked<F extends Field, R extends Yes, L extends Yes> = F & Marks<NoInfer<R>, NoInfer<L>>;

export const text = <R extends Yes = undefined, L extends Yes = undefined>(
  o: Options<TextField> & Marks<R, L>,
): Marked<TextField, R, L> => ({ kind: "text", ...o });
export const secret = <R extends Yes = undefined>(
  o: Options<SecretField> & Marks<R, undefined>,
): Marked<SecretField, R, undefined> => ({ kind: "secret", ...o });
export const integer = <R extends Yes = undefined, L extends Yes = undefined>(
  o: Options<IntegerField> & Marks<R, L> = {},
): Marked<IntegerField, R, L> => ({ kind: "integer", ...o });
export const decimal = <R extends Yes = undefined, L extends Yes = undefined>(
  o: Options<DecimalField> & Marks<R, L>,
): Marked<DecimalField, R, L> => ({ kind: "decimal", ...o });
export const money = <R extends Yes = undefined, L extends Yes = undefined>(
  o: Options<MoneyField> & Marks<R, L> = {},
): Marked<MoneyField, R, L> => ({ kind: "money", min: 0, max: 100_000_000_00, ...o });
export const flag = <L extends Yes = undefined>(
  o: Options<FlagField> & Marks<undefined, L> = {},
): Marked<FlagField, undefined, L> => ({ kind: "flag", ...o });
export const day = <R extends Yes = undefined, L extends Yes = undefined>(
  o: Options<DayField> & Marks<R, L> = {},
): Marked<DayField, R, L> => ({ kind: "day", ...o });
export const moment = (o: Pick<MomentField, "derived" | "deadline"> = {}): MomentField => ({
  kind: "moment",
  readOnly: true,
  ...o,
});
export const shifts = <R extends Yes = undefined, L extends Yes = undefined>(
  o: Options<ShiftsField> & Marks<R, L> = {},
): Marked<ShiftsField, R, L> => ({ kind: "shifts", ...o });
export const file = <R extends Yes = undefined>(
  o: Options<FileField> & Marks<R, undefined>,
): Marked<FileField, R, undefined> => ({ kind: "file", ...o });
export const files = <R extends Yes = undefined>(
  o: Options<FilesField> & Marks<R, undefined>,
): Marked<FilesField, R, undefined> => ({ kind: "files", ...o });
export const choice = <const O extends string, R extends Yes = undefined, L extends Yes = undefined>(
  name: string,
  options: readonly O[],
  o: Base & Pick<ChoiceField, "initial"> & Marks<R, L> = {},
): Marked<ChoiceField, R, L> & { options: readonly O[] } => ({ kind: "choice", name, options, ...o });
export const choices = <const O extends string, L extends Yes = undefined>(
  name: string,
  options: readonly O[],
  o: Omit<Options<ChoicesField>, "name" | "options"> & Marks<undefined, L> = {},
): Marked<ChoicesField, undefined, L> & { options: readonly O[] } => ({ kind: "choices", name, options, ...o });
export const ref = <R extends Yes = undefined, L extends Yes = undefined>(
  to: string,
  o: Omit<RefField, "kind" | "to"> & Marks<R, L> = {},
): Marked<RefField, R, L> => ({ kind: "ref", to, ...o });
export const refs = <L extends Yes = undefined>(
  to: string,
  o: Omit<RefsField, "kind" | "to"> & Marks<undefined, L> = {},
): Marked<RefsField, undefined, L> => ({ kind: "refs", to, ...o });
export const rows = <const C extends Record<string, CellField>, L extends Yes = undefined>(
  of: C,
  o: Omit<RowsField, "kind" | "of"> & Marks<Yes, L>,
): Marked<RowsField, Yes, L> & { of: C } => ({ kind: "rows", of, ...o });
