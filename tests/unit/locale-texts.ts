import { readdirSync, readFileSync } from "node:fs";

export const LANGS = ["uk", "en", "pl"] as const;
export type Lang = (typeof LANGS)[number];

/** `file:key.path` → text. */
export type Texts = Map<string, string>;

const root = new URL("../../locales/", import.meta.url);

/** The names of a language's files, in order. */
export const filesOf = (lang: Lang): string[] =>
  readdirSync(new URL(`${lang}/`, root))
    .map((name) => name.replace(".json", ""))
    .sort();

/** All texts of the product. */
export const TEXTS: Record<Lang, Texts> = { uk: textsOf("uk"), en: textsOf("en"), pl: textsOf("pl") };

const help = new URL("../../docs/help/", import.meta.url);

/** Pages of the help, `docs/help/{area}` → text without the names of other texts and addresses. */
export const HELP: Record<Lang, Texts> = { uk: helpOf("uk"), en: helpOf("en"), pl: helpOf("pl") };

function helpOf(lang: Lang): Texts {
  return new Map(
    readdirSync(new URL(`${lang}/`, help)).map((name) => [
      `docs/help/${name.replace(".md", "")}`,
      readFileSync(new URL(`${lang}/${name}`, help), "utf8").replace(/\{\{[^}]*\}\}|\]\([^)]*\)/g, ""),
    ]),
  );
}

function textsOf(lang: Lang): Texts {
  const texts: Texts = new Map();
  const add = (path: string, value: unknown) => {
    if (typeof value === "string") texts.set(path, value);
    else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value)) add(`${path}${path.endsWith(":") ? "" : "."}${name}`, one);
  };
  for (const file of filesOf(lang))
    add(`${file}:`, JSON.parse(readFileSync(new URL(`${lang}/${file}.json`, root), "utf8")));
  return texts;
}
