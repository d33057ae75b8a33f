import type { Entity } from "~server/contract/entity";
import { identityOf, importColumns } from "~server/contract/import-columns";
import { Fault } from "../fault";
import type { RowFault } from "./import";
import type { FileRecord } from "./import-lines";

/** The column beside which stands what is wrong with a record as a whole: by which it is known. */
export const nameColumn = (entity: Entity): string => identityOf(entity).at(-1) ?? entity.title;

/** What is wrong with a record, beside its cells; what belongs to none of them beside its name. Anything but a refusal is thrown on. */
export function faultsOf(entity: Entity, record: FileRecord, error: unknown): RowFault[] {
  if (!(error instanceof Fault) || error.status >= 500) throw error;
  const messages = Object.entries(error.extra.fields ?? {});
  if (!messages.length) return [{ index: record.index, column: nameColumn(entity), message: { key: error.key } }];
  return messages.flatMap(([path, told]) => {
    const place = placeOf(entity, record, path);
    return told.map((message) => ({ ...place, message }));
  });
}

/** Where in the file stands what a refusal names: `row[3].price` is said by the file, `cells[0].price` by a form. */
function placeOf(entity: Entity, { index, lists }: FileRecord, path: string): Pick<RowFault, "index" | "column"> {
  const columns = importColumns(entity).map(({ name }) => name);
  const [, list = "", place = "", cell = ""] = /^(\w+)\[(\d+)\]\.([\w.]+)$/.exec(path) ?? [];
  if (list === "row") return { index: Number(place), column: cell };
  const line = lists.get(list)?.[Number(place)];
  if (line && columns.includes(`${list}.${cell}`)) return { index: line.index, column: `${list}.${cell}` };
  const [column = ""] = path.split(/[.[]/);
  return { index, column: columns.includes(column) ? column : nameColumn(entity) };
}
