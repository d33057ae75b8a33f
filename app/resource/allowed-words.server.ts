import type { Field } from "~server/contract/field-kinds";
import type { Context } from "~server/web/guard.server";

/** More values than these are not listed: a person gets the nearest. */
const MOST_LISTED = 10;
const MOST_NEAR = 3;

/** What a cell of a file could say, in words and nearest first, where it says something that is no choice of its field; nothing where none is near among many. */
export function allowedWords({ t }: Pick<Context, "t">, field: Field, text: string): string | undefined {
  if (field.kind !== "choice" && field.kind !== "choices") return undefined;
  const { name, options } = field;
  const isKnown = (one: string) => options.some((option) => option === one);
  const wrong = (field.kind === "choices" ? text.split(";") : [text]).find((one) => one.trim() && !isKnown(one.trim()));
  if (wrong === undefined) return undefined;
  const words = options.map((option) => t(`options:${name}.${option}`));
  const near = nearest(wrong, words);
  if (words.length <= MOST_LISTED)
    return t("resource:import.allowed", { values: said([...new Set([...near, ...words])]) });
  return near.length ? t("resource:import.nearest", { values: said(near.slice(0, MOST_NEAR)) }) : undefined;
}

const said = (words: readonly string[]): string => words.join("; ");

/** Those of `words` that share a word or a beginning with the text, nearest first. */
export function nearest(text: string, words: readonly string[]): string[] {
  const fits = parts(text).map((part) =>
    words.map((word) => Math.max(0, ...parts(word).map((one) => likeness(part, one)))),
  );
  // What most of them share, "region", tells none from another.
  const telling = fits.filter((all) => all.filter(Boolean).length <= Math.max(1, words.length / 2));
  const scored = words.map((word, index) => ({
    word,
    score: telling.reduce((sum, all) => sum + (all[index] ?? 0), 0),
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ word }) => word);
}

const parts = (text: string): string[] => text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** 3: the same; 2: one begins with the other; 1: they begin alike. */
function likeness(one: string, other: string): number {
  if (one === other) return 3;
  const shared = Math.min(one.length, other.length);
  if (shared < 3) return 0;
  if (one.slice(0, shared) === other.slice(0, shared)) return 2;
  return one.slice(0, 3) === other.slice(0, 3) ? 1 : 0;
}
