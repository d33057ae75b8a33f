import { callsOf } from "~server/contract/calls/entities";
import { entityNamed } from "~server/contract/entities";
import type { Declared } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import { plain } from "~server/contract/plain";
import { isOutOfSight, type Ref } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import type { VendingApi } from "~server/web/vending.server";
import type { Option } from "~/ui/field";
import { rowsSchema, unitOf } from "./show.server";

/** What a picker offers; `more` when there are others that a search would find. */
export interface Choices {
  options: Option[];
  more: boolean;
}

const asOption = (words: Pick<Context, "t">, to: string, ref: Ref): Option => ({
  value: String(ref.id),
  label: ref.label,
  unit: unitOf(words, to, ref),
  hint: ref.about ?? undefined,
  ...(isOutOfSight(ref) ? { closed: true } : {}),
});

/** Where a picker asks for choices while its words are typed; they come last in the address. */
export const pickAddress = (to: string, among: Readonly<Record<string, string>>): string =>
  `/pick/${to}?${new URLSearchParams({ ...among, q: "" }).toString()}`;

/** A form whose choices are refused is still good for its other fields. */
const NO_CHOICES = { items: [], more: false };

/** Choices of a relation: those found by `query` among those that it is narrowed to, with the chosen ones always among them. */
export async function choicesOf(
  words: Pick<Context, "api" | "t">,
  to: string,
  chosen: readonly Ref[],
  query = "",
  among: Readonly<Record<string, string>> = {},
): Promise<Choices> {
  const asked = { ...among, q: query || null };
  const { items, more } = await words.api.readOr(NO_CHOICES, callsOf(entityNamed(to)).options, {}, asked);
  const missing = chosen.filter((one) => !items.some((item) => item.id === one.id));
  return { options: [...missing, ...items].map((ref) => asOption(words, to, ref)), more: more || query !== "" };
}

/** The texts of chosen ids, where only ids are known: after a form came back, in a filter. */
export async function chosenRefs(api: VendingApi, to: string, ids: readonly string[]): Promise<Ref[]> {
  // Rows may choose the same one.
  const valid = [...new Set(ids)].filter((id) => /^\d{1,9}$/.test(id));
  if (!valid.length) return [];
  const { items } = await api.readOr(NO_CHOICES, callsOf(entityNamed(to)).options, {}, { ids: valid });
  // What is not for this person stays chosen, by its number.
  return valid.map(Number).map((id) => items.find((item) => item.id === id) ?? { id, label: `#${id}` });
}

/** Values as a form sends them with related records by name in place of their ids, the way a record is read. */
export async function withRefs(
  api: VendingApi,
  { fields }: Declared,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const refsOf = async (to: string, value: unknown) => chosenRefs(api, to, [value ?? []].flat().map(plain));
  const read = async (field: Field | undefined, value: unknown): Promise<unknown> => {
    if (field?.kind === "ref") return (await refsOf(field.to, value))[0] ?? null;
    if (field?.kind === "refs") return refsOf(field.to, value);
    return field?.kind === "rows" ? Promise.all(rowsSchema.parse(value).map((row) => readAll(field.of, row))) : value;
  };
  const readAll = async (of: Readonly<Record<string, Field>>, row: Record<string, unknown>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(row).map(
          async ([name, value]): Promise<[string, unknown]> => [name, await read(of[name], value)],
        ),
      ),
    );
  return readAll(fields, values);
}
