import { sql } from "drizzle-orm";
import { callsOf, callsOfSingle } from "~server/contract/calls/entities";
import { actionsOf, changesOf } from "~server/contract/entity";
import { importBody } from "~server/contract/imports";
import type { Answers } from "../answers";
import { run } from "../database/query";
import { type Deps, jsonBody } from "../http";
import { actOnMany } from "./bulk";
import { listDeleted, readDeleted, restoreRecord } from "./deleted";
import { historyOf } from "./history";
import { exportPage, neighboursOf } from "./keyset";
import { optionsOf } from "./options";
import { listRecords, readRecord } from "./read";
import { readImport, saveImport, tryImport } from "./import";
import { relatedTo } from "./related";
import type { Resource } from "./resource";
import { scopeCounts } from "./scopes";
import { usageOf } from "./usage";
import { actOnRecord, createRecord, deleteRecord, updateRecord } from "./write";

/** Answers the calls that every declared entity has. */
export function answerResource(answers: Answers, deps: Deps, resource: Resource): void {
  if (resource.entity.singleton) return answerSingle(answers, deps, resource);
  answerRecords(answers, deps, resource);
  answerActions(answers, deps, resource);
  answerDeleted(answers, deps, resource);
  answerImports(answers, deps, resource);
}

function answerRecords({ read, change }: Answers, { pool }: Deps, resource: Resource): void {
  const calls = callsOf(resource.entity);
  read(calls.list, ({ viewer, query, search }) => listRecords(pool, resource, viewer, query, search));
  read(calls.export, ({ viewer, query, search }) => exportPage(pool, resource, viewer, query, search));
  if (calls.scopes) read(calls.scopes, ({ viewer, search }) => scopeCounts(pool, resource, viewer, search));
  read(calls.options, ({ viewer, query, search }) => optionsOf(pool, resource, viewer, query, search));
  change(calls.create, ({ viewer, form }) => createRecord(pool, resource, viewer, form));
  read(calls.read, ({ viewer, param }) => readRecord(pool, resource, viewer, param("id")));
  change(calls.update, ({ viewer, param, form }) => updateRecord(pool, resource, viewer, param("id"), form));
  read(calls.history, ({ viewer, param, query }) => historyOf(pool, resource, viewer, param("id"), query.page));
  read(calls.neighbours, ({ viewer, param, query, search }) =>
    neighboursOf(pool, resource, viewer, param("id"), query, search),
  );
  read(calls.related, ({ viewer, param }) => relatedTo(pool, resource, param("id"), viewer));
}

function answerActions({ change }: Answers, { pool }: Deps, resource: Resource): void {
  const { actions, bulk } = callsOf(resource.entity);
  const taken = (name: string, form: object): unknown => {
    const all = [...actionsOf(resource.entity), ...changesOf(resource.entity)];
    const { takes } = all.find((action) => action.name === name) ?? {};
    return takes === undefined ? undefined : Reflect.get(form, takes);
  };
  for (const [name, call] of actions)
    change(call, async ({ viewer, param, form }) => {
      if (name !== "delete") return actOnRecord(pool, resource, viewer, param("id"), name, taken(name, form));
      await deleteRecord(pool, resource, viewer, param("id"));
      return {};
    });
  for (const [name, call] of bulk)
    change(call, ({ viewer, form }) => actOnMany(pool, resource, viewer, name, form, taken(name, form)));
}

/** What stands in the way of a deletion, what was deleted, and undoing it. */
function answerDeleted({ read, change }: Answers, { pool }: Deps, resource: Resource): void {
  const { deleted } = callsOf(resource.entity);
  if (!deleted) return;
  read(deleted.usage, async ({ viewer, param }) => {
    const { id } = await readRecord(pool, resource, viewer, param("id"));
    const { usedBy } = await usageOf(pool, resource, id, viewer);
    return { usedBy };
  });
  read(deleted.list, ({ viewer, query }) => listDeleted(pool, resource, viewer, query));
  read(deleted.read, ({ viewer, param }) => readDeleted(pool, resource, viewer, param("id")));
  change(deleted.restore, ({ viewer, param }) => restoreRecord(pool, resource, viewer, param("id")));
}

/** Files of records. */
function answerImports({ read, change, upload }: Answers, { pool }: Deps, resource: Resource): void {
  const { imports } = callsOf(resource.entity);
  if (!imports) return;
  upload(imports.try, async ({ viewer, bytes }) =>
    tryImport(pool, resource, viewer, jsonBody(await bytes(), importBody).rows),
  );
  read(imports.read, ({ viewer, param }) => readImport(pool, resource, viewer, param("import")));
  change(imports.save, ({ viewer, param }) => saveImport(pool, resource, viewer, param("import")));
}

/** The record of a singleton always has this id. */
const SINGLE = 1;

/** The one record of a singleton is made when it is first asked for. */
function answerSingle({ read, change }: Answers, { pool }: Deps, resource: Resource): void {
  const calls = callsOfSingle(resource.entity);
  let isMade = false;
  const there = async () => {
    if (!isMade)
      await run(
        pool,
        sql`insert into ${sql.identifier(resource.table)} (id) overriding system value values (${SINGLE}) on conflict do nothing`,
      );
    isMade = true;
  };
  read(calls.read, async ({ viewer }) => {
    await there();
    return readRecord(pool, resource, viewer, SINGLE);
  });
  change(calls.update, async ({ viewer, form }) => {
    await there();
    return updateRecord(pool, resource, viewer, SINGLE, form);
  });
  read(calls.history, async ({ viewer, query }) => {
    await there();
    return historyOf(pool, resource, viewer, SINGLE, query.page);
  });
}
