import { z } from "zod";
import { acceptedSchema, auditFileSchema, readsSchema } from "./audit";
import {
  actionsOf,
  changeRequirement,
  createRequirement,
  editableFields,
  type Entity,
  listRequirement,
  takenField,
} from "./entity";
import { ENTITIES } from "./entities";
import { editableCells, type Field, type RowsField, type Unit } from "./fields";
import { filtersOf } from "./filters";
import { besideSchema, conversationSchema, deviceErrorsSchema, entryAnswer, entryBody, timeBody } from "./help-desk";
import { comfortPaths, savedFilterPaths } from "./openapi-comfort";
import { noticePaths } from "./openapi-notices";
import { profileSchema } from "./profile";
import { COUNT_CAP, optionsSchema } from "./record";
import { dashboardSchema, deviceSalesSchema } from "./sales";
import { isSet } from "./schema";
import { serverInfoSchema } from "./session";
import {
  auditHealthSchema,
  collectionsSchema,
  deviceCommandsSchema,
  deviceEventsSchema,
  deviceStateSchema,
  timelineSchema,
  wallSchema,
} from "./fleet";
import { holdsSchema } from "./maintenance";
import { candidatesSchema, rolloutSchema, rolloutsSchema } from "./rollouts";
import { batchAnswerSchema, batchSchema } from "./telemetry";
import { stockMove } from "./stock";

type Json = Record<string, unknown>;

const UNIT_NAMES: Record<Unit, string> = {
  g: "grams",
  kg: "kilograms",
  ml: "millilitres",
  m3: "cubic metres",
  pc: "pieces",
  vends: "vends",
  min: "minutes",
  days: "days",
  percent: "percent",
  duration: "seconds",
};

/** JSON Schema of a field as it is read. */
function readSchema(field: Field): Json {
  switch (field.kind) {
    case "integer":
    case "decimal": {
      const unit = field.unit && { description: UNIT_NAMES[field.unit] };
      return { type: field.kind === "integer" ? "integer" : "number", minimum: field.min, maximum: field.max, ...unit };
    }
    case "money":
      return { type: "integer", minimum: field.min, maximum: field.max, description: "kopecks" };
    case "flag":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: field.options };
    case "choices":
      return { type: "array", items: { type: "string", enum: field.options } };
    case "day":
      return { type: "string", format: "date", description: "day in Europe/Kyiv" };
    case "moment":
      return { type: "string", format: "date-time", description: "UTC" };
    case "ref":
      return { $ref: "#/components/schemas/Ref", description: `record of ${field.to}` };
    case "refs":
      return { type: "array", items: { $ref: "#/components/schemas/Ref" } };
    case "file":
      return {
        $ref: "#/components/schemas/File",
        description: `${field.minBytes ?? 1} to ${field.maxBytes} bytes${(field.types ?? field.endings) ? `, ${(field.types ?? field.endings ?? []).join(", ")}` : ""}`,
      };
    case "files":
      return {
        type: "array",
        items: { $ref: "#/components/schemas/File" },
        description: `at most ${field.most} at a time of ${field.maxBytes} bytes${field.types ? `, ${field.types.join(", ")}` : ""}`,
      };
    case "shifts":
      return {
        type: "array",
        items: {
          type: "object",
          properties: {
            start: { type: "integer", minimum: 0, maximum: 1439 },
            end: { type: "integer", minimum: 1, maximum: 1440 },
          },
        },
        description: "minutes from midnight in Europe/Kyiv; an end before the start lies on the next day",
      };
    case "rows":
      return { type: "array", items: objectOf([...rowId(field), ...Object.entries(field.of)], readSchema) };
    case "text":
    case "secret":
      return {
        type: "string",
        minLength: field.min,
        maxLength: field.max,
        ...(field.kind === "text" && field.format === "email" ? { format: "email" } : {}),
      };
  }
}

/** JSON Schema of a field as it is written: relations by id. */
function writeSchema(field: Field): Json {
  if (field.kind === "ref") return { type: "integer", description: `id of a record of ${field.to}` };
  if (field.kind === "refs") return { type: "array", items: { type: "integer" } };
  if (field.kind === "file") return { type: "integer", description: "id that POST /files answered" };
  if (field.kind === "files")
    return { type: "array", items: { type: "integer", description: "id that POST /files answered" } };
  if (field.kind === "rows")
    return { type: "array", items: objectOf([...rowId(field), ...editableCells(field)], writeSchema) };
  return readSchema(field);
}

/** Rows with an identity carry their id; a row without one is new. */
const rowId = (field: RowsField): [string, Field][] => (field.identified ? [["id", { kind: "integer" }]] : []);

function objectOf(fields: [string, Field][], schemaOf: (field: Field) => Json): Json {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
  };
}

const answerOf = (data: Json) => ({
  description: "answered",
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { result: { type: "boolean" }, error: { type: ["string", "null"] }, data },
      },
    },
  },
});
const formOf = (schema: Json) => ({ required: true, content: { "application/x-www-form-urlencoded": { schema } } });
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const inQuery = (name: string, schema: Json) => ({ name, in: "query", required: false, schema });
const idParameter = { name: "id", in: "path", required: true, schema: { type: "integer" } };

function filterParameters(entity: Entity): Json[] {
  return filtersOf(entity).flatMap(({ name, field }) => {
    if (["integer", "decimal", "money"].includes(field.kind))
      return [inQuery(`${name}_min`, { type: "number" }), inQuery(`${name}_max`, { type: "number" })];
    if (["day", "moment"].includes(field.kind))
      return [
        inQuery(`${name}_from`, { type: "string", format: "date" }),
        inQuery(`${name}_to`, { type: "string", format: "date" }),
      ];
    return [inQuery(name, { type: "string" })];
  });
}

function entityPaths(entity: Entity): [string, Json][] {
  const { name, api } = entity;
  const tags = [name];
  const needs = (codes: unknown) => ({ tags, security: [{ token: [] }], "x-permissions": codes });
  const see = listRequirement(entity);
  const update = objectOf(editableFields(entity), writeSchema);
  if (entity.singleton)
    return [
      [
        api,
        {
          get: { ...needs(see), summary: `Read ${name}`, responses: { 200: answerOf(refTo(name)) } },
          post: {
            ...needs(see),
            summary: `Update ${name}`,
            requestBody: formOf({
              ...update,
              properties: { ...Object(update.properties), version: { type: "integer" } },
            }),
            responses: { 200: answerOf(refTo("Written")), 409: answerOf({}), 422: answerOf({}) },
          },
        },
      ],
      [
        `${api}/history`,
        { get: { ...needs(see), summary: `History of ${name}`, responses: { 200: answerOf({ type: "object" }) } } },
      ],
    ];
  const one = answerOf(refTo(name));
  const paths: [string, Json][] = [
    [
      api,
      {
        get: {
          ...needs(see),
          summary: `List ${name}`,
          responses: {
            200: answerOf({
              type: "object",
              properties: {
                items: { type: "array", items: refTo(name) },
                total: { type: "integer" },
                capped: { type: "boolean" },
                page: { type: "integer" },
                limit: { type: "integer" },
              },
            }),
          },
          parameters: [
            inQuery("page", { type: "integer", default: 1 }),
            inQuery("limit", { type: "integer", default: 50 }),
            inQuery("sort", { type: "string", enum: entity.list.columns.flatMap((column) => [column, `-${column}`]) }),
            inQuery("q", { type: "string" }),
            inQuery("count", { type: "integer", maximum: COUNT_CAP }),
            ...filterParameters(entity),
          ],
        },
        post: {
          ...needs(createRequirement(entity)),
          summary: `Create ${name}`,
          requestBody: formOf(update),
          responses: { 201: answerOf(refTo("Written")), 422: answerOf({}) },
        },
      },
    ],
    [
      `${api}/{id}`,
      {
        parameters: [idParameter],
        get: { ...needs(see), summary: `Read ${name}`, responses: { 200: one, 404: answerOf({}) } },
        post: {
          ...needs(changeRequirement(entity)),
          summary: `Update ${name}`,
          requestBody: formOf({
            ...update,
            properties: { ...Object(update.properties), version: { type: "integer" } },
          }),
          responses: { 200: answerOf(refTo("Written")), 409: answerOf({}), 422: answerOf({}) },
        },
      },
    ],
    [
      `${api}/{id}/history`,
      {
        parameters: [idParameter],
        get: { ...needs(see), summary: `History of ${name}`, responses: { 200: answerOf({ type: "object" }) } },
      },
    ],
  ];
  for (const action of actionsOf(entity)) {
    const taken = takenField(entity, action);
    paths.push([
      `${api}/{id}/${action.name}`,
      {
        parameters: [idParameter],
        post: {
          ...needs(changeRequirement(entity)),
          summary: `${action.name} ${name}`,
          ...(taken ? { requestBody: formOf(objectOf([taken], writeSchema)) } : {}),
          responses: { 200: answerOf({ type: "object" }), 409: answerOf({}) },
        },
      },
    ]);
  }
  return [...paths, ...comfortPaths(entity, filterParameters(entity))];
}

const schemaOf = (schema: z.ZodType): Json => ({
  ...z.toJSONSchema(schema, { unrepresentable: "any", target: "draft-2020-12" }),
  $schema: undefined,
});
const signedIn = { security: [{ token: [] }] };
const helpDesk = { ...signedIn, tags: ["ticket"], "x-permissions": ["HELP_DESK"] };
const auditText = { required: true, content: { "text/plain": { schema: { type: "string" } } } };

/** Calls beyond the declared entities; their answers are the contract's own schemas. */
const own: Record<string, Json> = {
  "/server": {
    get: { summary: "Version of the server's core", responses: { 200: answerOf(schemaOf(serverInfoSchema)) } },
  },
  "/profile": {
    get: {
      ...signedIn,
      summary: "The signed-in person's own data",
      responses: { 200: answerOf(schemaOf(profileSchema)) },
    },
  },
  "/dashboard": {
    get: {
      ...signedIn,
      summary: "Sales of five periods, the last 30 days, machines by status",
      responses: { 200: answerOf(schemaOf(dashboardSchema)) },
    },
  },
  "/options/{entity}": {
    parameters: [
      {
        name: "entity",
        in: "path",
        required: true,
        schema: { type: "string", enum: ENTITIES.map((entity) => entity.name) },
      },
      inQuery("q", { type: "string" }),
      inQuery("ids", { type: "array", items: { type: "integer" } }),
      inQuery("for", {
        type: "integer",
        description: "the record of the same kind that chooses: it is left out, and of franchises those below it",
      }),
    ],
    get: { ...signedIn, summary: "Choices of a picker", responses: { 200: answerOf(schemaOf(optionsSchema)) } },
  },
  "/devices/{id}/audits": {
    parameters: [idParameter],
    get: {
      ...signedIn,
      summary: "Audit reads of a machine, newest first",
      responses: { 200: answerOf(schemaOf(readsSchema)) },
    },
    post: {
      ...signedIn,
      summary: "Upload an EVA-DTS file (headers X-File-Name, X-From-Initialisation)",
      requestBody: auditText,
      responses: { 201: answerOf(schemaOf(acceptedSchema)), 413: answerOf({}) },
    },
  },
  "/devices/{id}/audits/{file}": {
    parameters: [idParameter, { ...idParameter, name: "file" }],
    get: {
      ...signedIn,
      summary: "One audit file and the sales it brought; /raw gives its bytes",
      responses: { 200: answerOf(schemaOf(auditFileSchema)) },
    },
  },
  "/help_desk/tickets/{id}/conversation": {
    parameters: [idParameter],
    get: {
      ...helpDesk,
      summary:
        "What was said and what happened: the newest 500 (`before` a time), the oldest first; reading it is receiving it",
      parameters: [{ name: "before", in: "query", schema: { type: "string", format: "date-time" } }],
      responses: { 200: answerOf(schemaOf(conversationSchema)), 404: answerOf({}) },
    },
  },
  "/help_desk/tickets/{id}/beside": {
    parameters: [idParameter],
    get: {
      ...helpDesk,
      summary: "The ticket's machine as it is now, and other tickets of the machine or the client",
      responses: { 200: answerOf(schemaOf(besideSchema)), 404: answerOf({}) },
    },
  },
  "/help_desk/tickets/{id}/entries": {
    parameters: [idParameter],
    post: {
      ...helpDesk,
      summary: "A reply, an internal note or the client's words; the same key twice says it once",
      requestBody: formOf(schemaOf(entryBody)),
      responses: { 201: answerOf(schemaOf(entryAnswer)), 422: answerOf({}) },
    },
  },
  "/help_desk/tickets/{id}/time": {
    parameters: [idParameter],
    post: {
      ...helpDesk,
      summary: "Corrects the time spent, in seconds",
      requestBody: formOf(schemaOf(timeBody)),
      responses: { 200: answerOf({ type: "object" }), 422: answerOf({}) },
    },
  },
  "/devices/{id}/errors": {
    parameters: [idParameter],
    get: {
      ...signedIn,
      "x-permissions": ["DEVICE"],
      summary: "What is wrong with a machine now, and the open tickets about it",
      responses: { 200: answerOf(schemaOf(deviceErrorsSchema)) },
    },
  },
  "/devices/{id}/sales": {
    parameters: [
      idParameter,
      inQuery("from", { type: "string", format: "date" }),
      inQuery("to", { type: "string", format: "date" }),
    ],
    get: {
      ...signedIn,
      summary: "Sales of a machine by day and product",
      responses: { 200: answerOf(schemaOf(deviceSalesSchema)) },
    },
  },
};

const ofDevice = (path: string, summary: string, schema: z.ZodType, ...query: Json[]): [string, Json] => [
  `/devices/{id}/${path}`,
  {
    parameters: [idParameter, ...query],
    get: { ...signedIn, summary, responses: { 200: answerOf(schemaOf(schema)), 404: answerOf({}) } },
  },
];
const day = (name: string) => inQuery(name, { type: "string", format: "date" });

/** Machines as they stand; their answers are described in fleet.ts. */
const fleet: Record<string, Json> = {
  "/devices/states": {
    parameters: ["state", "project", "location", "crew", "region", "q", "page", "limit"].map((name) =>
      inQuery(name, { type: "string" }),
    ),
    get: {
      ...signedIn,
      summary: "The wall of machines: counts, regions, rows",
      responses: { 200: answerOf(schemaOf(wallSchema)) },
    },
  },
  ...Object.fromEntries([
    ofDevice("state", "How a machine stands", deviceStateSchema),
    ofDevice(
      "events",
      "Event log, newest first",
      deviceEventsSchema,
      inQuery("kind", { type: "array", items: { type: "string" } }),
      day("from"),
      day("to"),
      inQuery("page", { type: "integer" }),
    ),
    ofDevice("timeline", "States of a machine as pieces of time", timelineSchema, day("from"), day("to")),
    ofDevice(
      "commands",
      "Commands to a machine's unit; POST (name, key, firmware) gives one, POST …/{command}/cancel takes it back",
      deviceCommandsSchema,
    ),
    ofDevice(
      "maintenance",
      "What the machine can hold, with levels as far as anybody told; POST (key, filled, cleaned, note, fills[].slot, fills[].level) says what was done at it just now",
      holdsSchema,
    ),
    ofDevice(
      "collections",
      "Cash taken out; POST (key, counted, bag, note, collection) says what was counted",
      collectionsSchema,
    ),
    ofDevice("audits/health", "What is wrong with a machine's chain of audits", auditHealthSchema),
  ]),
  "/firmwares/{id}/rollouts": {
    parameters: [idParameter],
    get: {
      ...signedIn,
      summary: "Rollouts of a firmware; POST (key, emergency, and devices or all with a filter) makes one",
      responses: { 200: answerOf(schemaOf(rolloutsSchema)) },
    },
  },
  "/firmwares/{id}/rollouts/candidates": {
    parameters: [idParameter],
    get: {
      ...signedIn,
      summary: "Machines that a firmware can be rolled out to",
      responses: { 200: answerOf(schemaOf(candidatesSchema)) },
    },
  },
  "/firmwares/{id}/rollouts/{rollout}": {
    parameters: [idParameter, { ...idParameter, name: "rollout" }],
    get: {
      ...signedIn,
      summary: "One rollout with its machines; POST …/cancel calls it back, POST …/retry repeats it where it failed",
      responses: { 200: answerOf(schemaOf(rolloutSchema)) },
    },
  },
};

const session: Record<string, Json> = {
  "/login": {
    post: {
      summary: "Sign in",
      requestBody: formOf({
        type: "object",
        required: ["email", "password"],
        properties: { email: { type: "string" }, password: { type: "string" } },
      }),
      responses: {
        200: answerOf({ type: "object", properties: { info: refTo("Info"), token: { type: "string" } } }),
        422: answerOf({}),
        429: answerOf({}),
      },
    },
  },
  "/info": {
    get: { summary: "The signed-in user", security: [{ token: [] }], responses: { 200: answerOf(refTo("Info")) } },
  },
  "/logout": {
    get: { summary: "Sign out", security: [{ token: [] }], responses: { 200: answerOf({ type: "object" }) } },
  },
  "/telemetry/batch": {
    post: {
      summary:
        "What a unit tells, events and its own state; without events a ping (headers X-Device, Authorization: the unit's secret; gzip allowed)",
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(batchSchema) } } },
      responses: {
        200: answerOf(schemaOf(batchAnswerSchema)),
        400: answerOf({}),
        401: answerOf({}),
        409: answerOf({}),
        413: answerOf({}),
        503: answerOf({}),
      },
    },
  },
  "/telemetry/firmware/{id}": {
    parameters: [idParameter],
    get: {
      summary:
        "Image of a firmware that the unit was told to install, in ranges (headers X-Device, Authorization, Range)",
      responses: {
        200: { description: "content" },
        206: { description: "a part, at most 1 MB" },
        401: answerOf({}),
        404: answerOf({}),
        416: { description: "no such range" },
      },
    },
  },
  "/telemetry/audit": {
    post: {
      summary:
        "EVA-DTS file of a machine's unit (headers X-Device, X-Read-Reason, X-Read-At and X-Sent-At by the unit's clock; Authorization: the unit's secret)",
      requestBody: auditText,
      responses: { 200: answerOf(schemaOf(acceptedSchema)), 401: answerOf({}), 413: answerOf({}) },
    },
  },
  "/files": {
    post: {
      summary:
        "Upload a file for a field of an entity (its name percent-encoded in X-File-Name); a record then refers to it by id",
      security: [{ token: [] }],
      parameters: [inQuery("entity", { type: "string" }), inQuery("field", { type: "string" })],
      requestBody: { content: { "application/octet-stream": {} } },
      responses: { 201: answerOf(refTo("File")), 413: answerOf({}), 422: answerOf({}) },
    },
  },
  "/files/{id}": {
    parameters: [idParameter],
    get: {
      summary: "Content of a file, for whoever may see the record that has it",
      security: [{ token: [] }],
      responses: {
        200: { description: "content" },
        304: { description: "not changed (If-None-Match)" },
        403: answerOf({}),
        404: answerOf({}),
      },
    },
  },
  "/files/{id}/thumbnail": {
    parameters: [idParameter],
    get: {
      summary: "A small look at an image (WebP), for whoever may have the file; 404 when none can be made of it",
      security: [{ token: [] }],
      responses: {
        200: { description: "content" },
        304: { description: "not changed (If-None-Match)" },
        403: answerOf({}),
        404: answerOf({}),
      },
    },
  },
};

/** Fields as a record is read: of a secret only whether there is one. */
const readFields = (entity: Entity) =>
  Object.entries(entity.fields).map(([name, field]): [string, Field] =>
    field.kind === "secret" ? [isSet(name), { kind: "flag" }] : [name, field],
  );

const onWarehouse = {
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
  tags: ["warehouse"],
  security: [{ token: [] }],
  "x-permissions": ["WAREHOUSE"],
};
const moveSchema = objectOf(
  [["key", { kind: "text", required: true, min: 8, max: 100 }], ...editableFields(stockMove)],
  writeSchema,
);

const stock: Record<string, Json> = {
  "/warehouses/{id}/stock": {
    get: { ...onWarehouse, summary: "What lies at a warehouse", responses: { 200: answerOf({ type: "object" }) } },
  },
  "/crews/{id}/stock": {
    get: {
      ...onWarehouse,
      tags: ["crew"],
      "x-permissions": ["CREW"],
      summary: "What a crew has",
      responses: { 200: answerOf({ type: "object" }) },
    },
  },
  "/crews/{id}/moves": {
    get: {
      ...onWarehouse,
      tags: ["crew"],
      "x-permissions": ["CREW"],
      summary: "Stock moves of a crew, newest first, 50 a page",
      responses: { 200: answerOf({ type: "object" }) },
    },
  },
  "/warehouses/{id}/moves": {
    get: {
      ...onWarehouse,
      summary: "Stock moves, newest first, 50 a page",
      responses: { 200: answerOf({ type: "object" }) },
    },
    post: {
      ...onWarehouse,
      summary: "Move stock; the same key again answers the first move",
      requestBody: formOf(moveSchema),
      responses: {
        201: answerOf(objectOf([["id", { kind: "integer", required: true }]], readSchema)),
        409: answerOf({}),
        422: answerOf({}),
      },
    },
  },
};

/** The OpenAPI 3.1 document of the vending API, made from the contract. */
export function openapi(version: string): Json {
  return {
    openapi: "3.1.0",
    info: { title: "Vending API", version },
    paths: {
      ...session,
      ...own,
      ...fleet,
      ...savedFilterPaths,
      ...noticePaths,
      ...stock,
      ...Object.fromEntries(ENTITIES.flatMap(entityPaths)),
    },
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization" } },
      schemas: {
        File: {
          type: "object",
          properties: {
            id: { type: "integer" },
            label: { type: "string" },
            size: { type: "integer", description: "bytes" },
            type: { type: "string" },
            sha256: { type: "string" },
          },
        },
        Ref: { type: "object", properties: { id: { type: "integer" }, label: { type: "string" } } },
        Written: { type: "object", properties: { id: { type: "integer" }, version: { type: "integer" } } },
        Info: {
          type: "object",
          properties: {
            id: { type: "integer" },
            is_can_all: { type: "boolean" },
            permissions: { type: "array", items: { type: "string" } },
            companies: { type: "array", items: { type: "object" } },
            is_root: { type: "boolean" },
            sport_life: { type: "boolean" },
          },
        },
        ...Object.fromEntries(
          ENTITIES.map((entity) => [
            entity.name,
            objectOf(
              [
                ["id", { kind: "integer", required: true }],
                ["version", { kind: "integer", required: true }],
                ...readFields(entity),
              ],
              readSchema,
            ),
          ]),
        ),
      },
    },
  };
}
