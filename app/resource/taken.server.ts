import { type Entity, type EntityAction, takenField } from "~server/contract/entity";
import { plain } from "~server/contract/plain";
import type { Context, WithForm } from "~server/web/guard.server";
import { fieldTexts } from "~server/web/messages.server";
import type { Refusal } from "~server/web/outcome.server";
import type { Option } from "~/ui/field";
import { choicesOf } from "./choices.server";

/** The control by which a confirm page asks for what an action takes along. */
export interface TakenControl {
  name: string;
  label: string;
  required: boolean;
  /** What it is chosen from; absent: it is typed, so long at most. */
  options?: Option[];
  most?: number;
  type?: "date";
  placeholder: string;
  /** There are more choices than shown: the page is asked for anew with words that they must hold. */
  search?: { name: string; label: string; submit: string; words: string; kept: [name: string, value: string][] };
}

/** What is typed into the search of choices. */
const FIND = "find";

export async function takenControl(
  { t, api, url }: Pick<Context, "t" | "api" | "url">,
  entity: Entity,
  action: EntityAction,
): Promise<TakenControl | undefined> {
  const [name, field] = takenField(entity, action) ?? [];
  if (!name || !field) return undefined;
  const required = field.required === true;
  const common = {
    name,
    label: t(`entities:${entity.name}.fields.${name}`),
    required,
    placeholder: t(required ? "resource:choose" : "resource:bulk.emptied"),
  };
  if (field.kind === "flag")
    return {
      ...common,
      required: true,
      placeholder: t("resource:choose"),
      options: ["true", "false"].map((value) => ({
        value,
        label: t(value === "true" ? "resource:yes" : "resource:no"),
      })),
    };
  if (field.kind === "integer") return { ...common, most: 12 };
  if (field.kind === "day") return { ...common, type: "date" };
  if (field.kind === "choice")
    return {
      ...common,
      options: field.options.map((value) => ({ value, label: t(`options:${field.name}.${value}`) })),
    };
  if (field.kind === "text") return { ...common, most: field.max };
  if (field.kind === "ref") {
    const words = plain(url.searchParams.get(FIND)).slice(0, 100);
    const { options, more } = await choicesOf({ api, t }, field.to, [], words, field.among);
    const search = {
      name: FIND,
      label: `${t("resource:find_in")}: ${common.label}`,
      submit: t("resource:find"),
      words,
      kept: [...url.searchParams].filter(([param]) => param !== FIND),
    };
    return { ...common, options, search: more ? search : undefined };
  }
  throw new Error(`${entity.name}.${action.name}: a confirm page cannot ask for ${field.kind}`);
}

/** What the form says the action takes along, as the API gets it. */
export const takenValue = (form: ReturnType<WithForm["form"]>, { takes }: EntityAction): Record<string, string> =>
  takes === undefined ? {} : { [takes]: plain(form.get(takes)) };

/** Why what was taken along will not do. */
export const takenErrors = (
  { t }: Pick<Context, "t">,
  { takes }: EntityAction,
  { fields }: Refusal,
): string[] | undefined => (takes === undefined ? undefined : fieldTexts(t, fields)[takes]);
