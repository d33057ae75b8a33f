import { type Declared, fieldOf, onlyOf } from "~server/contract/entity";
import {
  editableCells,
  type Field,
  type FileField,
  type FilesField,
  type RefField,
  type RefsField,
  type RowsField,
  type SecretField,
} from "~server/contract/field-kinds";
import { plain } from "~server/contract/plain";
import { PERMISSIONS } from "~server/contract/permissions";
import { clearing, isSet } from "~server/contract/schema";
import type { RecordData, Ref } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { type Choices, choicesOf, pickAddress } from "./choices.server";
import { mayAdd } from "./nested.server";
import { fileInputs, fileMemory, fileRules, type FormFiles } from "./files.server";
import type { FormControl, FormModelSection } from "./form-control";
import { pasteOf } from "./pasted-rows.server";
import { notGiven, permissionTable } from "./permission-table.server";
import { type Held, perShelfOf, rowsFace } from "./rows-face.server";
import { madeWith, ROW_BUTTONS } from "./sent-rows.server";
import { refPath } from "./show.server";
import { sinceWhen } from "./since-when.server";

/** What people searched for in pickers, by entity. */
export type Searches = Record<string, string>;

/** A form to be drawn: of a new record where there is none; `depth` others were set aside for it. */
export interface Drawing {
  entity: Declared;
  record: RecordData | undefined;
  /** What stands in its relations, by entity: it is always among the choices. */
  chosen: Record<string, Ref[]>;
  searches: Searches;
  files?: FormFiles;
  depth?: number;
  held?: Held;
}

/** The form of an entity: sections and controls with their choices. */
export async function formSections(
  words: Pick<Context, "t" | "api" | "format" | "me">,
  drawing: Drawing,
): Promise<FormModelSection[]> {
  const { entity, files = {}, depth = 0, held = { values: {}, mistakes: {} } } = drawing;
  const making: Making = { ...words, ...drawing, files, depth, held, choices: choicesOnce(words, drawing) };
  const sections = await Promise.all(
    entity.sections.map(async ({ name, fields }) => {
      const controls = await Promise.all(
        fields.map((one) => control(making, one, fieldOf(entity, one), `fields.${one}`)),
      );
      const title = words.t(`resource:section.${name}`);
      // What the only field says of itself needs no heading.
      return { name, title: controls.length === 1 && controls[0]?.label === title ? "" : title, controls };
    }),
  );
  return entity.dated && drawing.record ? [...sections, sinceWhen(words.t, entity)] : sections;
}

type Among = Readonly<Record<string, string>>;

/** What the controls of one form are made from. */
interface Making extends Required<Drawing>, Pick<Context, "t" | "format" | "me" | "api"> {
  choices(to: string, among: Among): Promise<Choices>;
}

/** Relations to the same records share their choices. */
function choicesOnce(words: Pick<Context, "api" | "t">, { chosen, searches }: Drawing): Making["choices"] {
  const asked = new Map<string, Promise<Choices>>();
  return (to, among) => {
    const key = JSON.stringify([to, among]);
    const choices = asked.get(key) ?? choicesOf(words, to, chosen[to] ?? [], searches[to], among);
    asked.set(key, choices);
    return choices;
  };
}

/** `path`: where the field's label stands among the texts of its entity. */
async function control(making: Making, name: string, field: Field, path: string): Promise<FormControl> {
  const { t, entity } = making;
  return {
    name,
    label: t(`entities:${entity.name}.${path}`),
    required: field.required === true,
    ...typeOf(field),
    ...(onlyOf(field) ? { only: `${entity.name}.${name}` } : {}),
    ...(field.hint ? { hint: t(`entities:${entity.name}.hints.${name}`) } : {}),
    ...(await particulars(making, name, field)),
  };
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

/** What a control has by the kind of its field, besides what all have. */
async function particulars(making: Making, name: string, field: Field): Promise<Partial<FormControl>> {
  const { t, record } = making;
  switch (field.kind) {
    case "secret":
      return record ? secretOf(making, name, field, record) : {};
    case "choice":
    case "choices":
      if (field.kind === "choices" && field.byMenu) return permissionsOf(making);
      return { options: field.options.map((value) => ({ value, label: t(`options:${field.name}.${value}`) })) };
    case "ref":
    case "refs":
      return relationOf(making, field);
    case "rows":
      return rowsOf(making, name, field);
    case "file":
    case "files":
      return filesOf(making, name, field);
    case "money":
      return { unit: t("options:unit.uah") };
    case "integer":
    case "decimal":
      return field.unit ? { unit: t(`options:unit.${field.unit}`) } : {};
    default:
      return {};
  }
}

/** A table, and why some of its boxes cannot be ticked. */
const permissionsOf = (making: Making): Partial<FormControl> => ({
  table: permissionTable(making),
  ...(notGiven(making, PERMISSIONS).length ? { hint: making.t("access:not_yours") } : {}),
});

/** Whether one is kept, and how to be rid of it; a form that came back no longer knows, so it says how to leave it. */
function secretOf({ t }: Making, name: string, field: SecretField, record: RecordData): Partial<FormControl> {
  const kept = record[isSet(name)];
  const hint = t(
    kept === true ? "resource:secret_set" : kept === false ? "resource:secret_not_set" : "resource:secret_kept",
  );
  return {
    required: false,
    hint,
    ...(field.required || kept === false ? {} : { clear: { name: clearing(name), label: t("resource:secret_clear") } }),
  };
}

async function relationOf(
  { t, me, entity, record, depth, choices }: Making,
  field: RefField | RefsField,
): Promise<Partial<FormControl>> {
  // A record chooses among others of its kind: the API leaves itself out, and what stands below it.
  const among: Among = {
    ...field.among,
    ...(record && field.to === entity.name ? { for: String(record.id) } : {}),
  };
  const { options, more } = await choices(field.to, among);
  const viewed = refPath({ me }, field.to);
  return {
    options,
    add: mayAdd({ me }, field.to, depth) ? t(`entities:${field.to}.create`) : undefined,
    open: viewed === undefined ? undefined : { path: viewed, label: t("resource:open") },
    ...(more ? { search: { to: field.to, address: pickAddress(field.to, among) } } : {}),
  };
}

async function rowsOf(making: Making, name: string, field: RowsField): Promise<Partial<FormControl>> {
  const { t, entity } = making;
  const cells = editableCells(field).map(([cell]) => t(`entities:${entity.name}.rows.${name}.${cell}`));
  const perShelf = await perShelfOf(making, field, making.held.values);
  const face = rowsFace(making, { ...making.held, list: name, field, chosen: making.chosen, perShelf });
  return {
    face: face === undefined ? undefined : { html: face, hint: t("resource:face.hint") },
    many: {
      made: madeWith(name),
      begun: plain(making.held.values[madeWith(name)]),
      more: [
        { button: "more_rows", label: t("resource:more_rows", { count: ROW_BUTTONS.more_rows }) },
        ...(field.grows
          ? [{ button: "many_rows", label: t("resource:more_rows", { count: ROW_BUTTONS.many_rows }) }]
          : []),
      ],
      paste: pasteOf(name),
      pasteTitle: t("resource:paste.title"),
      pasteHint: t("resource:paste.hint", { columns: cells.join("; ") }),
      take: t("resource:paste.take"),
    },
    columns: await Promise.all(
      Object.entries(field.of).map(([cell, kind]) => control(making, cell, kind, `rows.${name}.${cell}`)),
    ),
    hint: Object.values(field.of).some((cell) => cell.kind === "shifts") ? t("resource:shifts_hint") : undefined,
    identified: field.identified,
    known: field.unique !== undefined && field.of[field.unique]?.kind === "text" ? field.unique : undefined,
    addLabel: t("resource:add_row"),
    emptyLabel: t("resource:no_rows"),
  };
}

function filesOf(making: Making, name: string, field: FileField | FilesField): Partial<FormControl> {
  const { hint, ...rules } = fileRules(making, field);
  return {
    hint,
    upload: {
      ...rules,
      now: (making.files[name] ?? []).map((file) => ({ ...file, memory: fileMemory(file) })),
      inputs: fileInputs(name),
    },
  };
}
