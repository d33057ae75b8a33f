import type { FieldError } from "~/ui/form-layout";
import { plain } from "~server/contract/plain";
import type { FormControl } from "./form-control";

/** A form with what is wrong in it, by the names of its fields ("" is the form itself), and what it holds. */
interface Refused {
  id: string;
  allErrors: Readonly<Record<string, string[]>>;
  initialValue?: Readonly<Record<string, unknown>> | undefined;
}

/** What is wrong with a form, each mistake once: that of several rows with the rows. `row`: the word for one. */
export function mistakesOf(
  { id, allErrors, initialValue = {} }: Refused,
  controls: readonly FormControl[],
  row: string,
): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const [name, texts] of Object.entries(allErrors)) {
    const text = texts.join(". ");
    const [, field, index, cell] = /^([^[]*)(?:\[(\d+)\]\.(.*))?$/.exec(name) ?? [];
    const control = controls.find((one) => one.name === field);
    const column = control?.columns?.find((one) => one.name === cell);
    if (!control || !column) {
      const label = control?.label;
      found.set(name, { id: name ? `${id}-${name}` : undefined, text: label ? `${label}: ${text}` : text });
      continue;
    }
    const said = `${column.label}: ${text}`;
    const at = { id: `${id}-${name}`, text: rowName(control, initialValue[control.name], Number(index), row) };
    const key = `${control.name}[] ${said}`;
    const same = found.get(key);
    if (same?.rows) found.set(key, { ...same, rows: [...same.rows, at] });
    else found.set(key, { text: said, rows: [at] });
  }
  return [...found.values()].map((one) => {
    const [only, ...others] = one.rows ?? [];
    return only && !others.length ? { id: only.id, text: `${only.text}, ${one.text}` } : one;
  });
}

/** How people know a row: "Cell 12" where no other row says 12, else "Row 3". */
function rowName({ known, columns = [] }: FormControl, rows: unknown, index: number, row: string): string {
  const column = columns.find(({ name }) => name === known);
  const values =
    column && Array.isArray(rows)
      ? rows.map((one: unknown) => (typeof one === "object" && one ? plain(Reflect.get(one, column.name)).trim() : ""))
      : [];
  const value = values[index];
  return column && value && values.filter((one) => one === value).length === 1
    ? `${column.label} ${value}`
    : `${row} ${index + 1}`;
}
