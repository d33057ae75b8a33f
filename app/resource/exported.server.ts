import { fieldOf } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import { columnKey, type Listed } from "~server/contract/listed";
import { plain } from "~server/contract/plain";
import { TIME_ZONE } from "~server/contract/time";
import type { Context } from "~server/web/guard.server";
import { shown } from "./show.server";

/** A value in a file: numbers as numbers, money in UAH; `local` is a day or a time of Kyiv, written the ISO way. */
export type Exported = string | number | { local: string } | null;

const KOPECKS = 100;

/** A field's value for a spreadsheet. */
export function exported(context: Context, field: Field, value: unknown): Exported {
  if (value === null || value === undefined || value === "") return null;
  switch (field.kind) {
    case "money":
      return typeof value === "number" ? value / KOPECKS : null;
    case "integer":
    case "decimal":
    case "rows":
      return typeof value === "number" ? value : null;
    case "day":
      return { local: plain(value) };
    case "moment":
      return { local: clock.format(new Date(plain(value))) };
    case "text":
      return field.format === "phone" ? phone(plain(value)) : shown(context, field, value).text;
    case "choices":
      return Array.isArray(value)
        ? value.map((one) => context.t(`options:${field.name}.${plain(one)}`)).join(", ")
        : null;
    default: {
      const { text } = shown(context, field, value);
      return text === "—" ? null : text;
    }
  }
}

/** In groups of digits: a spreadsheet takes digits alone for a number. */
const phone = (text: string) => text.replace(/^\+380(\d\d)(\d{3})(\d\d)(\d\d)$/, "+380 $1 $2 $3 $4");

/** An instant as the company's clock showed it: "2026-05-06 14:30:05". */
const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE, dateStyle: "short", timeStyle: "medium" });

/** A value as a cell of a workbook, whose dates have no zone. */
export const workbookCell = (value: Exported): string | number | Date | null =>
  typeof value === "object" && value !== null
    ? new Date(`${value.local.length > DAY_LENGTH ? value.local.replace(" ", "T") : `${value.local}T00:00:00`}Z`)
    : value;
const DAY_LENGTH = "2026-05-06".length;

/** Heading of a column, with the unit that its numbers do without. */
export const exportHeader = ({ t }: Pick<Context, "t">, entity: Listed, name: string): string =>
  withUnit({ t }, t(columnKey(entity, name)), fieldOf(entity, name));

export function withUnit({ t }: Pick<Context, "t">, label: string, field: Field): string {
  if (field.kind === "money") return `${label}, ${t("options:unit.uah")}`;
  return (field.kind === "integer" || field.kind === "decimal") && field.unit
    ? `${label}, ${t(`options:unit.${field.unit}`)}`
    : label;
}

export function numberFormat(field: Field): string | undefined {
  if (field.kind === "money") return "0.00";
  if (field.kind === "day") return "yyyy-mm-dd";
  return field.kind === "moment" ? "yyyy-mm-dd hh:mm:ss" : undefined;
}

/** Width of a column in characters. */
export const exportWidth = (field: Field): number =>
  field.kind === "text" || field.kind === "ref" || field.kind === "refs" ? 28 : field.kind === "moment" ? 20 : 14;
