import { readdirSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { expect, it } from "vitest";
import { UiPage } from "~/areas/ui/page";

/** Parts of which others are made, which are seen in those. */
const WITHIN = ["card", "data-cell", "layout", "visually-hidden"];

it("shows every part of app/ui, and none that is gone", () => {
  const parts = readdirSync(new URL("../../../app/ui/", import.meta.url))
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => file.slice(0, -".tsx".length));
  const html = renderToStaticMarkup(createElement(UiPage, { t: (key) => key }));
  const shown = [...html.matchAll(/<div id="([a-z-]+)"/g)].map(([, id]) => id);
  expect(shown.filter((name) => name !== "colours" && name !== "text").sort()).toEqual(
    parts.filter((part) => !WITHIN.includes(part)).sort(),
  );
});
