import { z } from "zod";
import { MOST_NOTICES, noticesSchema, readAnswer } from "./notices";

type Json = Record<string, unknown>;

const answer = (schema: z.ZodType): Json => ({
  description: "answered",
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: {
          result: { type: "boolean" },
          error: { type: ["string", "null"] },
          data: { ...z.toJSONSchema(schema), $schema: undefined },
        },
      },
    },
  },
});
const number = (name: string, description: string): Json => ({
  name,
  in: "query",
  required: false,
  description,
  schema: { type: "integer" },
});
const one = { tags: ["notices"], security: [{ token: [] }] };

/** Calls of the notices; a provider without them answers 404, and live events work all the same. */
export const noticePaths: Record<string, Json> = {
  "/notices": {
    get: {
      ...one,
      summary: "What the person was told of, newest first; after a number, oldest first",
      parameters: [
        number("after", "above this number"),
        number("before", "below this number"),
        { name: "unread", in: "query", required: false, schema: { enum: ["true"] } },
        number("limit", `50, at most ${MOST_NOTICES}`),
      ],
      responses: { 200: answer(noticesSchema) },
    },
  },
  "/notices/read": {
    post: {
      ...one,
      summary: "Mark as read: one notice, those of a ticket, or all up to one",
      requestBody: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: {
              type: "object",
              properties: { id: { type: "integer" }, ticket: { type: "integer" }, upto: { type: "integer" } },
              minProperties: 1,
              maxProperties: 1,
            },
          },
        },
      },
      responses: { 200: answer(readAnswer) },
    },
  },
  "/socket": {
    get: {
      tags: ["notices"],
      summary:
        "Live socket (WebSocket): after `init` with the same token it sends ticketReply, ticketCreated and logout, and our own ticketAssigned and ticketChanged (which tells nobody anything but that a ticket they may see looks different; without TicketId any may); closes with 4401 when the token is no good",
      parameters: [{ name: "auth", in: "query", required: true, description: "the token", schema: { type: "string" } }],
      responses: { 101: { description: "switched to the socket" } },
    },
  },
};
