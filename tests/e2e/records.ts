import { expect, type Locator, type Page } from "@playwright/test";
import { editableFields, type Entity } from "~server/contract/entity";
import { ENTITIES, entityNamed } from "~server/contract/entities";
import type { Field, TextField } from "~server/contract/field-kinds";
import type { Report } from "~server/contract/reports/report";
import { refundOfVend } from "./refunds";
import { type Api, unique, type Values, uniqueNumber } from "./vending";

/** A value of a minimal record: as the API takes it, as a person types it, and for a relation its title. */
interface Piece {
  name: string;
  field: Field;
  wire: string;
  typed: string;
  title?: string;
}

/** Entities with a list; of a singleton there is one record, which nobody makes. */
export const LISTED = ENTITIES.filter((entity) => !entity.singleton);
/** Those whose form is drawn by their declaration alone; a refund's begins with a vend that happened. */
export const FORMED = LISTED.filter(({ name }) => name !== "refund");

/** What the fields of an entity are, as far as a form draws them in ways of their own. */
function kindsOf(entity: Entity): string[] {
  const kinds = editableFields(entity).flatMap(([, field]) => [
    field.kind + (field.kind === "text" ? `:${field.format ?? ""}` : "") + (field.required ? "!" : ""),
    ...(field.kind === "rows" ? Object.values(field.of).map(({ kind }) => `rows:${kind}`) : []),
  ]);
  return [...new Set(kinds)];
}

/** What a report's screen draws in ways of its own. */
function partsOf({ fields, list, hours, subtotals, step, drill }: Report): string[] {
  const { filters, columns, ways } = list;
  const kindsIn = (where: string, names: readonly string[]) =>
    names.flatMap((name) => (fields[name] ? [`${where} ${fields[name].kind}`] : []));
  return [
    ...kindsIn("filter", filters),
    ...kindsIn("column", columns),
    ...Object.keys(ways),
    ...Object.entries({ hours, subtotals, step, drill }).flatMap(([part, has]) => (has ? [part] : [])),
  ];
}

/** The fewest that show every part there is, the richest first. */
function fewest<T>(all: readonly T[], parts: (one: T) => readonly string[]): T[] {
  const seen = new Set<string>();
  const rich = (one: T) => new Set(parts(one)).size;
  return all
    .toSorted((one, other) => rich(other) - rich(one))
    .filter((one) => {
      const before = seen.size;
      for (const part of parts(one)) seen.add(part);
      return seen.size > before;
    });
}

/** Those with a field of every kind: the screens are one machinery, and forms.spec.ts sends every form there is. */
export const covering = (entities: readonly Entity[]): Entity[] => fewest(entities, kindsOf);

/** Reports that show every part of their screen. */
export const coveringReports = (reports: readonly Report[]): Report[] => fewest(reports, partsOf);

/** A picture that can be opened: one dot. */
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A program image that nobody else has, as large as one must be. */
export const imageOf = (word: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`image of ${word}`.padEnd(1024, "."));

/** A text that the field takes. */
export const textFor = (field: TextField): string =>
  (field.format && FORMATS[field.format]?.()) ?? unique().slice(-field.max);

const CURRENCIES = Intl.supportedValuesOf("currency").filter((one) => one !== "UAH");

/** Formats that a text of any letters would not meet. */
const FORMATS: Record<string, () => string> = {
  email: () => `${unique()}@example.com`,
  phone: () => "0501112233",
  rfid: () => String(10_000_000 + Math.floor(Math.random() * 89_000_000)),
  url: () => "https://example.com/",
  error_code: () => "EFB",
  currency: () => CURRENCIES[Math.floor(Math.random() * CURRENCIES.length)] ?? "EUR",
  plate: () => `AA${1000 + Math.floor(Math.random() * 9000)}BB`,
  time: () => "06:30",
};

/** What the smallest valid record of an entity holds; the records it needs are made first. */
export async function minimalPieces(api: Api, entity: Entity): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const [name, field] of editableFields(entity)) {
    if (!field.required && entity.atLeastOne?.of.at(-1) !== name) continue;
    if (field.kind !== "rows") pieces.push(await piece(api, entity.name, name, field));
    else
      for (const [cell, kind] of Object.entries(field.of))
        if (kind.required) pieces.push(await piece(api, entity.name, `${name}[0].${cell}`, kind));
  }
  return pieces;
}

async function piece(api: Api, entity: string, name: string, field: Field): Promise<Piece> {
  const same = (value: string | number) => ({ name, field, wire: String(value), typed: String(value) });
  switch (field.kind) {
    case "text":
      return same(textFor(field));
    case "secret":
      return same("long enough to pass");
    case "integer":
      return same(Math.min(Math.max(field.min ?? 0, uniqueNumber()), field.max ?? Infinity));
    case "decimal":
      return same("7.5");
    case "money":
      return { ...same(2550), typed: "25,50" };
    case "choice":
      return same(field.options[0] ?? "");
    case "ref": {
      const made = await makeRecord(api, field.to);
      return { ...same(made.id), title: made.title };
    }
    case "file":
      return same(await api.upload(entity, name, imageOf(unique())));
    case "day":
      return same(`20${10 + Math.floor(Math.random() * 80)}-06-01`);
    case "files":
    case "shifts":
    case "flag":
    case "choices":
    case "moment":
    case "refs":
    case "rows":
      throw new Error(`${name}: no value for ${field.kind}`);
  }
}

/** Makes the smallest valid record of an entity through the API; `over` adds or replaces values. */
export async function makeRecord(
  api: Api,
  entityName: string,
  over: Values = {},
): Promise<{ id: number; title: string }> {
  const entity = entityNamed(entityName);
  const values: Values = {
    ...Object.fromEntries((await minimalPieces(api, entity)).map(({ name, wire }) => [name, wire])),
    ...(entity.once ? { key: unique() } : {}),
    // Of a machine that need not work nothing is asked.
    ...(entityName === "device" ? { in_work: "on" } : {}),
    ...(entityName === "refund" ? await refundOfVend(api) : {}),
    ...over,
  };
  return { id: await api.create(entity.api, values), title: String(values[entity.title]) };
}

/** Fills the open form of an entity with these pieces, adding the rows they stand in and searching pickers that have too many choices. */
export async function fillForm(page: Page, pieces: readonly Piece[]): Promise<void> {
  for (const { name, field, typed, title } of pieces) {
    const list = /^(\w+)\[0\]\./.exec(name)?.[1];
    const control = page.locator(`[name="${name}"]`);
    if (list && !(await control.count()))
      await page
        .locator(`#record-${list}`)
        .getByRole("button", { name: /Додати рядок/ })
        .click();
    if (field.kind === "file")
      await page.locator(`[name="${name}__file"]`).setInputFiles({
        name: "image.bin",
        mimeType: "application/octet-stream",
        buffer: Buffer.from(imageOf(unique())),
      });
    else if (field.kind === "ref") await choose(page, name, field.to, title ?? "");
    else if (field.kind === "choice") await control.selectOption(typed);
    else await control.fill(typed);
  }
}

/** What a person uses of a form's picker: a box to type into, or a plain list. */
export const picker = (page: Page, name: string): Locator => page.locator(`[id="record-${name}"]`);
const isTyped = async (box: Locator) => (await box.getAttribute("role")) === "combobox";

/** Chooses a related record by its title, with the picker's search when it offers one. */
export async function choose(page: Page, name: string, to: string, title: string): Promise<void> {
  const box = picker(page, name);
  if (await isTyped(box)) {
    await box.fill(title);
    await page.locator(`[id="record-${name}-list"]`).getByRole("option").getByText(title, { exact: true }).click();
    return;
  }
  const words = page.locator(`input[name="find_${to}"]`);
  if (await words.count()) {
    await words.first().fill(title);
    await page.locator(`button[name="find"][value="${to}"]`).first().click();
  }
  await box.selectOption((await box.locator("option", { hasText: titled(title) }).getAttribute("value")) ?? "");
}

/** A title as plain lists write it: with its unit and what else it is known by, where it has them. */
export const titled = (title: string): RegExp =>
  new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(, \\S+)?( · .*)?$`);

/** Expects a picker to show this record as the chosen one. */
export async function expectChosen(page: Page, name: string, title: string): Promise<void> {
  const box = picker(page, name);
  if (await isTyped(box)) await expect(box).toHaveValue(title);
  else await expect(box.locator("option:checked")).toHaveText(titled(title));
}
