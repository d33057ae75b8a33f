import { franchise } from "~server/contract/entities/franchises";
import { ingredient } from "~server/contract/entities/ingredients";
import { planogram } from "~server/contract/entities/planograms";
import { recipe } from "~server/contract/entities/recipes";
import type { Declared } from "~server/contract/entity";
import { HOLDS, HOLDS_FROM, HOLDS_FROM_AT } from "~server/contract/schema";
import type { Context } from "~server/web/guard.server";
import type { ChangeLine } from "./changes.server";
import type { FormModelSection } from "./form-control";

/** What portions cost, what sales were of or what is owed follows from these; from the others, where sales belong. */
const HINTS: Readonly<Record<string, string>> = {
  [franchise.name]: "resource:since.hint_royalty",
  [ingredient.name]: "resource:since.hint_cost",
  [recipe.name]: "resource:since.hint_cost",
  [planogram.name]: "resource:since.hint_cells",
};

/** The part of a form that asks since when a change holds of what keeps its past. */
export const sinceWhen = (t: Context["t"], { name }: Declared): FormModelSection => ({
  name: HOLDS_FROM,
  title: t("resource:since.title"),
  controls: [
    {
      name: HOLDS_FROM,
      label: t("resource:since.label"),
      type: "select",
      required: true,
      hint: t(HINTS[name] ?? "resource:since.hint"),
      options: HOLDS.map((value) => ({ value, label: t(`resource:since.${value}`) })),
    },
    { name: HOLDS_FROM_AT, label: t("resource:since.moment"), type: "datetime-local", required: false },
  ],
});

/** What it says until somebody says something else. */
export const SINCE_NOW = { [HOLDS_FROM]: "now" };

/** Since when a change held, as a line of history. */
export const heldInWords = ({ t, format }: Pick<Context, "t" | "format">, since: unknown): ChangeLine[] => [
  {
    label: t("resource:since.label"),
    before: "",
    after: since === "always" ? t("resource:since.always") : format.dateTime(String(since)),
  },
];
