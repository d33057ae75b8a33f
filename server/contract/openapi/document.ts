import { type Call, methodOf } from "../call";
import { ENTITIES } from "../entities";
import { fileValue } from "../files";
import { refSchema } from "../record";
import { refusedSchema } from "../envelope";
import { jsonSchema, type Json } from "./json";
import { operation } from "./operation";
import { listedName, recordShape, refTo } from "./shape";

/** The OpenAPI 3.1 document of the vending API, made from its declared calls. */
export function openapi(calls: ReadonlyMap<string, Call>, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, call] of calls)
    paths[call.path] = { ...paths[call.path], [methodOf(call).toLowerCase()]: operation(name, call) };
  return {
    openapi: "3.1.0",
    info: { title: "Vending API", version },
    servers: [{ url: "/", description: "where this document is" }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "the token of a session" },
        device: { type: "apiKey", in: "header", name: "X-Device", description: "serial number of a unit" },
        unit: { type: "apiKey", in: "header", name: "Authorization", description: "the unit's secret" },
        mailer: { type: "apiKey", in: "header", name: "Authorization", description: "MAIL_SECRET" },
        partner: { type: "http", scheme: "basic", description: "login and password of a company's partner" },
      },
      responses: {
        Refused: { description: "refused", content: { "application/json": { schema: refTo("Refusal") } } },
      },
      schemas: {
        Refusal: jsonSchema(refusedSchema, "output"),
        File: jsonSchema(fileValue, "output"),
        Ref: jsonSchema(refSchema, "output"),
        ...Object.fromEntries(
          ENTITIES.flatMap((entity): [string, Json][] => [
            [entity.name, recordShape(entity, true)],
            ...(entity.singleton ? [] : [[listedName(entity), recordShape(entity, false)] satisfies [string, Json]]),
          ]),
        ),
      },
    },
  };
}
