import { expect, describe, it } from "vitest";
import { ENTITIES } from "~server/contract/entities";
import { areaAt, HELP_AREAS } from "~/areas/help/areas";
import { helpPage, sourceOf, textsIn } from "~/areas/help/pages.server";
import { MENU_TABLE, type MenuTable } from "~/frame/menu-table";
import { LANGS, TEXTS } from "../locale-texts";
import { translatorFor } from "~server/web/i18n.server";

const pathsOf = (table: MenuTable): string[] =>
  table.flatMap((node) => ("children" in node ? pathsOf(node.children) : [node.path]));
const PATHS = new Set([...pathsOf(MENU_TABLE), ...ENTITIES.map(({ paths }) => paths.list), "/profile"]);
const linksIn = (source: string) => [...source.matchAll(/\]\(([^)]*)\)/g)].map(([, path = ""]) => path);

describe.each(HELP_AREAS)("help about %s", (area) => {
  it.each(LANGS)("names texts and screens that there are, in %s", async (lang) => {
    const source = sourceOf(lang, area);
    expect(textsIn(source).filter((key) => !TEXTS[lang].has(key))).toEqual([]);
    expect(linksIn(source).filter((path) => !PATHS.has(path))).toEqual([]);
    const { title, html } = helpPage(source, await translatorFor(lang), () => true);
    expect(title).toBe(TEXTS[lang].get(`help:area.${area}`));
    expect(html.match(/<h2>/g)?.length).toBeGreaterThan(1);
    expect(html).not.toMatch(/\{\{|\*\*/);
  });

  it("says the same in all languages", () => {
    const [first, ...others] = LANGS.map((lang) => {
      const source = sourceOf(lang, area);
      return { texts: textsIn(source).sort(), links: linksIn(source).sort(), marks: source.match(/^(##|- |\d\. )/gm) };
    });
    for (const other of others) expect(other).toEqual(first);
  });
});

describe("the help of a page", () => {
  it.each([
    ["/", "day"],
    ["/devices_statuses", "day"],
    ["/devices", "machines"],
    ["/devices/view/3/telemetry", "machines"],
    ["/planogram/view/2", "machines"],
    ["/device_manufacturer/create", "machines"],
    ["/devices_collections", "money"],
    ["/refunds/view/4", "money"],
    ["/online_payments/7", "money"],
    ["/checkbox_cashiers", "money"],
    ["/key_wallets/key/view/2", "keys"],
    ["/qr_codes/batches", "keys"],
    ["/stock/expiring", "logistics"],
    ["/my_route", "logistics"],
    ["/aggregated_sales", "reports"],
    ["/currency_rates", "reports"],
    ["/help_desk/tickets/view/9", "help_desk"],
    ["/franchises", "people"],
    ["/settings", "people"],
    ["/profile", "day"],
  ])("%s is that of %s", (path, area) => {
    expect(areaAt(path)).toBe(area);
  });

  it("is the first one for whatever is no page", () => {
    for (const address of ["", "//x", "javascript:alert(1)", "/nowhere", "?", "/%00", "constructor"])
      expect(areaAt(address)).toBe(HELP_AREAS[0]);
  });

  it("has no link to what is closed to the person, and its words all the same", async () => {
    const source = "# Title\n\nSee [{{help:title}}](/devices) and [**x**](/users).\n";
    const { html } = helpPage(source, await translatorFor("en"), (path) => path === "/users");
    expect(html).toBe('<p>See Help and <a href="/users"><strong>x</strong></a>.</p>\n');
  });
});
