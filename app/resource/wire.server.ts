import { plain } from "~server/contract/plain";

/** Writes checked values as a form with bracket names (`ingredients[0].quantity`), the way the vending API takes them. */
export function toWire(values: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) append(form, name, value);
  return form;
}

function append(form: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value))
    value.forEach((one, index) => append(form, typeof one === "object" ? `${name}[${index}]` : name, one));
  else if (typeof value === "object")
    for (const [key, one] of Object.entries(value)) append(form, `${name}.${key}`, one);
  else if (value !== false) form.append(name, plain(value));
}
