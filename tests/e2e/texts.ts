import { readdirSync, readFileSync } from "node:fs";
import i18next from "i18next";

export const LANGS = ["uk", "en", "pl"] as const;
export type Lang = (typeof LANGS)[number];

const folder = new URL("../../locales/", import.meta.url);

function textsOf(lang: Lang): Record<string, object> {
  const files = readdirSync(new URL(`${lang}/`, folder));
  return Object.fromEntries(
    files.map((file) => [
      file.replace(".json", ""),
      JSON.parse(readFileSync(new URL(`${lang}/${file}`, folder), "utf8")),
    ]),
  );
}

const texts = i18next.createInstance();
void texts.init({
  resources: Object.fromEntries(LANGS.map((lang) => [lang, textsOf(lang)])),
  fallbackLng: false,
  initImmediate: false,
  interpolation: { escapeValue: false },
});

/** What the product says: `file:key` in a language, Ukrainian unless said otherwise. Throws when there is no such text. */
export function say(key: string, values: Record<string, string | number> = {}, lang: Lang = "uk"): string {
  if (!texts.exists(key, { ...values, lng: lang })) throw new Error(`no text ${key} in ${lang}`);
  return String(texts.t(key, { ...values, lng: lang }));
}
