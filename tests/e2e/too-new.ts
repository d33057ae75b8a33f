import css from "@eslint/css";
import compat, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data/forLegacyNode";
import { Linter, type Rule } from "eslint";

/** The oldest browsers that people have, of autumn 2021; styles are measured by what all browsers had by the end of it. */
const YEAR = 2021;
const OLDEST = { chrome: 94, firefox: 91, safari: 15, safari_ios: 15 } as const;

/**
 * What a script or a style sheet is made of that some browser of 2021 cannot read or has not, a name for each: syntax,
 * globals, methods that are called, parts of CSS. A method counts when no object that those browsers know had it, for
 * nothing says which object it is called on; one that is asked for (`dialog.showModal?.()`) does not.
 */
export function tooNew(text: string, kind: "js" | "css"): string[] {
  const faults = linter.verify(text, CONFIG, { filename: `sent.${kind}`, allowInlineConfig: false });
  return [...new Set(faults.map(({ message }) => message.replace(/ is not a \d+ available baseline feature\./, "")))];
}

const isHad = ({ version_added: since, flags, prefix, alternative_name: other }: SimpleSupportStatement, by: number) =>
  since !== false && !flags && !prefix && !other && Number.parseFloat(since.replace("≤", "")) <= by;

/** Whether all of those browsers have it; what nobody wrote about has always been there. */
function isKnown(statement: CompatStatement | undefined): boolean {
  if (!statement) return true;
  const { chrome, firefox, safari, safari_ios } = statement.support;
  return (
    [
      [chrome, OLDEST.chrome],
      [firefox, OLDEST.firefox],
      [safari, OLDEST.safari],
      [safari_ios, OLDEST.safari_ios],
    ] as const
  ).every(([told, by]) => (told === undefined ? [] : [told].flat()).some((one) => isHad(one, by)));
}

/** What an entry of the data has below it. */
const partsOf = (entry: Identifier | undefined): [string, Identifier][] =>
  Object.entries<Identifier>(entry ?? {}).filter(([name]) => name !== "__compat");

const globals = new Map<string, boolean>();
const methods = new Map<string, boolean>();
const statics = new Map<string, boolean>();
for (const [name, object] of [...partsOf(compat.javascript.builtins), ...partsOf(compat.api)]) {
  globals.set(name, isKnown(object.__compat));
  // Who comes to an object that is too new has called for it by something that is; elements come with the page.
  if (!isKnown(object.__compat) && !name.endsWith("Element")) continue;
  for (const [member, { __compat: statement }] of partsOf(object)) {
    if (member.endsWith("_static")) statics.set(`${name}.${member.replace("_static", "")}`, isKnown(statement));
    else methods.set(member, methods.get(member) === true || isKnown(statement));
    if (name === "Window") globals.set(member, isKnown(statement));
    if (["Navigator", "Document", "Window"].includes(name))
      statics.set(`${name.toLowerCase()}.${member}`, isKnown(statement));
  }
}

const known: Rule.RuleModule = {
  create: (context) => ({
    "Program:exit"(program) {
      for (const { identifier } of context.sourceCode.getScope(program).through)
        if (globals.get(identifier.name) === false)
          context.report({ loc: identifier.loc ?? { line: 1, column: 0 }, message: identifier.name });
    },
    MemberExpression({ object, property, computed, parent }) {
      if (computed || property.type !== "Identifier") return;
      const { name } = property;
      const full = object.type === "Identifier" ? `${object.name}.${name}` : "";
      const isCalled =
        parent.type === "CallExpression" &&
        parent.callee.type === "MemberExpression" &&
        parent.callee.property === property &&
        !parent.optional;
      if (statics.get(full) === false) context.report({ node: property, message: full });
      else if (isCalled && !statics.has(full) && methods.get(name) === false)
        context.report({ node: property, message: `.${name}()` });
    },
  }),
};

const linter = new Linter();
const CONFIG: Linter.Config[] = [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: YEAR, sourceType: "module" },
    plugins: { sent: { rules: { known } } },
    rules: { "sent/known": "error" },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    languageOptions: { tolerant: true },
    rules: { "css/use-baseline": ["error", { available: YEAR }] },
  },
];
