import { type Entity, type EntityAction, takenField } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import { fieldSchema } from "~server/contract/field-schema";
import { parseMessage } from "~server/contract/messages";
import { plain } from "~server/contract/plain";
import type { Context, WithForm } from "~server/web/guard.server";
import { fieldTexts } from "~server/web/messages.server";
import type { Refusal } from "~server/web/outcome.server";
import type { Option } from "~/ui/field";
import { choicesOf, chosenRefs } from "./choices.server";

/** The control by which a confirm page asks for what an action takes along. */
export interface TakenControl {
  name: string;
  label: string;
  hint?: string;
  /** What its numbers are counted in. */
  unit?: string;
  required: boolean;
  /** The box by which it is wished that the field holds nothing: an empty field alone wishes nothing. */
  empties?: string;
  /** What it is chosen from; absent: it is typed, so long at most. */
  options?: Option[];
  /** Several are ticked; these are when the page comes. */
  several?: string[];
  most?: number;
  type?: "date" | "number";
  placeholder: string;
  /** There are more choices than shown: the page is asked for anew with words that they must hold. */
  search?: { name: string; label: string; submit: string; words: string; kept: [name: string, value: string][] };
}

/** What is typed into the search of choices. */
const FIND = "find";

type Words = Pick<Context, "t" | "api" | "url">;

export async function takenControl(
  context: Words,
  entity: Entity,
  action: EntityAction,
): Promise<TakenControl | undefined> {
  const { t } = context;
  const [name, field] = takenField(entity, action) ?? [];
  if (!name || !field) return undefined;
  const common = {
    name,
    label: t(`entities:${entity.name}.fields.${name}`),
    hint: field.hint && t(`entities:${entity.name}.hints.${name}`),
    required: field.required === true || field.kind === "flag",
    empties: mayBeEmptied(action, field) ? t("resource:bulk.empties") : undefined,
    placeholder: t("resource:choose"),
  };
  switch (field.kind) {
    case "flag":
      return { ...common, options: flags(context) };
    case "integer":
    case "decimal":
      return { ...common, type: "number", most: 16, unit: field.unit && t(`options:unit.${field.unit}`) };
    case "money":
      return { ...common, type: "number", most: 16, unit: t("options:unit.uah") };
    case "day":
      return { ...common, type: "date" };
    case "choice":
      return { ...common, options: wordsOf(context, field) };
    case "choices":
      return { ...common, options: wordsOf(context, field), several: context.url.searchParams.getAll(name) };
    case "text":
      return { ...common, most: field.max };
    case "ref":
    case "refs":
      return { ...common, ...(await found(context, name, common.label, field)) };
    default:
      throw new Error(`${entity.name}.${action.name}: a confirm page cannot ask for ${field.kind}`);
  }
}

const mayBeEmptied = ({ writes }: EntityAction, { kind, required }: Field): boolean =>
  writes === true && !required && kind !== "flag";

/** Name of the box beside a field that may be emptied. */
export const EMPTIES = "empties";

const flags = ({ t }: Words): Option[] => [
  { value: "true", label: t("resource:yes") },
  { value: "false", label: t("resource:no") },
];

const wordsOf = ({ t }: Words, field: Field & { kind: "choice" | "choices" }): Option[] =>
  field.options.map((value) => ({ value, label: t(`options:${field.name}.${value}`) }));

/** Records to choose from; what is ticked already goes along with a search for more. */
async function found(
  { t, api, url }: Words,
  name: string,
  label: string,
  field: Field & { kind: "ref" | "refs" },
): Promise<Pick<TakenControl, "options" | "search" | "several">> {
  const words = plain(url.searchParams.get(FIND)).slice(0, 100);
  const several = field.kind === "refs" ? url.searchParams.getAll(name) : undefined;
  const chosen = await chosenRefs(api, field.to, several ?? []);
  const { options, more } = await choicesOf({ api, t }, field.to, chosen, words, field.among);
  const search = {
    name: FIND,
    label: `${t("resource:find_in")}: ${label}`,
    submit: t("resource:find"),
    words,
    kept: [...url.searchParams].filter(([param]) => param !== FIND && param !== name),
  };
  return { options, several, search: more ? search : undefined };
}

/** What the form says the action takes along: as it was sent, and as the API gets it, or what is wrong with it. */
export function takenValue(
  { t }: Pick<Context, "t">,
  entity: Entity,
  action: EntityAction,
  form: ReturnType<WithForm["form"]>,
): { sent: string[]; body: [string, string][]; errors?: string[] } {
  const [name, field] = takenField(entity, action) ?? [];
  if (!name || !field) return { sent: [], body: [] };
  const sent = form.getAll(name).map(plain);
  const isEmpty = sent.every((value) => value.trim() === "");
  if (mayBeEmptied(action, field) && isEmpty !== form.has(EMPTIES))
    return { sent, body: [], errors: [t("resource:bulk.value_or_empty", { empties: t("resource:bulk.empties") })] };
  if (field.kind !== "money") return { sent, body: sent.map((value) => [name, value]) };
  // People write hryvnias, the API takes kopecks.
  const read = fieldSchema(field, "form").safeParse(sent[0]);
  if (read.success) return { sent, body: [[name, plain(read.data)]] };
  const messages = read.error.issues.map(({ message }) => parseMessage(message));
  return { sent, body: [], errors: fieldTexts(t, { [name]: messages })[name] };
}

/** Why what was taken along will not do. */
export const takenErrors = (
  { t }: Pick<Context, "t">,
  { takes }: EntityAction,
  { fields }: Refusal,
): string[] | undefined => (takes === undefined ? undefined : fieldTexts(t, fields)[takes]);
