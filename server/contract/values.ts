import type { ChoiceField, ChoicesField, Field, RowsField } from "./field-kinds";
import type { Shift } from "./shifts";

type Filled<F extends Field, V> = true extends F["required"] ? V : V | null;

/** What a field's value is once it is checked: in wire units, relations and files as ids. */
type ValueOf<F extends Field> = F extends ChoiceField
  ? Filled<F, F["options"][number]>
  : F extends { kind: "text" | "day" }
    ? Filled<F, string>
    : F extends { kind: "integer" | "decimal" | "money" | "ref" | "file" }
      ? Filled<F, number>
      : F extends { kind: "flag" }
        ? boolean
        : F extends ChoicesField
          ? F["options"][number][]
          : F extends { kind: "refs" | "files" }
            ? number[]
            : F extends { kind: "shifts" }
              ? Shift[]
              : F extends RowsField
                ? (Values<F["of"]> & { id?: number })[]
                : // A secret that is left alone is not there; one that is removed is null.
                  string | null | undefined;

export type Fields = Readonly<Record<string, Field>>;

/** What a person fills in of a declared entity or a nested row: one value for each field that is not read-only. */
export type Values<F extends Fields> = {
  -readonly [K in keyof F as true extends F[K]["readOnly"] ? never : K]: ValueOf<F[K]>;
};
