import { z } from "zod";
import {
  bulkAnswer,
  countChanged,
  exportPageSchema,
  filterGroupsSchema,
  neighboursSchema,
  relatedSchema,
  savedFiltersSchema,
  scopeCountsSchema,
} from "./lists";
import { bulkActionsOf, type Entity, listRequirement } from "./entity";

type Json = Record<string, unknown>;

const answer = (schema: z.ZodType, description = "answered"): Json => ({
  description,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: {
          result: { type: "boolean" },
          error: { type: ["string", "null"] },
          data: { ...z.toJSONSchema(schema, { unrepresentable: "any" }), $schema: undefined },
        },
      },
    },
  },
});
const form = (properties: Json, required: string[] = []): Json => ({
  required: true,
  content: { "application/x-www-form-urlencoded": { schema: { type: "object", properties, required } } },
});
const inQuery = (name: string, schema: Json): Json => ({ name, in: "query", required: false, schema });
const id: Json = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const nothing = z.object({});

/** Calls that make an entity's list comfortable; those that take a list's query take all its parameters but the page. */
export function comfortPaths(entity: Entity, filters: Json[]): [string, Json][] {
  const { name, api } = entity;
  const needs = { tags: [name], security: [{ token: [] }], "x-permissions": listRequirement(entity) };
  const asked = [inQuery("sort", { type: "string" }), inQuery("q", { type: "string" }), ...filters];
  return [
    [
      `${api}/export`,
      {
        get: {
          ...needs,
          summary: `The whole list of ${name}, page by page`,
          parameters: [inQuery("cursor", { type: "string" }), ...asked],
          responses: { 200: answer(exportPageSchema) },
        },
      },
    ],
    ...(entity.list.scopes?.some((scope) => scope.counted)
      ? [
          [
            `${api}/scopes`,
            {
              get: {
                ...needs,
                summary: `How many there are in each view of ${name}`,
                parameters: asked.slice(1),
                responses: { 200: answer(scopeCountsSchema) },
              },
            },
          ] satisfies [string, Json],
        ]
      : []),
    [
      `${api}/{id}/neighbours`,
      {
        parameters: [id],
        get: {
          ...needs,
          summary: `Before and after a ${name} in a list`,
          parameters: asked,
          responses: { 200: answer(neighboursSchema), 404: answer(nothing, "not found") },
        },
      },
    ],
    [
      `${api}/{id}/related`,
      {
        parameters: [id],
        get: {
          ...needs,
          summary: `What refers to a ${name}`,
          responses: { 200: answer(relatedSchema), 404: answer(nothing, "not found") },
        },
      },
    ],
    ...bulkActionsOf(entity).map((action): [string, Json] => [
      `${api}/bulk/${action.name}`,
      {
        post: {
          ...needs,
          summary: `${action.name} many: by ids, or all that match a filter`,
          requestBody: form({
            ids: { type: "array", items: { type: "integer" }, maxItems: 10_000 },
            filter: { type: "string", description: "query string of the list" },
            expected: { type: "integer", description: "how many matched when the person decided" },
          }),
          responses: {
            200: answer(bulkAnswer),
            409: answer(countChanged, "another number matches now"),
            422: answer(nothing, "too many or senseless"),
          },
        },
      },
    ]),
  ];
}

const saved = { tags: ["saved_filter"], security: [{ token: [] }] };
const nameAndGroup = {
  name: { type: "string", maxLength: 80 },
  group: { type: "integer", description: "user group that sees it too" },
};

/** Calls of the filters that people keep. */
export const savedFilterPaths: Record<string, Json> = {
  "/saved_filters": {
    get: {
      ...saved,
      summary: "Filters of a list: the own ones and those shared with the own group",
      parameters: [inQuery("entity", { type: "string" })],
      responses: { 200: answer(savedFiltersSchema) },
    },
    post: {
      ...saved,
      summary: "Keep a filter; the same query again takes the new name",
      requestBody: form({ entity: { type: "string" }, query: { type: "string" }, ...nameAndGroup }, ["entity", "name"]),
      responses: { 201: answer(z.object({ id: z.number().int() })), 422: answer(nothing, "senseless") },
    },
  },
  "/saved_filters/groups": {
    get: { ...saved, summary: "Groups one may share with", responses: { 200: answer(filterGroupsSchema) } },
  },
  "/saved_filters/{id}": {
    parameters: [id],
    post: {
      ...saved,
      summary: "Rename or share an own filter",
      requestBody: form(nameAndGroup, ["name"]),
      responses: { 200: answer(nothing), 404: answer(nothing, "not found") },
    },
  },
  "/saved_filters/{id}/delete": {
    parameters: [id],
    post: {
      ...saved,
      summary: "Delete an own filter",
      responses: { 200: answer(nothing), 404: answer(nothing, "not found") },
    },
  },
};
