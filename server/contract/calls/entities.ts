import { z } from "zod";
import { type Call, change, read, upload } from "../call";
import { bulkAnswer, bulkBody } from "../lists";
import {
  actionRequirement,
  actionsOf,
  bulkActionsOf,
  changesOf,
  createRequirement,
  type Entity,
  type EntityAction,
  listRequirement,
} from "../entity";
import { importColumns } from "../import-columns";
import { IMPORT_BODY_BYTES, importBody, importCounts, importSchema } from "../imports";
import { limitAsked, pageAsked, wordsAsked } from "../query";
import { actionAnswer, deletedPage, deletedSchema, usageSchema, writtenAnswer } from "../record";
import { takenSchema } from "../schema";
import { described } from "../shapes";
import { recordCalls, scopesCall, singleCalls } from "./records";

/** What stands in the way of a deletion, what was deleted, and undoing it; none where nothing is deleted. */
function deletedCalls(entity: Entity) {
  if (entity.deletable === false) return undefined;
  const { name, api } = entity;
  const seeing = { needs: listRequirement(entity), evenDeleted: true } as const;
  return {
    usage: read({
      needs: createRequirement(entity),
      about: entity,
      path: `${api}/{id}/usage`,
      does: `What refers to a ${name}, which is not deleted before`,
      answer: usageSchema,
    }),
    list: read({
      ...seeing,
      path: `${api}/deleted`,
      query: z.object({ q: wordsAsked, page: pageAsked, limit: limitAsked(1000) }),
      does: `What was deleted of ${name}, the latest first`,
      answer: deletedPage,
    }),
    read: read({
      ...seeing,
      about: entity,
      path: `${api}/deleted/{id}`,
      does: `Who deleted a ${name}, and when`,
      answer: deletedSchema,
    }),
    restore: change({
      needs: createRequirement(entity),
      about: entity,
      evenDeleted: true,
      path: `${api}/deleted/{id}/restore`,
      does: `Undo the deletion of a ${name}: it has its id, secrets and files again`,
      answer: writtenAnswer,
      refuses: [409],
    }),
  };
}

/** A file of records: read as a trial, looked at, saved; none where no file is imported. */
function importCalls(entity: Entity) {
  const columns = importColumns(entity).map(({ name }) => name);
  if (!columns.length) return undefined;
  const { name, api } = entity;
  const needs = createRequirement(entity);
  return {
    try: upload({
      needs,
      path: `${api}/import`,
      does: `Try rows of a file of ${name} (columns ${columns.join(", ")}): all faults by row, or what they would make; nothing is saved`,
      type: "application/json",
      json: importBody,
      most: IMPORT_BODY_BYTES,
      answer: importSchema,
      refuses: [409],
    }),
    read: read({
      needs,
      path: `${api}/import/{import}`,
      does: `Rows of ${name} that the person tried and may save within a day`,
      answer: importSchema,
    }),
    save: change({
      needs,
      path: `${api}/import/{import}/save`,
      does: `Save rows of ${name} that were tried: all or none; saved again they are the same`,
      answer: importCounts,
      refuses: [409],
    }),
  };
}

/** What an action does with one record. */
function actionCall(entity: Entity, action: EntityAction) {
  const taken = takenSchema(entity, action);
  return change({
    path: `${entity.api}/{id}/${action.name}`,
    needs: actionRequirement(entity, action),
    about: entity,
    does: `${action.name} a ${entity.name}`,
    form: taken ? described(taken, { taken: [entity, action] }) : z.object({}),
    answer: actionAnswer,
    refuses: [409],
  });
}

/** What an action does with many records. */
function bulkCall(entity: Entity, action: EntityAction) {
  const taken = takenSchema(entity, action);
  return change({
    path: `${entity.api}/bulk/${action.name}`,
    needs: actionRequirement(entity, action),
    does: `${action.name} many: by ids, or all that match a filter`,
    form: taken ? z.intersection(bulkBody, described(taken, { taken: [entity, action] })) : bulkBody,
    answer: bulkAnswer,
    refuses: [409],
  });
}

const remembered = <T>(make: (entity: Entity) => T) => {
  const made = new Map<Entity, T>();
  return (entity: Entity): T => {
    const known = made.get(entity) ?? make(entity);
    made.set(entity, known);
    return known;
  };
};

/** Calls about the one record of a singleton. */
export const callsOfSingle = remembered(singleCalls);

const byAction = <T>(actions: readonly EntityAction[], make: (action: EntityAction) => T): ReadonlyMap<string, T> =>
  new Map(actions.map((action) => [action.name, make(action)]));

/** Calls that follow from an entity's declaration; `actions` and `bulk` by the action's name. */
export const callsOf = remembered((entity) => ({
  ...recordCalls(entity),
  scopes: scopesCall(entity),
  deleted: deletedCalls(entity),
  imports: importCalls(entity),
  actions: byAction(actionsOf(entity), (action) => actionCall(entity, action)),
  bulk: byAction([...bulkActionsOf(entity), ...changesOf(entity)], (action) => bulkCall(entity, action)),
}));

/** The calls about one record of an entity, whether or not it is the only one. */
export const recordCallsOf = (entity: Entity) => (entity.singleton ? callsOfSingle(entity) : callsOf(entity));

/** All calls of an entity by name: `device_list`, `device_restart`, `device_bulk_delete`. */
export function entityCalls(entity: Entity): [string, Call][] {
  const named = (prefix: string, calls: Iterable<[string, Call | undefined]>) =>
    [...calls].flatMap(([name, call]): [string, Call][] => (call ? [[`${entity.name}_${prefix}${name}`, call]] : []));
  if (entity.singleton) return named("", Object.entries(callsOfSingle(entity)));
  const { actions, bulk, deleted, imports, ...calls } = callsOf(entity);
  return [
    ...named("", Object.entries(calls)),
    ...named("deleted_", Object.entries(deleted ?? {})),
    ...named("import_", Object.entries(imports ?? {})),
    ...named("", actions),
    ...named("bulk_", bulk),
  ];
}
