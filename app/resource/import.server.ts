import { data } from "@remix-run/node";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRequirement, type Entity, fieldOf, importPath } from "~server/contract/entity";
import type { FieldMessages } from "~server/contract/envelope";
import { hasLines, identityOf, importColumns } from "~server/contract/import-columns";
import { IMPORT_BYTES, IMPORT_ROWS, type ImportPreview, type ImportRows, MOST_RECORDS } from "~server/contract/imports";
import { plain } from "~server/contract/plain";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import type { Refusal } from "~server/web/outcome.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { redirectWithToast } from "~server/web/toast.server";
import { allowedWords } from "./allowed-words.server";
import { importedAt } from "./find-entity.server";
import { ImportScreen } from "./import";
import { changesInWords } from "./changes.server";
import { columnsOf, type FileRow, readTable } from "./import-file.server";
import { importLabels } from "./import-labels";
import { templatesOf } from "./template.server";
import { codesOf, importLabel, namesOf, wordOf } from "./import-words.server";

const requirement = ({ url }: Pick<Context, "url">) => createRequirement(importedAt(url).entity);

/** Loader of the screen of an import: the choice of a file, or with `?file=` what a file that was read would make. */
export const importLoader = protectedLoader(requirement, async (context) => {
  const { entity, calls } = importedAt(context.url);
  const file = context.url.searchParams.get("file");
  const preview = file === null ? undefined : await context.api.read(calls.read, { import: file });
  return drawn(context, entity, { preview });
});

/** Reads a file and shows what is wrong with it, row by row, or leads to what it would make; saves what was looked at. */
export const importAction = protectedAction(
  requirement,
  async (context) => {
    const saved = plain(context.form().get("save"));
    if (saved) return save(context, saved);
    const sent = await rowsSent(context);
    return "error" in sent ? refuse(context, 400, sent) : tryRows(context, sent);
  },
  { limit: IMPORT_BYTES + 16 * 1024 },
);

/** What is wrong with a file as a whole, or with its rows. */
interface Wrong {
  error?: string;
  faults?: Fault[];
}
export interface Fault {
  line: number;
  column: string;
  value: string;
  reason: string;
}

function drawn(context: Context, entity: Entity, found: Wrong & { preview?: ImportPreview }) {
  const model = importModel(context, entity, found);
  const html = renderToStaticMarkup(createElement(ImportScreen, { model }));
  return drawnOnServer(context.request, { title: model.title, html }, "html");
}

const refuse = (context: Context, status: number, wrong: Wrong) =>
  data(drawn(context, importedAt(context.url).entity, wrong), { status });

interface Sent {
  rows: ImportRows;
  lines: FileRow[];
  /** Columns that nothing is made of. */
  unknown: string[];
}

/** The rows of the file that was sent, by column; or what is wrong with it. */
async function rowsSent(context: ActionContext): Promise<Sent | { error: string }> {
  const { t } = context;
  const { entity } = importedAt(context.url);
  const file = context.form().get("file");
  if (!(file instanceof File) || file.size === 0) return { error: t("errors:empty_file") };
  const most = entity.imports || hasLines(entity) ? IMPORT_ROWS : MOST_RECORDS;
  const table = await readTable(new Uint8Array(await file.arrayBuffer()), most);
  if (!table) return { error: t("errors:no_table") };
  const [heading, ...lines] = table;
  if (!heading || !lines.length) return { error: t("errors:empty_file") };
  if (lines.length > most) return { error: t("errors:too_many_rows", { count: most }) };
  const { places, unknown, twice } = columnsOf(heading.cells, await namesOf(entity));
  // What is required of a new record need not stand in a file that changes others; of those that are new it is told by row.
  const needed = entity.imports || identityOf(entity);
  const missing = importColumns(entity)
    .filter(({ name, field }) => needed.includes(name) && field.required && !places.has(name))
    .map((column) => importLabel(context, entity, column));
  if (missing.length) return { error: t("resource:import.missing", { columns: missing.join(", ") }) };
  if (twice.length) return { error: t("resource:import.twice", { columns: twice.join(", ") }) };
  const coded = await codesOf(entity);
  const rows = lines.map(({ cells }) =>
    Object.fromEntries([...places].map(([name, place]) => [name, coded(name, cells[place] ?? "")])),
  );
  return { rows, lines, unknown };
}

async function tryRows(context: ActionContext, { rows, lines, unknown }: Sent) {
  const { entity, calls } = importedAt(context.url);
  const body = new TextEncoder().encode(JSON.stringify({ rows }));
  const tried = await context.api.upload(calls.try, {}, {}, body, {});
  if (!tried.ok) return refuse(context, tried.status, wrongOf(context, entity, tried, rows, lines));
  const toast = unknown.length
    ? ({ tone: "warn", text: context.t("resource:import.unknown", { columns: unknown.join(", ") }) } as const)
    : ({ tone: "info", key: "resource:import.read" } as const);
  throw await redirectWithToast(`${importPath(entity)}?file=${tried.data.id}`, toast);
}

async function save(context: ActionContext, file: string) {
  const { entity, calls } = importedAt(context.url);
  const saved = await context.api.change(calls.save, { import: file }, {});
  if (!saved.ok) {
    const { rows } = await context.api.read(calls.read, { import: file });
    return refuse(context, saved.status, wrongOf(context, entity, saved, rows));
  }
  const { made, changed, same } = saved.data;
  const values = { made, changed, same };
  throw await redirectWithToast(entity.paths.list, { tone: "ok", key: "resource:import.saved", values });
}

/** Faults by row, in the order of the file; of what is no row the refusal as it is. */
function wrongOf(
  context: Context,
  entity: Entity,
  { error, fields }: Refusal,
  rows: ImportRows,
  lines: readonly FileRow[] = [],
): Wrong {
  const { t } = context;
  const faults = Object.entries(fields).flatMap(([place, messages]) => faultsAt(place, messages));
  if (!faults.length) return { error: errorText(t, error) };
  return { faults: faults.sort((one, other) => one.line - other.line) };

  function faultsAt(place: string, messages: FieldMessages[string]): Fault[] {
    const [, index = "", name = ""] = /^rows\[(\d+)\]\.([\w.]+)$/.exec(place) ?? [];
    const column = importColumns(entity).find((one) => one.name === name);
    if (!column) return [];
    const [reasons = []] = Object.values(fieldTexts(t, { [place]: messages }));
    const row = Number(index);
    const text = rows[row]?.[name] ?? "";
    const allowed = allowedWords(context, column.field, text);
    return [
      {
        line: lines[row]?.line ?? row + 2,
        column: importLabel(context, entity, column),
        value: wordOf(context, column, text),
        reason: [...new Set(reasons), ...(allowed ? [allowed] : [])].join(". "),
      },
    ];
  }
}

/** How a file of records is read, in words. */
function hintsOf({ t, format }: Context, entity: Entity): string[] {
  const columns = importColumns(entity);
  const known = columns.filter(({ name }) => identityOf(entity).includes(name));
  const nested = new Set(columns.flatMap(({ of }) => of?.list ?? []));
  return [
    t("resource:import.hint", {
      known: known.map((column) => importLabel({ t }, entity, column)).join(", "),
      shown: format.number(MOST_RECORDS),
    }),
    ...[...nested].map((list) =>
      t("resource:import.lines", {
        list: t(`entities:${entity.name}.fields.${list}`),
        shown: format.number(IMPORT_ROWS),
      }),
    ),
    ...secretsHint({ t }, entity),
  ];
}

function secretsHint({ t }: Pick<Context, "t">, { fields }: Entity): string[] {
  const secrets = Object.values(fields).filter(({ kind }) => kind === "secret");
  if (!secrets.length) return [];
  return [t(secrets.some(({ required }) => required) ? "resource:import.no_password" : "resource:import.secrets")];
}

/** Faults that a screen shows; whoever has more has one mistake many times. */
const MOST_FAULTS = 200;

function importModel(
  context: Context,
  entity: Entity,
  { error, faults = [], preview }: Wrong & { preview?: ImportPreview },
) {
  const { t, format } = context;
  const columns = importColumns(entity);
  // Columns that the file has not say nothing.
  const shown = columns.filter(({ name }) => preview?.rows.some((row) => name in row));
  return {
    title: t("resource:import.title", { many: t(`entities:${entity.name}.many`) }),
    list: { label: t(`entities:${entity.name}.many`), href: entity.paths.list },
    path: importPath(entity),
    columns: columns
      .map((column) => importLabel(context, entity, column) + (column.field.required ? " *" : ""))
      .join(", "),
    hint: entity.imports ? t(`entities:${entity.name}.import`) : hintsOf(context, entity).join(" "),
    templates: templatesOf(t, entity.name),
    error,
    faults: faults.length
      ? {
          title: t("resource:import.faults", { count: faults.length, shown: format.number(faults.length) }),
          columns: ["line", "column", "value", "reason"].map((key) => ({
            key,
            label: t(`resource:import.${key}`),
            brief: key === "line" ? undefined : true,
          })),
          rows: faults.slice(0, MOST_FAULTS).map((fault, index) => ({
            id: String(index),
            cells: [
              { text: format.number(fault.line) },
              { text: fault.column },
              { text: fault.value || "—" },
              { text: fault.reason },
            ],
          })),
          more: faults.length > MOST_FAULTS ? t("resource:import.more", { count: MOST_FAULTS }) : undefined,
        }
      : undefined,
    preview: preview && {
      id: String(preview.id),
      done: preview.done,
      counts: (["made", "changed", "same"] as const).map((name) => ({
        label: t(`resource:import.${name}`),
        value: format.number(preview[name]),
      })),
      title:
        preview.rows.length === preview.total
          ? t("resource:import.all", { count: preview.total })
          : t("resource:import.first", {
              shown: format.number(preview.rows.length),
              total: format.number(preview.total),
              count: preview.total,
            }),
      columns: shown.map((column) => ({ key: column.name, label: importLabel(context, entity, column) })),
      rows: preview.rows.map((row, index) => ({
        id: String(index),
        cells: shown.map((column) => ({ text: wordOf(context, column, row[column.name] ?? "") || "—" })),
      })),
    },
    told: preview?.told.length ? toldModel(context, entity, preview) : undefined,
    labels: pick(t, importLabels),
  };
}

/** What the file makes of the records: of those that change each field before and after, of the new ones their names. */
function toldModel(context: Context, entity: Entity, { told, made, changed }: ImportPreview) {
  const { t, format } = context;
  const rows = told.flatMap(({ index, name, outcome, changes }) => {
    const of = { text: name || "—" };
    const line = { text: format.number(index + 2) };
    if (outcome === "made") return [[of, { text: t("resource:import.is_new") }, { text: "" }, { text: "" }, line]];
    return changes.flatMap(({ field, before, after }) =>
      changesInWords(context, entity.name, field, fieldOf(entity, field), before, after).map((change) => [
        of,
        { text: change.label },
        { text: change.before },
        { text: change.after },
        line,
      ]),
    );
  });
  return {
    title: t("resource:import.told"),
    columns: [
      { key: "record", label: t("resource:import.record") },
      { key: "field", label: t("resource:import.field"), brief: true as const },
      ...["before", "after"].map((key) => ({ key, label: t(`resource:history.${key}`), brief: true as const })),
      { key: "line", label: t("resource:import.line") },
    ],
    rows: rows.map((cells, index) => ({ id: String(index), cells })),
    more: made + changed > told.length ? t("resource:import.told_more", { shown: told.length }) : undefined,
  };
}
export type ImportModel = ReturnType<typeof importModel>;
