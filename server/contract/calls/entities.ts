import { z } from "zod";
import { ENTITIES } from "../entities";
import { type Call, change, read, upload } from "../call";
import { bulkAnswer, bulkBody, exportPageSchema, neighboursSchema, relatedSchema, scopeCountsSchema } from "../lists";
import {
  actionRequirement,
  actionsOf,
  bulkActionsOf,
  changeRequirement,
  createRequirement,
  type Entity,
  type EntityAction,
  listRequirement,
  sortsOf,
} from "../entity";
import type { Field } from "../field-kinds";
import { filtersOf } from "../filters";
import { IMPORT_BODY_BYTES, importBody, importCounts, importSchema } from "../imports";
import { idAsked, limitAsked, numberFrom, pageAsked, pageQuery, severalOf, wordsAsked, wrong } from "../query";
import {
  actionAnswer,
  COUNT_CAP,
  deletedPage,
  deletedSchema,
  historySchema,
  optionsSchema,
  pageSchema,
  recordSchema,
  writtenAnswer,
} from "../record";
import { REPORTS } from "../reports";
import type { Report } from "../reports/report";
import { takenSchema, writtenSchema } from "../schema";
import { described } from "../shapes";
import { idempotencyKey } from "../stock";

/** Values of a list's filters; what they must be is said by the field (`server/vending/resource/filter.ts`). */
const filterValues = (entity: Entity) =>
  Object.fromEntries(
    filtersOf(entity).flatMap(({ field, params }) =>
      params.map((name): [string, z.ZodType] => [
        name,
        described(severalOf(z.string(wrong).max(200, wrong)), { filter: field }),
      ]),
    ),
  );

const recordOf = (entity: Entity) => described(recordSchema, { record: entity, whole: true });
const listedOf = (entity: Entity) => described(recordSchema, { record: entity, whole: false });

function queriesOf(entity: Entity) {
  const asked = { q: wordsAsked, ...filterValues(entity) };
  const ordered = { sort: z.enum(sortsOf(entity), wrong).default(entity.list.sort), ...asked };
  return {
    list: z.object({
      page: pageAsked,
      limit: limitAsked(1000),
      /** How far to count. */
      count: numberFrom(1, COUNT_CAP).optional(),
      ...ordered,
    }),
    export: z.object({ cursor: z.string(wrong).max(2000, wrong).optional(), ...ordered }),
    neighbours: z.object(ordered),
    scopes: z.object(asked),
    options: z.object({ ids: severalOf(idAsked), for: idAsked.optional(), ...asked }),
  };
}

function singleCalls(entity: Entity) {
  const { name, api } = entity;
  const see = listRequirement(entity);
  return {
    read: read({ path: api, needs: see, does: `The ${name}`, answer: recordOf(entity) }),
    update: change({
      path: api,
      needs: see,
      does: `Change the ${name}`,
      form: described(writtenSchema(entity, "wire", "update"), { written: entity, update: true }),
      answer: writtenAnswer,
      refuses: [409],
    }),
    history: read({
      path: `${api}/history`,
      needs: see,
      query: pageQuery,
      does: `History of the ${name}`,
      answer: historySchema,
    }),
  };
}

function recordCalls(entity: Entity) {
  const { name, api } = entity;
  const see = listRequirement(entity);
  const queries = queriesOf(entity);
  const changing = { needs: changeRequirement(entity), about: entity };
  const seeing = { needs: see, about: entity };
  return {
    list: read({
      path: api,
      needs: see,
      query: queries.list,
      does: `List of ${name}`,
      answer: pageSchema.extend({ items: z.array(listedOf(entity)) }),
      refuses: [422],
    }),
    create: change({
      path: api,
      needs: createRequirement(entity),
      does: `Create a ${name}`,
      form: newForm(entity),
      answer: writtenAnswer,
      status: 201,
      refuses: [409],
    }),
    read: read({ ...seeing, path: `${api}/{id}`, does: `A ${name}`, answer: recordOf(entity) }),
    update: change({
      ...changing,
      path: `${api}/{id}`,
      does: `Change a ${name}`,
      form: described(writtenSchema(entity, "wire", "update"), { written: entity, update: true }),
      answer: writtenAnswer,
      refuses: [409],
    }),
    history: read({
      ...seeing,
      evenDeleted: true,
      path: `${api}/{id}/history`,
      query: pageQuery,
      does: `History of a ${name}, newest first`,
      answer: historySchema,
    }),
    neighbours: read({
      ...seeing,
      path: `${api}/{id}/neighbours`,
      query: queries.neighbours,
      does: `Before and after a ${name} in a list`,
      answer: neighboursSchema,
      refuses: [422],
    }),
    related: read({ ...seeing, path: `${api}/{id}/related`, does: `What refers to a ${name}`, answer: relatedSchema }),
    export: read({
      path: `${api}/export`,
      needs: see,
      query: queries.export,
      does: `The whole list of ${name}, page by page: \`next\` is the cursor of the next one`,
      answer: exportPageSchema.extend({ items: z.array(listedOf(entity)) }),
      refuses: [422],
    }),
    options: read({
      path: `/options/${name}`,
      needs: { anyOf: [...choosers(entity).map(listRequirement), ...reportsBy(entity)] },
      query: queries.options,
      does: `Choices of a picker, found by words or by ids; \`for\`: the ${name} that chooses, which is left out`,
      answer: optionsSchema,
      refuses: [422],
    }),
  };
}

/** What makes a record; with the key of what is made once. */
function newForm(entity: Entity) {
  const written = described(writtenSchema(entity, "wire", "create"), { written: entity, update: false });
  return entity.once ? z.intersection(z.object({ key: idempotencyKey }), written) : written;
}

/** What was deleted, and undoing it; none where nothing is deleted. */
function deletedCalls(entity: Entity) {
  if (entity.deletable === false) return undefined;
  const { name, api } = entity;
  const seeing = { needs: listRequirement(entity), evenDeleted: true } as const;
  return {
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
  if (!entity.imports) return undefined;
  const { name, api } = entity;
  const needs = createRequirement(entity);
  return {
    try: upload({
      needs,
      path: `${api}/import`,
      does: `Try rows of a file of ${name} (columns ${entity.imports.join(", ")}): all faults by row, or what they would make; nothing is saved`,
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

/** Who chooses among an entity's records: whoever may see it or anything that relates to it. */
const choosers = (entity: Entity): Entity[] => [
  entity,
  ...ENTITIES.filter((one) => Object.values(one.fields).some((field) => relates(field, entity.name))),
];

/** What the reports need that are narrowed to some of its records: each set once. */
const reportsBy = ({ name }: Entity): Report["needs"][] => {
  const reports = REPORTS.filter(({ list, fields }) =>
    list.filters.some((filter) => fields[filter] !== undefined && relates(fields[filter], name)),
  );
  return [...new Map(reports.map(({ needs }) => [needs.join(), needs])).values()];
};

function relates(field: Field, name: string): boolean {
  if (field.kind === "rows") return Object.values(field.of).some((cell) => relates(cell, name));
  return (field.kind === "ref" || field.kind === "refs") && field.to === name;
}

/** How many there are in each view of a list; undefined where no view is counted. */
function scopesCall(entity: Entity) {
  if (!entity.list.scopes?.some((scope) => scope.counted)) return undefined;
  return read({
    path: `${entity.api}/scopes`,
    needs: listRequirement(entity),
    query: queriesOf(entity).scopes,
    does: `How many there are in each view of ${entity.name}`,
    answer: scopeCountsSchema,
    refuses: [422],
  });
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
  bulk: byAction(bulkActionsOf(entity), (action) => bulkCall(entity, action)),
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
