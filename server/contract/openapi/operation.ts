import { z } from "zod";
import { type Call, entityOf, type Needs, paramNames, wantsSession } from "../call";
import { LARGEST_INTEGER } from "../query";
import { jsonSchema, type Json } from "./json";
import { refTo } from "./shape";

/** One call as OpenAPI's operation. */
export function operation(name: string, call: Call): Json {
  return {
    operationId: name,
    summary: call.does,
    tags: [tagOf(call)],
    security: securityOf(call.needs),
    ...needed(call),
    parameters: [
      ...paramNames(call.path).map((param) => ({ name: param, in: "path", required: true, schema: id })),
      ...("query" in call ? queryParameters(call.query) : []),
      ...Object.entries(call.headers ?? {}).map(([header, description]) => ({
        name: header,
        in: "header",
        description,
        schema: { type: "string" },
      })),
    ],
    ...requestOf(call),
    responses: responsesOf(call),
  };
}

const id: Json = { type: "integer", minimum: 1, maximum: LARGEST_INTEGER };
const JSON_TYPE = "application/json";
const NDJSON_TYPE = "application/x-ndjson";

const tagOf = (call: Call): string => entityOf(call)?.name ?? call.path.split("/")[1] ?? "";

function securityOf(needs: Needs): Json[] {
  if (needs === "nothing") return [];
  if (needs === "unit") return [{ device: [], unit: [] }];
  return needs === "mailer" || needs === "partner" ? [{ [needs]: [] }] : [{ token: [] }];
}

/** What the caller must hold besides a session, and whose record it is. */
function needed({ needs, about }: Call): Json {
  const codes = typeof needs === "object" ? { "x-permissions": needs } : {};
  return typeof about === "string" ? { ...codes, "x-for": about } : codes;
}

const fieldsSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

function queryParameters(query: (Call & { kind: "read" })["query"]): Json[] {
  const { properties, required } = fieldsSchema.parse(jsonSchema(query, "input"));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function requestOf(call: Call): Json {
  if (call.kind === "change")
    return {
      requestBody: { content: { "application/x-www-form-urlencoded": { schema: jsonSchema(call.form, "input") } } },
    };
  if (call.kind !== "upload") return {};
  const schema = call.json ? jsonSchema(call.json, "input") : undefined;
  return { requestBody: { required: true, content: { [call.type]: schema ? { schema } : {} } } };
}

function responsesOf(call: Call): Json {
  const refused = [...new Set([...refusals(call), ...(call.refuses ?? [])])].sort();
  return {
    ...answersOf(call),
    ...Object.fromEntries(refused.map((status) => [status, refTo("Refused", "responses")])),
  };
}

function answersOf(call: Call): Json {
  if (call.kind === "download")
    return Object.fromEntries(
      call.statuses.map((status) => [
        status,
        { description: "answered", ...(status < 300 && status >= 200 ? { content: { [call.type]: {} } } : {}) },
      ]),
    );
  if (call.kind === "stream")
    return {
      200: { description: "answered", content: { [NDJSON_TYPE]: { schema: jsonSchema(call.line, "output") } } },
    };
  const { status } = call.kind === "read" ? { status: 200 } : call;
  const schema = {
    type: "object",
    properties: { result: { const: true }, error: { type: "null" }, data: jsonSchema(call.answer, "output") },
    required: ["result", "error", "data"],
  };
  return { [status]: { description: "answered", content: { [JSON_TYPE]: { schema } } } };
}

/** Statuses of refusals that follow from a declaration. */
function refusals(call: Call): number[] {
  const { needs, path, kind, beforeSecondStep } = call;
  return [
    ...(needs === "nothing" ? [] : [401]),
    ...(!wantsSession(needs) || beforeSecondStep ? [] : [403]),
    ...(paramNames(path).length ? [404] : []),
    ...(kind === "download" ? [] : [400]),
    ...(kind === "change" || kind === "upload" ? [413, 422] : []),
  ];
}
