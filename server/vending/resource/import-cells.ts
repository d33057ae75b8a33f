import type { Message } from "~server/contract/envelope";
import type { Field } from "~server/contract/field-kinds";
import { fieldSchema } from "~server/contract/field-schema";
import { flagCell } from "~server/contract/imports";
import { parseMessage } from "~server/contract/messages";

/** Ids of records by what they are known by, in small letters. */
export type Ids = ReadonlyMap<string, readonly number[]>;
export type IdsOf = (to: string) => Ids | undefined;

/** What a cell may mean that names records: the whole of it, or each part between its signs. */
export const namesIn = (text: string): string[] => [text, ...partsOf(text)].map((name) => name.trim()).filter(Boolean);
const partsOf = (text: string): string[] =>
  text
    .split(text.includes(";") ? ";" : ",")
    .map((part) => part.trim())
    .filter(Boolean);

/** A day as people write it ("6.5.2027") as the calendar has it; any other text as it is. */
export const dayOf = (text: string): string =>
  text
    .trim()
    .replace(
      /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/,
      (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
    );

/** A cell as the wire has its value, or what is wrong with it. */
export function readCell(field: Field, text: string, ids: IdsOf): { value: unknown } | { faults: Message[] } {
  const said = saidBy(field, text.trim(), ids);
  if (typeof said === "object" && "fault" in said) return { faults: [{ key: said.fault }] };
  const read = fieldSchema(field, "form").safeParse(said);
  return read.success
    ? { value: read.data }
    : { faults: read.error.issues.map(({ message }) => parseMessage(message)) };
}

type Said = string | boolean | number | readonly (string | number)[] | { fault: string };

/** What a cell says, as a form would send it. */
function saidBy(field: Field, text: string, ids: IdsOf): Said {
  switch (field.kind) {
    case "flag":
      return flagCell.safeParse(text).data ?? { fault: "incorrect" };
    case "day":
      return dayOf(text);
    case "choices":
      return partsOf(text);
    case "ref":
      return text === "" ? "" : refOf(ids(field.to), text);
    case "refs": {
      if (text === "") return [];
      const known = ids(field.to);
      const names = known?.has(keyed(text)) ? [text] : partsOf(text);
      const found = names.map((name) => refOf(known, name));
      const fault = found.find((one) => typeof one !== "number");
      return fault ?? found.filter((one) => typeof one === "number");
    }
    default:
      return text;
  }
}

function refOf(known: Ids | undefined, name: string): number | { fault: string } {
  const [id, other] = known?.get(keyed(name)) ?? [];
  if (id === undefined) return { fault: "no_such_record" };
  return other === undefined ? id : { fault: "several_of_name" };
}

/** What a text is compared by. */
export const keyed = (text: string): string => text.trim().toLocaleLowerCase("uk");
