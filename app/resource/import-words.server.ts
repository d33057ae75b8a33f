import type { Entity } from "~server/contract/entity";
import { type ImportColumn, importColumns } from "~server/contract/import-columns";
import type { Context } from "~server/web/guard.server";
import { translatorFor } from "~server/web/i18n.server";
import { LANGUAGES } from "~server/web/preferences.server";
import { withUnit } from "./exported.server";

type Words = Pick<Context, "t">;

/** What a column of a file is called: a cell of nested rows together with what they are. */
export const importLabel = ({ t }: Words, entity: Entity, { name, of }: ImportColumn): string =>
  of
    ? `${t(`entities:${entity.name}.fields.${of.list}`)}: ${cellLabel({ t }, entity, of)}`
    : t(`entities:${entity.name}.fields.${name}`);

const cellLabel = ({ t }: Words, entity: Entity, { list, cell }: NonNullable<ImportColumn["of"]>): string =>
  t(`entities:${entity.name}.rows.${list}.${cell}`);

/** Its heading in a file that is written. */
export const importHeader = (words: Words, entity: Entity, column: ImportColumn): string =>
  withUnit(words, importLabel(words, entity, column), column.field);

/** What the columns of an entity may be called: by their fields, and in each language; a cell also by itself, where nothing else is called so. */
export async function namesOf(entity: Entity): Promise<[string, string[]][]> {
  const languages = await Promise.all(LANGUAGES.map(async (lang) => ({ t: await translatorFor(lang) })));
  const columns = importColumns(entity);
  const own = new Set(languages.flatMap((words) => columns.map((column) => importLabel(words, entity, column))));
  return columns.map((column) => [
    column.name,
    [
      column.name,
      ...languages.flatMap((words) => {
        const alone = column.of ? cellLabel(words, entity, column.of) : "";
        return [
          importLabel(words, entity, column),
          importHeader(words, entity, column),
          ...(alone && !own.has(alone) ? [alone, withUnit(words, alone, column.field)] : []),
        ];
      }),
    ],
  ]);
}

/** What a cell says of choices by the words of any language, as their codes; any other as it is. */
export async function codesOf(entity: Entity): Promise<(name: string, text: string) => string> {
  const languages = await Promise.all(LANGUAGES.map(translatorFor));
  const codes = new Map<string, string>();
  const several = new Set<string>();
  const key = (name: string, text: string) => `${name} ${text.trim().toLocaleLowerCase()}`;
  for (const { name, field } of importColumns(entity)) {
    if (field.kind !== "choice" && field.kind !== "choices") continue;
    if (field.kind === "choices") several.add(name);
    for (const option of field.options)
      for (const word of [option, ...languages.map((t) => t(`options:${field.name}.${option}`))])
        codes.set(key(name, word), option);
  }
  const codeOf = (name: string, text: string) => codes.get(key(name, text)) ?? text;
  return (name, text) =>
    several.has(name)
      ? text
          .split(text.includes(";") ? ";" : ",")
          .map((one) => codeOf(name, one))
          .join(";")
      : codeOf(name, text);
}

/** The same the other way round: a row that waits to be saved tells of choices in the words of the person. */
export function wordOf({ t }: Words, { field }: ImportColumn, text: string): string {
  if (field.kind !== "choice" && field.kind !== "choices") return text;
  const { name, options } = field;
  const word = (one: string) => (options.includes(one) ? t(`options:${name}.${one}`) : one);
  return field.kind === "choices" ? text.split(";").map(word).join(", ") : word(text);
}
