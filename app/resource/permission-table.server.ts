import { type PermissionRow, permissionRows, POWERS } from "~/frame/permission-rows";
import { allowed, type Permission } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import type { PermissionCell, PermissionLine, PermissionTable } from "./permissions-field";
import { actionLabel } from "./view.server";

type Words = Pick<Context, "t" | "me">;

/** All permission codes as a table of what the menu leads to, in words. */
export function permissionTable(words: Words): PermissionTable {
  const { t } = words;
  const parts: PermissionTable["parts"] = [];
  const rows = permissionRows();
  let group: string | undefined;
  for (const row of rows) {
    if (!parts.length || row.group !== group) parts.push({ title: row.group && t(row.group), lines: [] });
    group = row.group;
    parts.at(-1)?.lines.push(lineOf(words, row, rows));
  }
  return { area: t("access:area"), columns: POWERS.map((power) => t(`access:powers.${power}`)), parts };
}

/** Codes that the person may not give, because they do not hold them. */
export const notGiven = ({ me }: Pick<Context, "me">, codes: readonly Permission[]): Permission[] =>
  codes.filter((code) => !allowed(me, [code]));

/** How a line is called: as its screen, or where it has more, as the first of its codes. */
export const nameOf = ({ t }: Pick<Context, "t">, { codes, screens: [only, ...more] }: PermissionRow): string =>
  t(only && !more.length ? only.text : `options:permission.${codes[0]}`);

function lineOf(words: Words, row: PermissionRow, rows: readonly PermissionRow[]): PermissionLine {
  const { t } = words;
  return {
    label: nameOf(words, row),
    notes: notesOf(words, row),
    idle: row.idle.map(({ code, without }) => ({
      code,
      text: t("access:idle", { what: t(`options:permission.${without}`) }),
    })),
    cells: POWERS.map((_, column) => cellOf(words, row, column, rows)),
  };
}

/** What a code is about in its line: places of columns. */
const columnsOf = ({ powers }: PermissionRow, code: Permission): number[] =>
  POWERS.flatMap((power, column) => (powers[power] === code ? [column] : []));

/** The box of a code, in the first column that it is about; in the others, what they go with. */
function cellOf(words: Words, row: PermissionRow, column: number, rows: readonly PermissionRow[]): PermissionCell {
  const { t } = words;
  const power = POWERS[column];
  const code = power && row.powers[power];
  if (!code) return {};
  if (!row.codes.includes(code)) {
    const other = rows.find(({ codes }) => codes.includes(code));
    return other ? { text: t("access:with", { what: nameOf(words, other) }) } : {};
  }
  const columns = columnsOf(row, code);
  const [first = column] = columns;
  if (first !== column) return { text: t("access:with", { what: powersIn(words, [first]) }), follows: first };
  return {
    box: { code, columns, label: powersIn(words, columns), isGiven: notGiven(words, [code]).length === 0 },
  };
}

/** "See, change". */
export const powersIn = ({ t }: Pick<Context, "t">, columns: readonly number[]): string =>
  columns
    .map((column) => t(`access:powers.${POWERS[column]}`))
    .map((word, index) => (index ? word.toLowerCase() : word))
    .join(", ");

/** Which screens a line opens, where they are many, and what else its codes let do. */
function notesOf(words: Words, row: PermissionRow): string[] {
  const { t } = words;
  const screens = [...new Set(row.screens.map(({ text }) => t(text)))];
  const boxes = row.codes.map((code) => ({
    what: powersIn(words, columnsOf(row, code)),
    list: [
      ...new Set(
        row.actions.filter((one) => one.code === code).map((one) => actionLabel(words, one.entity, one.action)),
      ),
    ].join(", "),
  }));
  return [
    ...(screens.length > 1 ? [t("access:opens", { list: screens.join(", ") })] : []),
    ...boxes
      .filter(({ list }) => list)
      .map(({ what, list }) => (boxes.length > 1 ? t("access:also_with", { what, list }) : t("access:also", { list }))),
  ];
}
