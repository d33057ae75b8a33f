import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textOf } from "~/frame/menu";
import { MENU_TABLE, type MenuTable } from "~/frame/menu-table";
import { READ_KINDS, READ_STATES } from "~server/contract/audit";
import { LIFETIME_COUNTERS } from "~server/contract/audit-counters";
import { ALL, type Declared, type Entity, tabsOf } from "~server/contract/entity";
import { ENTITIES } from "~server/contract/entities";
import { DELIVERY_STATES, PAYMENT_SOURCES, READ_REASONS } from "~server/contract/enums";
import type { Field } from "~server/contract/field-kinds";
import { referrersOf } from "~server/contract/filters";
import { SETTLEMENTS } from "~server/contract/payments";
import { needsTable } from "~server/contract/needs";
import { PLAN_SPANS, plansTable } from "~server/contract/plans";
import { REPORTS } from "~server/contract/reports";
import { SHEET_TASKS, STOP_STATUSES, UNSERVED_REASONS } from "~server/contract/route-sheets";
import type { Report } from "~server/contract/reports/report";
import { royaltyPayment } from "~server/contract/royalty";
import { deskCash } from "~server/contract/fiscal";
import { stockMove } from "~server/contract/stock";
import { stockCount, stockLines } from "~server/contract/stock-lists";
import { COMMAND_STATES } from "~server/contract/commands";
import { EVENT_KINDS } from "~server/contract/device-events";
import { keyMoves, walletMove } from "~server/contract/wallet-moves";
import { PERIOD_FLAGS } from "~server/vending/evadts/period";
import { WARNING_CODES } from "~server/vending/evadts/warnings";
import { filesOf, LANGS, type Lang, TEXTS, type Texts } from "./locale-texts";

const PLURALS: Record<Lang, string[]> = {
  uk: ["few", "many", "one", "other"],
  pl: ["few", "many", "one", "other"],
  en: ["one", "other"],
};

const root = new URL("../../", import.meta.url);
const FILES = filesOf("uk");

const PLURAL = /_(zero|one|two|few|many|other)$/;
/** The key as code writes it: a plural form stands for its family. */
const baseOf = (all: Texts, key: string) =>
  PLURAL.test(key) && all.has(key.replace(PLURAL, "_other")) ? key.replace(PLURAL, "") : key;
const basesOf = (all: Texts) => new Set([...all.keys()].map((key) => baseOf(all, key)));

/** The plural forms of each family of a language. */
function families(all: Texts): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const key of all.keys()) {
    const base = baseOf(all, key);
    if (base !== key) found.set(base, [...(found.get(base) ?? []), key.slice(base.length + 1)].sort());
  }
  return found;
}

/** Names between braces, of all plural forms together; `count` may be left out of a form. */
function variables(all: Texts): Map<string, string> {
  const found = new Map<string, Set<string>>();
  for (const [key, text] of all) {
    const names = found.get(baseOf(all, key)) ?? new Set();
    for (const [, name = ""] of text.matchAll(/\{\{\s*(\w+)/g)) names.add(name);
    found.set(baseOf(all, key), names);
  }
  return new Map([...found].map(([key, names]) => [key, [...names].sort().join()]));
}

const sources = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("demonstration"))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, root), "utf8"));

const SHOWN = [...sources("app"), ...sources("server/web"), ...sources("server/contract")].join("\n");
const API = [...sources("server/vending"), ...sources("server/contract")].join("\n");

const file = FILES.join("|");
/** Keys written out in the sources. */
const literal = new Set(
  [...SHOWN.matchAll(new RegExp(`["'\`]((?:${file}):[\\w.]+)["'\`]`, "g"))].map(([, key = ""]) => key),
);
/** Beginnings of keys whose rest is put in at run time. */
const begun = [
  ...new Set([...SHOWN.matchAll(new RegExp(`\`((?:${file}):[\\w.]+[._])\\$\\{`, "g"))].map(([, start = ""]) => start)),
];
/** Those of them where no declaration says which keys they are. */
// Which event codes a machine sends is the machine's to decide: every text of the standard's list may be shown.
const beginnings = begun
  .filter(
    (start) =>
      ![
        "options:",
        "entities:",
        "reports:fields.",
        "reports:about.",
        "evadts:",
        "frame:menu.",
        "resource:tab.",
        "resource:section.",
      ].some((declared) => start.startsWith(declared)),
  )
  .concat("event_codes:");

const menuTexts = (table: MenuTable): string[] =>
  table.flatMap((node) => [textOf(node), ...("children" in node ? menuTexts(node.children) : [])]);

/** What a form alone needs: its fields and sections. */
function keysOfForm(form: Declared): string[] {
  return [
    ...Object.keys(form.fields).map((name) => `entities:${form.name}.fields.${name}`),
    ...Object.entries(form.fields).flatMap(([name, field]) =>
      field.kind === "rows" ? Object.keys(field.of).map((cell) => `entities:${form.name}.rows.${name}.${cell}`) : [],
    ),
    ...form.sections.map(({ name }) => `resource:section.${name}`),
    ...Object.values(form.fields).flatMap(keysOfField),
  ];
}

function keysOfEntity(entity: Entity): string[] {
  const own = [
    ...(entity.singleton ? ["many", "about"] : ["many", "create", "one", "about"]),
    ...(entity.list.scopes ?? []).filter((scope) => scope !== ALL).map(({ name }) => `scopes.${name}`),
    ...[entity.concern, ...(entity.actions ?? []).map(({ concern }) => concern)].flatMap((concern) =>
      concern ? [`concerns.${concern.name}`] : [],
    ),
    ...Object.entries(entity.fields).flatMap(([name, { hint }]) => (hint ? [`hints.${name}`] : [])),
    ...(entity.imports ? ["import"] : []),
    ...(entity.consequences ?? []).map((name) => `consequences.${name}`),
    ...(entity.tools ?? []).map(({ name }) => `tools.${name}`),
    ...(entity.shortcuts ?? []).map(({ name }) => `shortcuts.${name}`),
    ...(entity.actions ?? []).flatMap(({ name, reveals }) =>
      ["label", "question", "hint", ...(reveals ? [] : ["done"])].map((part) => `actions.${name}.${part}`),
    ),
  ];
  return [
    ...own.map((key) => `entities:${entity.name}.${key}`),
    // What refers to a record of another name is said in words of its own.
    ...ENTITIES.flatMap((target) =>
      referrersOf([entity], target).flatMap(({ name }) =>
        name === target.name ? [] : [`entities:${entity.name}.related.${name}`],
      ),
    ),
    ...keysOfForm(entity),
    ...[...tabsOf(entity), "history", "related"].map((tab) => `resource:tab.${entity.tabNames?.[tab] ?? tab}`),
    ...(entity.deletable === false
      ? []
      : ["label", "question", "hint", "done"].map((part) => `resource:delete.${part}`)),
  ];
}

function keysOfField(field: Field): string[] {
  switch (field.kind) {
    case "choice":
    case "choices":
      return field.options.map((option) => `options:${field.name}.${option}`);
    case "integer":
    case "decimal":
      return field.unit ? [`options:unit.${field.unit}`] : [];
    case "money":
      return ["options:unit.uah"];
    case "rows":
      return Object.values(field.of).flatMap(keysOfField);
    case "text":
    case "secret":
    case "flag":
    case "day":
    case "moment":
    case "ref":
    case "refs":
    case "shifts":
    case "file":
    case "files":
      return [];
  }
}

const keysOfReport = ({ name, fields }: Report): string[] => [
  `reports:about.${name}`,
  ...Object.keys(fields).map((column) => `reports:fields.${column}`),
  ...Object.values(fields).flatMap(keysOfField),
];

/** Keys that follow from declarations. */
const declared = new Set([
  ...REPORTS.flatMap(keysOfReport),
  ...ENTITIES.flatMap(keysOfEntity),
  ...keysOfForm(stockMove),
  ...keysOfForm(stockCount),
  ...Object.keys(stockLines.fields).map((column) => `entities:stock_line.fields.${column}`),
  "entities:stock_line.many",
  ...Object.values(stockLines.fields).flatMap(keysOfField),
  ...["counted", "differences", "batch", "days_left", "place", "write_off", "warehouse", "free", "minimum"].map(
    (column) => `stock:${column}`,
  ),
  ...["rate", "lasts", "buy", "cost"].map((column) => `stock:${column}`),
  ...plansTable.list.columns.map((column) => `reports:fields.${column}`),
  ...needsTable.list.columns.map((column) => `reports:fields.${column}`),
  ...PLAN_SPANS.map((span) => `options:plan_span.${span}`),
  ...keysOfForm(royaltyPayment),
  ...keysOfForm(walletMove),
  ...keysOfForm(deskCash),
  ...SHEET_TASKS.map((task) => `options:sheet_task.${task}`),
  ...STOP_STATUSES.map((status) => `options:stop_status.${status}`),
  ...UNSERVED_REASONS.map((reason) => `options:unserved_reason.${reason}`),
  ...["machine", "tasks", "state", "found_put"].map((column) => `route-sheets:${column}`),
  ...["ingredient", "packs", "picked", "free", "loaded", "load_difference", "put_in", "returned", "missing"].map(
    (column) => `route-sheets:${column}`,
  ),
  ...SETTLEMENTS.map((kind) => `payments:ticket.${kind}`),
  ...keyMoves.list.columns.concat(keyMoves.list.filters).map((column) => `entities:key_move.fields.${column}`),
  ...Object.values(keyMoves.fields).flatMap(keysOfField),
  ...["at", "author", "comment", "from", "kind", "lines", "sum", "to"].map((column) => `stock:${column}`),
  ...["previous", "next"].map((side) => `resource:${side}_record`),
  ...menuTexts(MENU_TABLE),
  ...WARNING_CODES.map((code) => `evadts:warning.${code}`),
  ...PERIOD_FLAGS.map((code) => `evadts:flag.${code}`),
  ...PAYMENT_SOURCES.map((source) => `options:source.${source}`),
  ...READ_REASONS.map((reason) => `options:read_reason.${reason}`),
  ...READ_STATES.map((state) => `options:read_state.${state}`),
  ...DELIVERY_STATES.map((state) => `options:delivery_state.${state}`),
  ...LIFETIME_COUNTERS.map((counter) => `audits:lifetime.${counter}`),
  ...READ_KINDS.map((kind) => `options:read_kind.${kind}`),
  ...EVENT_KINDS.map((kind) => `options:event_kind.${kind}`),
  ...COMMAND_STATES.map((state) => `options:command_state.${state}`),
]);

/** Answers of calls that only machines and start scripts make: nobody reads them on a screen. */
const UNSEEN = new Set(["unauthorized", "unit_without_device", "not_ready", "empty_file"]);
/** Refusals of the API, by the ways they are written. */
const refusals = [
  /new Fault\(\d+, "(\w+)"/g,
  /\bkey: "(\w+)"/g,
  /\bsay\("(\w+)"/g,
  /missingOr\("(\w+)"/g,
  /empty: "(no_\w+)"/g,
  /refusal: "(\w+)"/g,
]
  .flatMap((pattern) => [...API.matchAll(pattern)].map(([, key = ""]) => key))
  .filter((key) => !UNSEEN.has(key));
const mentioned = (key: string) => new RegExp(`["'\`]${key.replace(/^errors:/, "")}["'\`]`).test(API + SHOWN);

describe.each(LANGS)("texts in %s", (lang) => {
  const all = TEXTS[lang];

  it("stand in the same files under the same keys as in Ukrainian", () => {
    expect(filesOf(lang)).toEqual(FILES);
    expect([...basesOf(all)].sort()).toEqual([...basesOf(TEXTS.uk)].sort());
  });

  it("have every plural form of the language and no other", () => {
    expect([...families(all)].filter(([, forms]) => forms.join() !== PLURALS[lang].join())).toEqual([]);
    expect([...families(all).keys()].sort()).toEqual([...families(TEXTS.uk).keys()].sort());
  });

  it("take the same values as in Ukrainian", () => {
    const ours = variables(TEXTS.uk);
    expect(
      [...variables(all)]
        .filter(([key, names]) => names !== ours.get(key))
        .map(([key, names]) => `${key}: {{${names}}} but {{${ours.get(key)}}} in uk`),
    ).toEqual([]);
  });

  it("are never empty", () => {
    expect([...all].filter(([, text]) => text.trim() === "").map(([key]) => key)).toEqual([]);
  });
});

describe("keys", () => {
  const bases = basesOf(TEXTS.uk);

  it("that are used have a text", () => {
    const wanted = [...literal, ...declared, ...refusals.map((key) => `errors:${key}`)];
    const isBranch = (key: string) => [...bases].some((one) => one.startsWith(`${key}.`));
    expect([...new Set(wanted)].filter((key) => !bases.has(key) && !isBranch(key)).sort()).toEqual([]);
  });

  it("that begin a computed one lead to some text", () => {
    expect(begun.filter((start) => ![...bases].some((key) => key.startsWith(start)))).toEqual([]);
  });

  it("are all used", () => {
    const isUsed = (key: string) =>
      literal.has(key) ||
      declared.has(key) ||
      beginnings.some((start) => key.startsWith(start)) ||
      (key.startsWith("errors:") && mentioned(key));
    expect([...bases].filter((key) => !isUsed(key)).sort()).toEqual([]);
  });
});
