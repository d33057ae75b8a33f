import { editableFields, type Entity } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import type { Ref } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { chosenRefs } from "./choices.server";
import type { FormValue } from "./form-control";

/** What an address fills a new record's form with: `?location=5&status=NEW`. What makes no sense is left out. */
export async function prefilled(
  { api, url }: Pick<Context, "api" | "url">,
  entity: Entity,
): Promise<{ values: Record<string, FormValue>; chosen: Record<string, Ref[]> }> {
  const values: Record<string, FormValue> = {};
  const chosen: Record<string, Ref[]> = {};
  for (const [name, field] of editableFields(entity)) {
    const asked = url.searchParams.getAll(name);
    if (!asked.length) continue;
    if (field.kind === "ref" || field.kind === "refs") {
      const found = await chosenRefs(api, field.to, field.kind === "ref" ? asked.slice(0, 1) : asked);
      (chosen[field.to] ??= []).push(...found);
      const ids = found.map(({ id }) => String(id));
      values[name] = field.kind === "refs" ? ids : (ids[0] ?? "");
    } else if (isFillable(field, asked[0] ?? "")) values[name] = asked[0] ?? "";
  }
  return { values, chosen };
}

const isFillable = (field: Field, value: string): boolean =>
  field.kind === "choice" ? field.options.includes(value) : field.kind === "text" && value.length <= field.max;
