import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CALLS } from "~server/contract/calls";
import { methodOf } from "~server/contract/call";

const docs = new URL("../../docs/", import.meta.url);
const guides = readdirSync(docs).filter((name) => name.startsWith("guide-"));
const textOf = (name: string) => readFileSync(new URL(name, docs), "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));

/** Every `curl` of a text, from its name to the end of its command. */
const curls = (text: string) => text.match(/^curl (.*\\\n)*.*('\{\n(?:.*\n)*?.*\}')?/gm) ?? [];

describe.each(guides)("%s", (name) => {
  it("calls what there is", () => {
    const unknown = curls(textOf(name)).flatMap((curl) => {
      const path = /"\$API([^"?]*)/.exec(curl)?.[1];
      const method = /\s(-d|--data-binary)\s/.test(curl) ? "POST" : "GET";
      const isKnown = [...CALLS.values()].some((call) => call.path === path && methodOf(call) === method);
      return isKnown ? [] : [`${method} ${path}`];
    });
    expect(unknown).toEqual([]);
  });

  it("names files, commands and calls that are there", () => {
    const text = textOf(name);
    const files = [...text.matchAll(/`((?:server|docs|app)\/[\w./-]+)`/g)].map(([, file = ""]) => file);
    expect(files.filter((file) => !existsSync(new URL(`../${file}`, docs)))).toEqual([]);
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, command]) => command);
    expect(commands.filter((command = "") => !(command in scripts))).toEqual([]);
    const paths = new Set([...CALLS.values()].map(({ path }) => path));
    const named = [...text.matchAll(/`(?:GET |POST )?(\/[\w/{}.]+)`/g)].map(([, path = ""]) => path);
    expect(named.filter((path) => !paths.has(path))).toEqual([]);
  });
});

it("the guides are four, the README leads to each, and its picture is there", () => {
  const readme = textOf("../README.md");
  const links = [...readme.matchAll(/\]\((docs\/[^)]+)\)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !existsSync(new URL(`../${link}`, docs)))).toEqual([]);
  expect(guides.filter((name) => !links.includes(`docs/${name}`))).toEqual([]);
  expect([guides.length, readme.includes("![")]).toEqual([4, true]);
});
