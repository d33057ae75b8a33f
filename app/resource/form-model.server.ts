import { type Declared, type Entity, fieldOf } from "~server/contract/entity";
import type { Field, RefField, RowsField, SecretField } from "~server/contract/fields";
import { plain } from "~server/contract/plain";
import { clearing, isSet } from "~server/contract/schema";
import { type RecordData, type Ref, refSchema } from "~server/contract/record";
import { z } from "zod";
import type { Context } from "~server/web/guard.server";
import { shiftList, writeShifts } from "~server/contract/shifts";
import type { Option } from "~/ui/field";
import { type Choices, choicesOf, pickAddress } from "./choices.server";
import { mayAdd } from "./nested.server";
import { fileInputs, fileMemory, fileRules, type FormFile, type FormFiles } from "./files.server";
import { refPath } from "./show.server";

/** One control of a form, ready to be drawn; `columns` are the cells of nested rows. */
export interface FormControl {
  name: string;
  label: string;
  type:
    | "text"
    | "email"
    | "tel"
    | "url"
    | "password"
    | "textarea"
    | "number"
    | "date"
    | "checkbox"
    | "select"
    | "checkboxes"
    | "rows"
    | "file"
    | "fixed";
  required: boolean;
  hint?: string;
  unit?: string;
  minLength?: number;
  maxLength?: number;
  /** It goes with one choice only: by this name it is hidden else, see only.css.ts. */
  only?: string;
  options?: Option[];
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
  /** Rows keep their identity in a hidden input. */
  identified?: boolean;
  addLabel?: string;
  emptyLabel?: string;
}

export interface FormModelSection {
  name: string;
  title: string;
  controls: FormControl[];
}

/** A value of a form as controls hold it. */
export type FormValue = string | string[] | Record<string, string>[];

type Words = Pick<Context, "t" | "api" | "format" | "me">;

/** What people searched for in pickers, by entity. */
export type Searches = Record<string, string>;

/** The form of an entity: sections and controls with their choices. `depth` others were set aside for it. */
export async function formSections(
  { t, api, format, me }: Words,
  entity: Declared,
  record: RecordData | undefined,
  chosen: Record<string, Ref[]>,
  searches: Searches,
  files: FormFiles = {},
  depth = 0,
): Promise<FormModelSection[]> {
  const choices = new Map<string, Promise<Choices>>();
  const choicesFor = (to: string, among: RefField["among"] = {}) => {
    const key = JSON.stringify([to, among]);
    const known = choices.get(key) ?? choicesOf({ api, t }, to, chosen[to] ?? [], searches[to], among);
    choices.set(key, known);
    return known;
  };
  const label = (path: string) => t(`entities:${entity.name}.${path}`);
  const control = async (name: string, field: Field, path: string): Promise<FormControl> => ({
    name,
    label: label(path),
    required: field.required === true,
    ...typeOf(field),
    ...(field.hint ? { hint: label(`hints.${name}`) } : {}),
    ...(await extrasOf(field, name)),
    ...(field.kind === "secret" && record ? secretExtras(name, field, record) : {}),
    ...(field.kind === "text" && field.only ? { only: `${entity.name}.${name}` } : {}),
  });

  /** Whether one is kept, and how to be rid of it; a form that came back no longer knows, so it says how to leave it. */
  const secretExtras = (name: string, field: SecretField, record: RecordData): Partial<FormControl> => {
    const kept = record[isSet(name)];
    const hint = t(
      kept === true ? "resource:secret_set" : kept === false ? "resource:secret_not_set" : "resource:secret_kept",
    );
    return {
      required: false,
      hint,
      ...(field.required || kept === false
        ? {}
        : { clear: { name: clearing(name), label: t("resource:secret_clear") } }),
    };
  };

  async function extrasOf(field: Field, name: string): Promise<Partial<FormControl>> {
    switch (field.kind) {
      case "choice":
      case "choices":
        return { options: field.options.map((value) => ({ value, label: t(`options:${field.name}.${value}`) })) };
      case "ref":
      case "refs": {
        // A record chooses among others of its kind: the API leaves itself out, and what stands below it.
        const among = {
          ...(field.kind === "ref" ? field.among : {}),
          ...(record && field.to === entity.name ? { for: String(record.id) } : {}),
        };
        const { options, more } = await choicesFor(field.to, among);
        const add = mayAdd({ me }, field.to, depth) ? t(`entities:${field.to}.create`) : undefined;
        const viewed = refPath({ me }, field.to);
        return {
          options,
          add,
          open: viewed === undefined ? undefined : { path: viewed, label: t("resource:open") },
          ...(more ? { search: { to: field.to, address: pickAddress(field.to, among) } } : {}),
        };
      }
      case "rows":
        return rowsExtras(field, name);
      case "file":
      case "files": {
        const { hint, ...rules } = fileRules({ t, format }, field);
        return {
          hint,
          upload: {
            ...rules,
            now: (files[name] ?? []).map((file) => ({ ...file, memory: fileMemory(file) })),
            inputs: fileInputs(name),
          },
        };
      }
      case "money":
        return { unit: t("options:unit.uah") };
      case "integer":
      case "decimal":
        return field.unit ? { unit: t(`options:unit.${field.unit}`) } : {};
      default:
        return {};
    }
  }

  const rowsExtras = async (field: RowsField, name: string): Promise<Partial<FormControl>> => ({
    columns: await Promise.all(
      Object.entries(field.of).map(([cell, kind]) => control(cell, kind, `rows.${name}.${cell}`)),
    ),
    hint: Object.values(field.of).some((cell) => cell.kind === "shifts") ? t("resource:shifts_hint") : undefined,
    identified: field.identified,
    addLabel: t("resource:add_row"),
    emptyLabel: t("resource:no_rows"),
  });

  return Promise.all(
    entity.sections.map(async ({ name, fields }) => {
      const controls = await Promise.all(fields.map((one) => control(one, fieldOf(entity, one), `fields.${one}`)));
      const title = t(`resource:section.${name}`);
      // What the only field says of itself needs no heading.
      return { name, title: controls.length === 1 && controls[0]?.label === title ? "" : title, controls };
    }),
  );
}

function typeOf(field: Field): Pick<FormControl, "type" | "minLength" | "maxLength"> {
  switch (field.kind) {
    case "text": {
      const type = field.multiline
        ? "textarea"
        : field.format === "email"
          ? "email"
          : field.format === "phone"
            ? "tel"
            : field.format === "url"
              ? "url"
              : "text";
      return { type, maxLength: field.max, minLength: field.min };
    }
    case "secret":
      return { type: "password", minLength: field.min, maxLength: field.max };
    case "integer":
    case "decimal":
    case "money":
      return { type: "number" };
    case "flag":
      return { type: "checkbox" };
    case "choice":
    case "ref":
      return { type: "select" };
    case "choices":
    case "refs":
      return { type: "checkboxes" };
    case "day":
      return { type: "date" };
    case "moment":
      return { type: "fixed" };
    case "shifts":
      return { type: "textarea", maxLength: 400 };
    case "file":
    case "files":
      return { type: "file" };
    case "rows":
      return { type: "rows" };
  }
}

const formRows = z.array(z.record(z.string(), z.string()));
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const KOPECKS = 100;

/** A record's values as form controls hold them: money in UAH, decimals as the language writes them, relations by id. */
export function formValues(words: Wording, entity: Declared, record: RecordData): Record<string, FormValue> {
  return Object.fromEntries(
    entity.sections
      .flatMap((section) => section.fields)
      .map((name) => [name, formValue(fieldOf(entity, name), record[name], words)]),
  );
}

type Wording = Pick<Context, "format" | "lang">;

function formValue(field: Field, value: unknown, words: Wording): FormValue {
  const point = (number: string) => (words.lang === "en" ? number : number.replace(".", ","));
  if (value === null || value === undefined || field.kind === "secret") return "";
  switch (field.kind) {
    case "money":
      return typeof value === "number" ? point((value / KOPECKS).toFixed(2)) : "";
    case "decimal":
      return point(plain(value));
    case "flag":
      return value === true ? "on" : "";
    case "ref":
    case "file":
      return String(refSchema.parse(value).id);
    case "shifts":
      return writeShifts(shiftList.parse(value));
    case "moment":
      return words.format.dateTime(plain(value));
    case "refs":
    case "files":
      return z
        .array(refSchema)
        .parse(value)
        .map((one) => String(one.id));
    case "choices":
      return z.array(z.string()).parse(value);
    case "rows":
      return rowsSchema.parse(value).map(
        (row): Record<string, string> => ({
          ...(field.identified ? { id: plain(row.id) } : {}),
          ...Object.fromEntries(
            Object.entries(field.of).map(([cell, kind]) => [cell, plain(formValue(kind, row[cell], words))]),
          ),
        }),
      );
    default:
      return plain(value);
  }
}

/** What a copy starts with: all but the identity of rows and what the service keeps in them, under a name that tells it from the first. */
export function copiedValues(
  { t }: Pick<Words, "t">,
  entity: Entity,
  values: Record<string, FormValue>,
): Record<string, FormValue> {
  const rowsOf = (field: RowsField, value: FormValue) =>
    formRows
      .catch([])
      .parse(value)
      .map((row) =>
        Object.fromEntries(Object.entries(row).filter(([cell]) => field.of[cell] && !field.of[cell].readOnly)),
      );
  const copyOf = (title: string, most: number) => {
    const ending = ` ${t("resource:copy_ending")}`;
    return title.slice(0, most - ending.length).trimEnd() + ending;
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fieldOf(entity, name);
      if (name === entity.title && field.kind === "text" && !field.format)
        return [name, copyOf(plain(value), field.max)];
      if (field.exclusive) return [name, ""];
      return [
        name,
        field.kind === "rows" ? rowsOf(field, value) : field.kind === "file" || field.kind === "files" ? "" : value,
      ];
    }),
  );
}

/** The related records that a record holds, by entity: they must be among the choices. */
export function refsIn(entity: Entity, record: RecordData): Record<string, Ref[]> {
  const found: Record<string, Ref[]> = {};
  const add = (to: string, value: unknown) => {
    const ref = refSchema.safeParse(value).data;
    if (ref && !found[to]?.some((one) => one.id === ref.id)) (found[to] ??= []).push(ref);
  };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === "ref") add(field.to, record[name]);
    if (field.kind === "refs")
      z.array(refSchema)
        .parse(record[name] ?? [])
        .forEach((ref) => add(field.to, ref));
    if (field.kind === "rows")
      for (const row of rowsSchema.parse(record[name] ?? []))
        for (const [cell, kind] of Object.entries(field.of)) if (kind.kind === "ref") add(kind.to, row[cell]);
  }
  return found;
}

/** Ids of related records in a form that came back, by entity. */
export function idsIn(entity: Declared, form: FormData): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === "ref" || field.kind === "refs") (found[field.to] ??= []).push(...form.getAll(name).map(plain));
    if (field.kind !== "rows") continue;
    const pattern = new RegExp(`^${name}\\[\\d+\\]\\.(\\w+)$`);
    form.forEach((value, key) => {
      const cell = field.of[pattern.exec(key)?.[1] ?? ""];
      if (cell?.kind === "ref") (found[cell.to] ??= []).push(plain(value));
    });
  }
  return found;
}
