import { z } from "zod";
import { shapeOf } from "../shapes";
import { shapeSchema } from "./shape";

/** A JSON Schema, or any other part of the document. */
export type Json = Record<string, unknown>;

/**
 * JSON Schema of what a call takes (`input`) or gives (`output`). What stands for an entity's shape is described by
 * the declaration of the entity.
 */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    override({ zodSchema, jsonSchema: made }) {
      const shape = shapeOf(zodSchema);
      if (shape) {
        for (const key of Object.keys(made)) Reflect.deleteProperty(made, key);
        Object.assign(made, shapeSchema(shape));
      }
      // Answers may grow: a client must not fail on what it does not know yet.
      if (io === "output") Reflect.deleteProperty(made, "additionalProperties");
    },
  });
  return made;
}
