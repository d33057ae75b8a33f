import { RemixI18Next } from "remix-i18next/server";
import { DEFAULT_LANG, isLang, LANGUAGES, langCookie, type Lang } from "./preferences.server";

/** Translates `file:key`; `values` fill `{{name}}`, and `count` chooses the plural form. */
export type TFunction = (key: string, values?: Record<string, string | number>) => string;

type Texts = Record<string, unknown>;

const files = import.meta.glob<Texts>("../../locales/*/*.json", { eager: true, import: "default" });
const resources = resourcesOf(files);
const namespaces = [...new Set(Object.values(resources).flatMap((texts) => Object.keys(texts)))];
const strict = process.env.NODE_ENV !== "production";

const i18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...LANGUAGES],
    fallbackLanguage: DEFAULT_LANG,
    cookie: langCookie,
    order: ["cookie"],
  },
  i18next: {
    resources,
    supportedLngs: [...LANGUAGES],
    // A missing text is a mistake to be met while building; a customer sees it in Ukrainian instead.
    fallbackLng: strict ? false : DEFAULT_LANG,
    parseMissingKeyHandler: missing,
    interpolation: { escapeValue: false },
    returnNull: false,
  },
});

const perLanguage = new Map<Lang, Promise<TFunction>>();

/** The translations and language of the browser that sent the request. */
export async function translator(request: Request): Promise<{ t: TFunction; lang: Lang }> {
  const found = await i18n.getLocale(request);
  const lang = isLang(found) ? found : DEFAULT_LANG;
  return { t: await translatorFor(lang), lang };
}

/** The translations of a language. */
export function translatorFor(lang: Lang): Promise<TFunction> {
  const known = perLanguage.get(lang) ?? load(lang);
  perLanguage.set(lang, known);
  return known;
}

async function load(lang: Lang): Promise<TFunction> {
  const [first = "common", ...others] = namespaces;
  const fixed = await i18n.getFixedT(lang, [first, ...others]);
  // A list asks for the same few words hundreds of times; i18next parses the key anew each time.
  const plain = new Map<string, string>();
  return (key, values) => {
    if (values) return String(fixed(key, values));
    const text = plain.get(key) ?? String(fixed(key));
    // Only texts that exist are kept: keys may come from outside.
    if (text !== key) plain.set(key, text);
    return text;
  };
}

/** The texts of `keys`, by key: what a component gets instead of a translator. */
export function pick<K extends string>(t: TFunction, keys: readonly K[]): Record<K, string> {
  const texts: Partial<Record<K, string>> = {};
  for (const key of keys) texts[key] = t(key);
  if (!hasAll(keys, texts)) throw new Error("a text got lost");
  return texts;
}

const hasAll = <K extends string>(keys: readonly K[], texts: Partial<Record<K, string>>): texts is Record<K, string> =>
  keys.every((key) => key in texts);

/** Whether the default language has a text under `file` and the flat key `key`. */
export function hasText(file: string, key: string): boolean {
  const texts = resources[DEFAULT_LANG]?.[file];
  return texts !== undefined && Object.hasOwn(texts, key) && typeof texts[key] === "string";
}

function resourcesOf(found: Record<string, Texts>): Record<string, Record<string, Texts>> {
  const all: Record<string, Record<string, Texts>> = {};
  for (const [path, texts] of Object.entries(found)) {
    const [, lang, file] = /\/([a-z]+)\/([\w-]+)\.json$/.exec(path) ?? [];
    if (lang && file) (all[lang] ??= {})[file] = texts;
  }
  return all;
}

function missing(key: string): string {
  if (strict) throw new Error(`no translation: ${key}`);
  console.error(`no translation: ${key}`);
  return key;
}
