import { expect } from "@playwright/test";
import { type Declared, editableFields, onlyOf } from "~server/contract/entity";
import {
  editableCells,
  type Field,
  type FileField,
  type FilesField,
  type RowsField,
} from "~server/contract/field-kinds";
import { parseShifts } from "~server/contract/shifts";
import { isSet } from "~server/contract/schema";
import type { PlainBrowser, PlainPage } from "./plain-browser";
import { imageOf, makeRecord, PICTURE, textFor } from "./records";
import { type Api, PASSWORD, unique, uniqueNumber } from "./vending";

/** Which of two valid sets of values a form is filled with: a record's first ones, or others. */
export type Round = 0 | 1;

/** What the declaration of a form alone does not say, because values depend on one another. */
export interface Valid {
  /** Fields that stay empty, or are emptied. */
  empty?: readonly string[];
  /** What is chosen, ticked (`on`) or counted, by field. */
  values?: Readonly<Record<string, string>>;
  /** Makes a related record that is among the choices, by entity. */
  related?: Readonly<Record<string, (api: Api) => Promise<Made>>>;
}

interface Made {
  id: number;
  title: string;
}

export interface Filling extends Valid {
  browser: PlainBrowser;
  api: Api;
  form: Declared;
  round: Round;
}

/** A form filled in, and what the API must then give back. */
export interface Filled {
  page: PlainPage;
  /** Related records that were made for it, by entity. */
  made: Record<string, Made>;
  expected: Record<string, unknown>;
}

/**
 * Fills every field of a declared form with a valid value, as a person without scripts does: rows are added and removed
 * by their buttons, and a related record that is not among the choices is searched for.
 */
export async function fill(path: string, filling: Filling): Promise<Filled> {
  const fields = editableFields(filling.form);
  const made = await makeRelated(fields, filling);
  const filled: Filled = { made, expected: {}, page: await filling.browser.open(path) };
  // What is searched for and added by a press comes first: neither a password nor a chosen file comes back from it.
  const isPressed = ([, { kind }]: [string, Field]) => kind === "rows" || kind === "ref" || kind === "refs";
  for (const [name, field] of [...fields.filter(isPressed), ...fields.filter((one) => !isPressed(one))])
    if (filling.empty?.includes(name)) clear(filled, name, field);
    else if (field.kind === "rows") filled.expected[name] = [await fillRow(filled, filling, name, field)];
    else await fillField(filled, filling, name, field);
  return filled;
}

/** A record of each kind that the form relates to: there before the form is opened, which offers what there is. */
async function makeRelated(fields: [string, Field][], { api, related = {} }: Filling): Promise<Filled["made"]> {
  const made: Filled["made"] = {};
  for (const [, field] of fields)
    for (const one of field.kind === "rows" ? editableCells(field).map(([, cell]) => cell) : [field])
      if (one.kind === "ref" || one.kind === "refs")
        made[one.to] ??= await (related[one.to]?.(api) ?? makeRecord(api, one.to));
  return made;
}

/** One new row in place of those there are. */
async function fillRow(filled: Filled, filling: Filling, name: string, field: RowsField) {
  const press = async (type: "insert" | "remove") => {
    const [button] = rowButtons(filled.page, name, type);
    if (!button) throw new Error(`${filled.page.path}: no button to ${type} a row of ${name}`);
    filled.page = await filling.browser.press(filled.page, button);
  };
  await press("insert");
  while (rowButtons(filled.page, name, "remove").length > 1) await press("remove");
  const row: Filled = { ...filled, expected: {} };
  for (const [cell, kind] of editableCells(field)) await fillField(row, filling, cell, kind, `${name}[0].`);
  filled.page = row.page;
  return row.expected;
}

/** Buttons that insert or remove a row of a list. */
export const rowButtons = (page: PlainPage, name: string, type: string) =>
  page.buttons().filter(({ value }) => value.includes(`"type":"${type}"`) && value.includes(`"name":"${name}"`));

async function fillField(filled: Filled, filling: Filling, name: string, field: Field, at = ""): Promise<void> {
  const { round, form, values = {} } = filling;
  const { expected, page } = filled;
  const put = (typed: string, kept: unknown = typed) => {
    page.control(at + name).value = typed;
    expected[name] = kept;
  };
  const given = values[name];
  const only = onlyOf(field);
  if (only && expected[only.field] !== only.is) return;
  switch (field.kind) {
    case "text": {
      const line = textFor(field);
      const text = field.multiline ? `${line}\n\nдругий абзац` : line;
      return put(text, field.format === "phone" ? "+380501112233" : text);
    }
    case "secret":
      page.control(name).value = field.format === "digits" ? "123456" : PASSWORD;
      if (!field.hashed) expected[isSet(name)] = true;
      return;
    case "integer": {
      const number = Number(given ?? within(field, uniqueNumber(), round));
      return put(String(number), number);
    }
    case "decimal":
      return round ? put("8,2", 8.2) : put("7,5", 7.5);
    case "money":
      if (given !== undefined) return put(given, Math.round(Number(given) * 100));
      return round ? put("1 034,05", 103_405) : put("25,50", 2550);
    case "day":
      return put(round ? "2032-02-29" : "2031-03-09");
    case "shifts":
      return put("08:00–12:30, 22-6", parseShifts("8-12:30,22-6"));
    case "choice":
      return put(given ?? (round ? undefined : neededBy(form, name)) ?? field.options.at(round) ?? "");
    case "flag": {
      const isOn = given === undefined ? !round : given === "on";
      page.box(at + name, "on").checked = isOn;
      expected[name] = isOn;
      return;
    }
    case "choices": {
      const chosen = round ? field.options.slice(-1) : field.options.slice(0, 2);
      for (const value of field.options) page.box(name, value).checked = chosen.includes(value);
      expected[name] = chosen;
      return;
    }
    case "ref":
    case "refs":
      return relate(filled, filling, name, field, at);
    case "file":
    case "files":
      return chooseFiles(filled, name, field);
    case "rows":
    case "moment":
      throw new Error(`${name}: ${field.kind} is not filled in here`);
  }
}

/** The choice that another field goes with. */
function neededBy(form: Declared, name: string): string | undefined {
  for (const field of Object.values(form.fields)) if (onlyOf(field)?.field === name) return onlyOf(field)?.is;
  return undefined;
}

const within = ({ min = 0, max = Infinity }: { min?: number; max?: number }, wanted: number, round: Round) =>
  Math.min(Math.max(wanted, min), max - round);

function clear({ page, expected }: Filled, name: string, { kind }: Field): void {
  if (kind === "refs") for (const one of page.boxes(name)) one.checked = false;
  else page.control(name).value = "";
  expected[name] = kind === "refs" ? [] : null;
}

/** Chooses the related record that was made for it: searched for when it is not among the choices that are offered at once. */
async function relate(
  filled: Filled,
  { browser }: Filling,
  name: string,
  { kind, to }: { kind: "ref" | "refs"; to: string },
  at: string,
): Promise<void> {
  const { id, title } = filled.made[to] ?? { id: 0, title: "" };
  const isOffered = () =>
    kind === "ref"
      ? filled.page.options(at + name).includes(String(id))
      : filled.page.boxes(name).some(({ value }) => value === String(id));
  if (!isOffered() && filled.page.document.getElementById("find")) {
    // The page of an action asks for one thing: its search is a form of its own.
    const { pathname, searchParams } = new URL(filled.page.address);
    searchParams.set("find", title);
    filled.page = await browser.open(`${pathname}?${searchParams}`);
  } else if (!isOffered()) {
    filled.page.control(`find_${to}`).value = title;
    filled.page = await browser.press(filled.page, filled.page.button("find", to));
  }
  expect(isOffered(), `${filled.page.path}: ${name} offers ${to} ${id} (${title})`).toBe(true);
  filled.expected[name] = kind === "ref" ? { id } : [{ id }];
  if (kind === "ref") filled.page.control(at + name).value = String(id);
  else for (const one of filled.page.boxes(name)) one.checked = one.value === String(id);
}

/** The smallest picture there is. */
function chooseFiles({ page, expected }: Filled, name: string, field: FileField | FilesField): void {
  const isPicture = field.kind === "files" || field.types !== undefined;
  const file = isPicture
    ? new File([PICTURE], `${unique()}.png`, { type: "image/png" })
    : new File([imageOf(unique())], `${unique()}.bin`);
  const { size } = file;
  for (const one of page.boxes(`${name}__remove`)) one.checked = true;
  if (field.kind === "file") page.choose(`${name}__file`, file);
  else page.choose(`${name}__file`, file, file);
  expected[name] = field.kind === "file" ? { size } : [{ size }, { size }];
}
