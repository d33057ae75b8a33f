import { z } from "zod";
import type { Entity, EntityAction } from "./entity";
import type { Field } from "./field-kinds";

/** What of an entity's declaration a schema stands for; OpenAPI describes that, which says more than the schema does. */
export type Shape =
  /** A record as it is read, alone (`whole`) or in a list. */
  | { record: Entity; whole: boolean }
  | { written: Entity; update: boolean }
  | { taken: readonly [Entity, EntityAction] }
  /** Values that a list is filtered by. */
  | { filter: Field };

const shapes = z.registry<Shape>();

/** The same schema, known to stand for a shape. */
export function described<T extends z.ZodType>(schema: T, shape: Shape): T {
  const copy = schema.clone();
  shapes.add(copy, shape);
  return copy;
}

export const shapeOf = (schema: z.core.$ZodType): Shape | undefined => shapes.get(schema);
