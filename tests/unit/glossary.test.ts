import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HELP, LANGS, type Lang, TEXTS } from "./locale-texts";

interface Rule {
  langs: string[];
  never: string;
  rightIn: string[];
}

const page = readFileSync(new URL("../../docs/glossary.md", import.meta.url), "utf8");
const [, table = ""] = page.split("## Never");

/** The rows of the page's last table. */
const rules = table.split("\n").flatMap((line): Rule[] => {
  const [, langs = "", never = "", , rightIn = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  if (!never.startsWith("`")) return [];
  return [
    {
      langs: langs.split(", "),
      never: never.slice(1, -1).replaceAll("\\|", "|"),
      rightIn: [...rightIn.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key),
    },
  ];
});

const patternOf = ({ never }: Rule) =>
  new RegExp(`(?<!\\p{L})(?:${never})`, /\p{Lu}/u.test(never.replaceAll("\\p{L}", "")) ? "u" : "iu");

const found = (lang: Lang, wrong: (text: string, key: string) => boolean) =>
  [...TEXTS[lang], ...HELP[lang]].filter(([key, text]) => wrong(text, key)).map(([key, text]) => `${key}: ${text}`);

it("the glossary forbids words in every language, and every exception is of use", () => {
  for (const lang of LANGS) expect(rules.filter(({ langs }) => langs.includes(lang)).length).toBeGreaterThan(15);
  const idle = rules.flatMap((rule) =>
    rule.rightIn.filter((key) =>
      rule.langs.every((lang) =>
        LANGS.every(
          (known) => known !== lang || !found(known, (text, at) => at.startsWith(key) && patternOf(rule).test(text))[0],
        ),
      ),
    ),
  );
  expect(idle).toEqual([]);
});

describe.each(LANGS)("texts in %s", (lang) => {
  it("use the glossary's words", () => {
    const wrong = rules
      .filter(({ langs }) => langs.includes(lang))
      .flatMap((rule) => {
        const pattern = patternOf(rule);
        return found(lang, (text, key) => pattern.test(text) && !rule.rightIn.some((right) => key.startsWith(right)));
      });
    expect(wrong).toEqual([]);
  });

  it("have the language's quotation marks, apostrophes and dashes", () => {
    const foreign = { uk: /["'“„]/, en: /["'«»„]/, pl: /["'«»“—]/ }[lang];
    expect(found(lang, (text) => foreign.test(text))).toEqual([]);
  });

  it("write percent without a space", () => {
    expect(found(lang, (text) => /[\d}]\s+%/.test(text))).toEqual([]);
  });

  it("guess nobody's gender", () => {
    expect(found(lang, (text) => /\p{L}\(\p{L}{1,3}\)/u.test(text))).toEqual([]);
  });
});

describe("labels", () => {
  it("of one Ukrainian or Polish word stand in the nominative", () => {
    expect(found("uk", (text) => /^\p{Lu}\p{L}+(ів|їв)$/u.test(text))).toEqual([]);
    expect(found("pl", (text) => /^\p{Lu}\p{L}+ów$/u.test(text))).toEqual([]);
  });

  it("are not of the form “X of the Y” in English", () => {
    expect(
      found("en", (text) => /^(?!As )\p{Lu}\S+( \S+)? of (the|a|an) /u.test(text) && !/[.:!?]/.test(text)),
    ).toEqual([]);
  });

  it("say first in Polish what was done", () => {
    const result = /^\p{Lu}\p{L}+( \p{L}+)? \p{L}+(ano|ono|ęto|yto|ito)$/u;
    expect(found("pl", (text) => result.test(text) && !/ (nie|już) |^Nie |^\p{L}+(no|to) /u.test(text))).toEqual([]);
  });

  it("address a Polish reader in small letters", () => {
    expect(found("pl", (text) => /[\p{Ll},] (Ty|Ci|Cię|Ciebie|Tobie|Tw(ój|oj\p{L}+))(?!\p{L})/u.test(text))).toEqual(
      [],
    );
  });
});
