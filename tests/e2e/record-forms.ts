import { expect } from "@playwright/test";
import {
  actionsOf,
  bulkActionsOf,
  changeForm,
  deletedPath,
  type Entity,
  type EntityAction,
  importPath,
  takenField,
  tabPath,
  viewPath,
} from "~server/contract/entity";
import { identityOf, importColumns } from "~server/contract/import-columns";
import { recordSchema } from "~server/contract/record";
import { markupFaults } from "./markup";
import { type Filled, type Filling, fill, type Round, type Valid } from "./fill";
import type { PlainBrowser } from "./plain-browser";
import { makeRecord } from "./records";
import { say } from "./texts";
import type { Api } from "./vending";

interface Walk {
  browser: PlainBrowser;
  api: Api;
  entity: Entity;
}

/** What the forms of an entity want besides their declaration: for its first values and for the others. */
const VALID: Readonly<Record<string, Readonly<Record<Round, Valid>>>> = {
  // A person of a franchise belongs to no company.
  user: { 0: { empty: ["franchise"] }, 1: { empty: ["companies"], values: { role: "DIRECTOR" } } },
  ingredient: { 0: {}, 1: { values: { type: "DRY", unit: "KG", price_type: "PER_100_G" } } },
  // Whether it must have sub-franchises can be said of who has some.
  franchise: { 0: { values: { must_have_dependants: "" } }, 1: {} },
  qr_batch: both({ values: { codes_count: "7" } }),
  crew: both({ related: { crew: (api) => makeRecord(api, "crew", { type: "REPLACEMENT" }) } }),
  // Deleted it has nothing left; with money it is issued in a walk of its own.
  key_wallet: { 0: { values: { original_balance: "0", original_bonus: "0" } }, 1: {} },
  ticket: both({ related: { user: makeResponsible }, values: { status: "ON_HOLD" } }),
  ticket_rule: both({ related: { user: makeResponsible } }),
  // A code is told of errors alone, a limit of its own cause.
  alert_rule: both({ related: { user: makeResponsible }, values: { cause: "error" } }),
};

function both(valid: Valid): Record<Round, Valid> {
  return { 0: valid, 1: valid };
}

/** Somebody who may be responsible for tickets. */
export async function makeResponsible(api: Api): Promise<{ id: number; title: string }> {
  const { id } = await makeRecord(api, "user_group", { permissions: "HELP_DESK" });
  return makeRecord(api, "user", { help_desk_responsible: "on", user_group: id });
}

/** Entities whose records are kept once they have worked: one that has not is removed. */
const KEPT = new Set(["fiscal_cashier"]);

/** Every form of an entity's records: created, copied, changed, acted on, alone and many at once, removed and brought back. */
export async function walkEntity(browser: PlainBrowser, api: Api, entity: Entity): Promise<void> {
  const walk = { browser, api, entity };
  const id = await create(walk, entity.paths.create);
  await create(walk, `${entity.paths.create}?copy=${id}`, "another");
  await refuse(walk);
  await change(walk, id);
  await saveUnchanged(walk, id);
  await overtaken(walk, id);
  if (importColumns(entity).length && entity.imports === undefined) await importUnchanged(walk, id);
  const removed = KEPT.has(entity.name) ? (await makeRecord(api, entity.name)).id : id;
  for (const action of inOrder(actionsOf(entity))) await act(walk, action.name === "delete" ? removed : id, action);
  for (const action of inOrder(bulkActionsOf(entity))) await actOnMany(walk, action);
  if (entity.deletable !== false) await restore(walk, removed);
}

const read = async ({ api, entity }: Walk, id: number) =>
  recordSchema.parse(await api.get(entity.singleton ? entity.api : `${entity.api}/${id}`));

const filling = ({ browser, api, entity }: Walk, round: Round): Filling => ({
  browser,
  api,
  form: round ? changeForm(entity) : entity,
  round,
  ...VALID[entity.name]?.[round],
});

/** A new record; `then` another one: the form is offered again. */
async function create(walk: Walk, path: string, then?: "another"): Promise<number> {
  const { browser, entity } = walk;
  const { page, expected }: Filled = await fill(path, filling(walk, 0));
  const done = await browser.press(page, then ? page.button("then", then) : page.button());
  const id = Number(/\d+/.exec(done.path)?.[0]);
  expect(done.path, done.complaint).toContain(then ? `${entity.paths.create}?after=` : viewPath(entity, id));
  expect(await read(walk, id)).toMatchObject(expected);
  return id;
}

/** An empty form says what it lacks, in markup that is as valid as before. */
async function refuse({ browser, entity }: Walk): Promise<void> {
  const page = await browser.open(entity.paths.create);
  for (const one of page.document.forms) one.noValidate = true;
  const refused = await browser.press(page, page.button("enter"), say("resource:check_fields"));
  expect(await markupFaults(`${entity.paths.create}, refused`, refused.html)).toEqual([]);
}

async function change(walk: Walk, id: number): Promise<void> {
  const { browser, entity } = walk;
  const { page, expected } = await fill(tabPath(entity, id, "data"), { ...filling(walk, 1), form: changeForm(entity) });
  await browser.press(page, page.button());
  expect(await read(walk, id)).toMatchObject(expected);
}

/** Enter in a form that says what it said before. */
async function saveUnchanged(walk: Walk, id: number): Promise<void> {
  const { browser, entity } = walk;
  const { version } = await read(walk, id);
  const page = await browser.open(tabPath(entity, id, "data"));
  const done = await browser.press(page, page.button("enter"));
  expect(done.html).toContain(say("resource:unchanged"));
  expect(await read(walk, id)).toMatchObject({ version });
}

/** A form that stood open untouched while somebody changed everything: sent, it asks nothing and takes nothing back. */
async function overtaken(walk: Walk, id: number): Promise<void> {
  const { browser, entity } = walk;
  const path = tabPath(entity, id, "data");
  const stale = await browser.open(path);
  const { page, expected } = await fill(path, { ...filling(walk, 0), form: changeForm(entity) });
  await browser.press(page, page.button());
  const { version } = await read(walk, id);
  const done = await browser.press(stale, stale.button("enter"));
  expect(done.html).toContain(say("resource:unchanged"));
  expect(await read(walk, id)).toMatchObject({ ...expected, version });
}

/** A file that says of the record what is said already: chosen, looked at, saved. */
async function importUnchanged(walk: Walk, id: number): Promise<void> {
  const { browser, entity } = walk;
  const record = await read(walk, id);
  const { version } = record;
  const known = identityOf(entity);
  const cells = known.map((name) => `"${String(record[name]).replaceAll('"', '""')}"`);
  let page = await browser.open(importPath(entity));
  page.choose("file", new File([`${known.join()}\n${cells.join()}\n`], "records.csv"));
  page = await browser.press(page, page.button("", undefined, page.control("file").form));
  expect(page.path).toContain(`${importPath(entity)}?file=`);
  const done = await browser.press(page, page.button("save"));
  expect(done.html).toContain(say("resource:import.saved", { made: 0, changed: 0, same: 1 }));
  expect(await read(walk, id)).toMatchObject({ version });
}

/** Actions in an order in which each is possible: what only a flag allows comes after what sets it; removal is last. */
const inOrder = (actions: readonly EntityAction[]) => [...actions].sort((a, b) => rank(a) - rank(b));
const rank = ({ name, when }: EntityAction) => (name === "delete" ? 2 : when?.is ? 1 : 0);

/** Actions that cannot be done here, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  "company.send_test": "errors:post_unknown_host",
};

async function act(walk: Walk, id: number, action: EntityAction): Promise<void> {
  const { browser, entity } = walk;
  // What only others' doing makes possible is walked where that is done.
  if (action.when && (await read(walk, id))[action.when.field] !== action.when.is) return;
  const { page, expected } = await fill(`${viewPath(entity, id)}/${action.name}`, asked(walk, action));
  const refusal = REFUSED[`${entity.name}.${action.name}`];
  const done = await browser.press(page, page.button(), refusal && say(refusal));
  if (action.reveals) expect(done.document.querySelector("code")?.textContent).toBeTruthy();
  await expectDone(walk, id, action, expected);
}

/** What the confirm page of an action asks for, as a form of its own. */
function asked(walk: Walk, action: EntityAction): Filling {
  const field = takenField(walk.entity, action);
  const { name } = walk.entity;
  return {
    ...filling(walk, 1),
    form: field
      ? { name, fields: Object.fromEntries([field]), sections: [{ name: "asked", fields: [field[0]] }] }
      : { name, fields: {}, sections: [] },
  };
}

async function expectDone(walk: Walk, id: number, { name, when }: EntityAction, expected: object): Promise<void> {
  if (name === "delete") return expect(read(walk, id)).rejects.toThrow("not_found");
  expect(await read(walk, id), name).toMatchObject({ ...expected, ...(when && { [when.field]: !when.is }) });
}

async function actOnMany(walk: Walk, action: EntityAction): Promise<void> {
  const { browser, api, entity } = walk;
  const ids = [(await makeRecord(api, entity.name)).id, (await makeRecord(api, entity.name)).id];
  for (const id of ids)
    if (action.when?.is && (await read(walk, id))[action.when.field] !== true)
      await api.post(`${entity.api}/${id}/${before(entity, action)}`);
  const chosen = ids.map((id) => `ids=${id}`).join("&");
  const { page, expected } = await fill(`/bulk/${entity.name}/${action.name}?${chosen}`, asked(walk, action));
  page.box("which", "chosen").checked = true;
  await browser.press(page, page.button());
  for (const id of ids) await expectDone(walk, id, action, expected);
}

/** The action that makes another one possible: what undoes it, or the one that stands before it. */
function before({ actions = [] }: Entity, action: EntityAction): string {
  const { when } = action;
  const undoing = actions.find((one) => one.when?.field === when?.field && one.when?.is !== when?.is);
  return (undoing ?? actions[actions.indexOf(action) - 1])?.name ?? "";
}

async function restore(walk: Walk, id: number): Promise<void> {
  const { browser, entity } = walk;
  const page = await browser.open(deletedPath(entity, id));
  await browser.press(page, page.button());
  expect(await read(walk, id)).toMatchObject({ id });
}
