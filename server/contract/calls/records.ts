import { z } from "zod";
import { change, read } from "../call";
import { ENTITIES } from "../entities";
import { changeRequirement, createRequirement, type Entity, listRequirement, sortsOf } from "../entity";
import type { Field } from "../field-kinds";
import { filtersOf } from "../filters";
import { exportPageSchema, neighboursSchema, relatedSchema, scopeCountsSchema } from "../lists";
import { idAsked, limitAsked, numberFrom, pageAsked, pageQuery, severalOf, wordsAsked, wrong } from "../query";
import { COUNT_CAP, historySchema, optionsSchema, pageSchema, recordSchema, writtenAnswer } from "../record";
import { REPORTS } from "../reports";
import type { Report } from "../reports/report";
import { writtenSchema } from "../schema";
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

/** Calls about the one record of a singleton. */
export function singleCalls(entity: Entity) {
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

/** Calls about the records of an entity: their list, each of them, and the choice among them. */
export function recordCalls(entity: Entity) {
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
export function scopesCall(entity: Entity) {
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
