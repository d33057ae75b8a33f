import { Marked, type Tokens } from "marked";

import type { TFunction } from "~server/web/i18n.server";
import type { HelpArea } from "./areas";

/** Sources of the pages, by `docs/help/{language}/{area}.md`. */
const SOURCES = import.meta.glob<string>("../../../docs/help/*/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A text of the interface, named by its key, so that help and screens cannot call a thing differently. */
const TEXT = /\{\{([\w:.-]+)\}\}/g;

/** The source of an area's page; a test says that none is missing. */
export function sourceOf(lang: string, area: HelpArea): string {
  const source = SOURCES[`../../../docs/help/${lang}/${area}.md`];
  if (source === undefined) throw new Error(`no help in ${lang} for ${area}`);
  return source;
}

/** Keys of the texts that a source names. */
export const textsIn = (source: string): string[] => [...source.matchAll(TEXT)].map(([, key = ""]) => key);

/** A page: its heading, and what follows as HTML. What leads to a screen that is closed to the person is no link. */
export function helpPage(
  source: string,
  t: TFunction,
  isOpen: (path: string) => boolean,
): { title: string; html: string } {
  const [, title = "", body = ""] = /^# ([^\n]*)\n(.*)$/s.exec(source) ?? [];
  const marked = new Marked({
    renderer: {
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        return isOpen(href) ? `<a href="${href}">${text}</a>` : text;
      },
    },
  });
  const html = marked.parse(
    body.replace(TEXT, (_, key: string) => t(key)),
    { async: false },
  );
  return { title, html };
}
