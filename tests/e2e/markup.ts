import { HtmlValidate } from "html-validate";
import { LANGS, say } from "./texts";

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
  rules: {
    // Everything comes from the page's own site.
    "require-sri": "off",
    // A list may have a name.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // What a picker finds by typing is no <select>.
    "prefer-native-element": ["error", { exclude: ["listbox"] }],
  },
});
const PRODUCT = LANGS.map((lang) => say("frame:product", {}, lang));

/** What is wrong with the HTML of a page, with the first place of each. */
export async function markupFaults(where: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, where);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${where}: ${selector})`),
  );
  for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g))
    if (/[?&]\w+=(&|$)/.test(href)) faults.push(`an empty parameter: ${href} (${where})`);
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  const [first, second] = title.split(" · ");
  if (!title || PRODUCT.includes(title) || first === second) faults.push(`the title "${title}" (${where})`);
  return [...new Set(faults)];
}
