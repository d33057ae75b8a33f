import { createCookie, type Cookie } from "@remix-run/node";

export const LANGUAGES = ["uk", "en", "pl"] as const;
export type Lang = (typeof LANGUAGES)[number];
export const DEFAULT_LANG: Lang = "uk";

const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What a person chose about the look of the product; kept in cookies of the browser. */
export interface Preferences {
  theme: Theme;
  lang: Lang;
  /** False in the light mode: pages carry no scripts at all. */
  scripts: boolean;
}

const YEAR = 365 * 24 * 3600;
const options = { path: "/", sameSite: "lax", maxAge: YEAR, httpOnly: true } as const;
export const langCookie: Cookie = createCookie("lang", options);
const themeCookie = createCookie("theme", options);
const scriptsCookie = createCookie("scripts", options);

export const isLang = (value: unknown): value is Lang => LANGUAGES.some((one) => one === value);
export const isTheme = (value: unknown): value is Theme => THEMES.some((one) => one === value);

/** The preferences of the browser that sent the request; anything unreadable counts as the default. */
export async function preferencesOf(request: Request): Promise<Preferences> {
  const read = async (cookie: Cookie): Promise<unknown> => cookie.parse(request.headers.get("Cookie"));
  const [theme, lang, scripts] = await Promise.all([read(themeCookie), read(langCookie), read(scriptsCookie)]);
  return {
    theme: isTheme(theme) ? theme : "light",
    lang: isLang(lang) ? lang : DEFAULT_LANG,
    scripts: scripts !== "off",
  };
}

/** `Set-Cookie` values that save the given choices. */
export function savePreferences(chosen: Partial<Preferences>): Promise<string[]> {
  const cookies: Promise<string>[] = [];
  if (chosen.theme) cookies.push(themeCookie.serialize(chosen.theme));
  if (chosen.lang) cookies.push(langCookie.serialize(chosen.lang));
  if (chosen.scripts !== undefined) cookies.push(scriptsCookie.serialize(chosen.scripts ? "on" : "off"));
  return Promise.all(cookies);
}
