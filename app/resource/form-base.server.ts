import { createHash } from "node:crypto";
import { z } from "zod";
import { type Declared, editableFields } from "~server/contract/entity";
import { editableCells, type Field, type RowsField } from "~server/contract/field-kinds";
import { plain } from "~server/contract/plain";
import { type RecordData, refSchema } from "~server/contract/record";
import { formValue, type Wording } from "./form-values.server";
import { rowsSchema } from "./show.server";

/** What two people may change without meeting: a field, a row of its list, one of its choices. */
export interface Part {
  value: unknown;
  /** The same however the value was written. */
  digest: string;
  /** Of a row: where it stands. */
  place?: number;
}

/** A field's parts in their order; a field that is one whole has it under "". */
export type Parts = ReadonlyMap<string, Part>;

/** Of longer lists only the whole is compared: a form would become too large by what it was opened with. */
const MOST_MEMBERS = 1_000;

/** Fields of which it can be told who changed them: a secret does not come back. */
export const mergeable = (entity: Declared): [string, Field][] =>
  editableFields(entity).filter(([, { kind }]) => kind !== "secret");

export function partsOf(words: Wording, field: Field, value: unknown): Parts {
  const member = (key: string, one: unknown): [string, Part] => [key, { value: one, digest: "" }];
  switch (field.kind) {
    case "rows":
      return new Map(
        rowsSchema.parse(value ?? []).map((row, index): [string, Part] => [
          rowKey(field, row, index),
          {
            value: row,
            digest: digestOf(words, { ...field, of: typed(field), identified: undefined }, [row]),
            place: index,
          },
        ]),
      );
    case "refs":
      return new Map(refs.parse(value ?? []).map((ref) => member(String(ref.id), ref)));
    case "files":
      return new Map(fileIds.parse(value).map((id) => member(id, id)));
    case "file": {
      const [id = ""] = fileIds.parse(value);
      return new Map([["", { value: id, digest: id }]]);
    }
    case "choices":
      return new Map(
        z
          .array(z.string())
          .parse(value ?? [])
          .map((option) => member(option, option)),
      );
    default:
      return new Map([["", { value, digest: digestOf(words, field, value) }]]);
  }
}

/** A list as one part, in whatever order its members are. */
export const asWhole = (parts: Parts): Parts =>
  parts.has("")
    ? parts
    : new Map([
        [
          "",
          {
            value: [...parts.values()].map(({ value }) => value),
            digest: brief(
              [...parts]
                .map(([key, { digest }]) => key + digest)
                .toSorted()
                .join(),
            ),
          },
        ],
      ]);

const refs = z.array(refSchema);
/** Of a record they come with their names, of a form as numbers. */
const fileIds = z.preprocess(
  (value) => [value ?? []].flat(),
  z.array(z.union([z.number(), refSchema.transform(({ id }) => id)]).transform(String)),
);

/** Two people who add a row about the same thing mean the same row, whatever number it gets. */
function rowKey({ unique, identified }: RowsField, row: Record<string, unknown>, index: number): string {
  const value = unique === undefined ? undefined : row[unique];
  if (value !== undefined && value !== null) return plain(refSchema.safeParse(value).data?.id ?? value);
  return identified && row.id ? plain(row.id) : `#${index + 1}`;
}

/** What the service keeps in a row stands in no form. */
const typed = (field: RowsField) => Object.fromEntries(editableCells(field));

const digestOf = (words: Wording, field: Field, value: unknown): string =>
  brief(JSON.stringify(formValue(field, value, { ...words, lang: "en" })));

/** Eight signs for a text, which may stand in the name of an input. */
export const brief = (text: string): string => createHash("sha1").update(text).digest("hex").slice(0, 8);

/** Digests of the parts that a form was opened with, by field and part. */
export type Base = Readonly<Record<string, ReadonlyMap<string, string> | undefined>>;

/** What a form is opened with, for its hidden input: it tells who changed what when two people did. */
export const baseOf = (words: Wording, entity: Declared, record: RecordData): string =>
  writeBase(
    Object.fromEntries(
      mergeable(entity).map(([name, field]) => {
        const parts = partsOf(words, field, record[name]);
        return [name, digests(parts.size > MOST_MEMBERS ? asWhole(parts) : parts)];
      }),
    ),
  );

export const digests = (parts: Parts): ReadonlyMap<string, string> =>
  new Map([...parts].map(([key, { digest }]) => [key, digest]));

export const writeBase = (base: Base): string =>
  JSON.stringify(Object.fromEntries(Object.entries(base).map(([name, parts]) => [name, [...(parts ?? [])]])));

const baseSchema = z.record(
  z.string(),
  z.array(z.tuple([z.string(), z.string()])).transform((pairs) => new Map(pairs)),
);

/** The digests that came back with a form; none of a text that is no such thing. */
export function baseIn(form: FormData): Base {
  try {
    return baseSchema.parse(JSON.parse(plain(form.get("base"))));
  } catch {
    return {};
  }
}
