import { z } from "zod";
import { listRequirement, viewPath } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import type { Field, RowsField } from "~server/contract/field-kinds";
import { fileValue } from "~server/contract/files";
import { plain } from "~server/contract/plain";
import { allowed } from "~server/contract/permissions";
import { isOutOfSight, type Ref, refSchema } from "~server/contract/record";
import { shiftList, writeShifts } from "~server/contract/shifts";
import { postErrorMessage } from "~server/contract/post-errors";
import type { Context } from "~server/web/guard.server";
import { messageText } from "~server/web/messages.server";
import type { Cell } from "~/ui/data-cell";
import { toneOf } from "./tones";

/** Options that are named one by one: all days of a week are. */
const WEEK = 7;

export type Words = Pick<Context, "t" | "format" | "me">;

export const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const EMPTY: Cell = { text: "—" };

/** Address of the screen that views related records, with `{id}` in it, for people who may see them. */
export function refPath({ me }: Pick<Words, "me">, to: string): string | undefined {
  const entity = entityNamed(to);
  return allowed(me, listRequirement(entity)) ? entity.paths.view : undefined;
}

/** Where a related record is viewed, for people who may see it. */
export const refHref = (words: Pick<Words, "me">, to: string, id: number): string | undefined =>
  refPath(words, to) && viewPath(entityNamed(to), id);

/** A field's value as a person reads it: a cell of a list, a line of a summary. */
export function shown(words: Words, field: Field, value: unknown): Cell {
  if (value === null || value === undefined || value === "") return EMPTY;
  const { t, format } = words;
  switch (field.kind) {
    case "money":
      if (typeof value !== "number") return EMPTY;
      return value < 0 ? { text: format.money(value), tone: "bad" } : { text: format.money(value) };
    case "integer":
    case "decimal": {
      if (typeof value !== "number") return EMPTY;
      if (field.kind === "integer" && field.code) return { text: String(value) };
      if (field.unit === "duration") return { text: format.duration(value) };
      if (field.unit === "percent") return { text: format.percent(value / 100, 2) };
      // Words beside a number have its plural form: "1 day".
      if (field.unit === "days" || field.unit === "vends" || field.unit === "pc")
        return { text: t(`resource:counted.${field.unit}`, { count: value, shown: format.number(value, 3) }) };
      return {
        text: field.unit
          ? format.quantity(value, t(`options:unit.${field.unit}`))
          : format.number(value, field.kind === "decimal" ? Math.min(field.scale, 6) : 0),
      };
    }
    case "flag":
      return { text: t(value === true ? "resource:yes" : "resource:no") };
    case "choice":
      return { text: t(`options:${field.name}.${plain(value)}`), ...toneOf(field.name, plain(value)) };
    case "choices":
      return Array.isArray(value) && value.length
        ? { text: field.byMenu ? t("resource:chosen", { count: value.length }) : namesOf(words, field.name, value) }
        : field.empty
          ? { text: t(`errors:${field.empty}`) }
          : EMPTY;
    case "moment":
      return typeof value === "string"
        ? { text: format.dateTime(value), ...(field.deadline ? lateness(words, value) : {}) }
        : EMPTY;
    case "day":
      return typeof value === "string" ? { text: format.date(`${value}T12:00:00Z`) } : EMPTY;
    case "ref":
      return shownRef(words, field.to, refSchema.safeParse(value).data);
    case "refs":
      return {
        text:
          z
            .array(refSchema)
            .parse(value)
            .map((one) => one.label)
            .join(", ") || "—",
      };
    case "files":
      return {
        text:
          typeof value === "number"
            ? format.number(value)
            : z
                .array(fileValue)
                .parse(value)
                .map((one) => one.label)
                .join(", ") || "—",
      };
    case "file":
      return { text: fileValue.safeParse(value).data?.label ?? "—" };
    case "shifts":
      return { text: writeShifts(shiftList.catch([]).parse(value)) || "—" };
    case "rows":
      return { text: typeof value === "number" ? format.number(value) : String(rowsSchema.parse(value).length) };
    case "text":
      return { text: field.format === "post_error" ? messageText(t, postErrorMessage(plain(value))) : plain(value) };
    case "secret":
      return { text: plain(value) };
  }
}

/** The chosen options in words; of many the first, and how many more there are: "Kyiv, Lviv +12". */
function namesOf({ t }: Words, name: string, chosen: readonly unknown[]): string {
  const names = chosen.slice(0, WEEK).map((one) => t(`options:${name}.${plain(one)}`));
  return names.join(", ") + (chosen.length > WEEK ? ` +${chosen.length - WEEK}` : "");
}

/** What quantities of a related record are counted in, in words. */
export function unitOf({ t }: Pick<Words, "t">, to: string, { unit }: Ref): string | undefined {
  const field = entityNamed(to).fields[entityNamed(to).measure ?? ""];
  return field?.kind === "choice" && unit !== undefined ? t(`options:${field.name}.${unit}`) : undefined;
}

/** The cell `name` of a nested row; a quantity with the unit of the record that it is a quantity of. */
export function shownCell(words: Words, { of }: RowsField, row: Record<string, unknown>, name: string): string {
  const cell = of[name];
  if (!cell) return "";
  const { text } = shown(words, cell, row[name]);
  const counted = cell.kind === "decimal" && cell.unitOf !== undefined ? cell.unitOf : "";
  const [relation, ref] = [of[counted], refSchema.safeParse(row[counted]).data];
  const unit = relation?.kind === "ref" && ref ? unitOf(words, relation.to, ref) : undefined;
  return unit ? `${text}\u00a0${unit}` : text;
}

/** How late it is for a deadline that is past: then the words matter more than the time, which stands below. */
function lateness({ t, format }: Words, deadline: string): Partial<Cell> {
  const seconds = (Date.now() - Date.parse(deadline)) / 1000;
  return seconds > 0
    ? {
        text: t("resource:overdue_by", { time: format.span(seconds) }),
        hint: format.dateTime(deadline),
        tone: "bad",
        badge: true,
      }
    : {};
}

function shownRef(words: Words, to: string, ref: Ref | undefined): Cell {
  if (!ref) return EMPTY;
  const colour = entityNamed(to).fields[entityNamed(to).colour ?? ""];
  const tone = colour?.kind === "choice" && ref.colour !== undefined ? toneOf(colour.name, ref.colour) : undefined;
  const href = isOutOfSight(ref) ? undefined : refHref(words, to, ref.id);
  return { text: ref.label, href, hint: ref.about ?? undefined, ...tone };
}

/** A value in full words, as history tells it: every choice and every nested row written out. */
export function inWords(words: Words, entityName: string, fieldName: string, field: Field, value: unknown): string {
  if (field.kind === "choices" && Array.isArray(value))
    return (
      value.map((one) => words.t(`options:${field.name}.${plain(one)}`)).join(", ") || shown(words, field, value).text
    );
  const rows = field.kind === "rows" ? rowsSchema.safeParse(value) : undefined;
  if (field.kind !== "rows" || !rows?.success) return shown(words, field, value).text;
  return rows.data.map((row) => cellsInWords(words, `${entityName}.rows.${fieldName}`, field, row)).join("; ") || "—";
}

/** A nested row in full words; `place` is where the names of its cells stand among the texts of entities. */
export const cellsInWords = (words: Words, place: string, field: RowsField, row: Record<string, unknown>): string =>
  Object.keys(field.of)
    .filter((cell) => row[cell] !== null && row[cell] !== undefined)
    .map((cell) => `${words.t(`entities:${place}.${cell}`)}: ${shownCell(words, field, row, cell)}`)
    .join(", ");
