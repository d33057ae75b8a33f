import { z } from "zod";
import { pageSchema, moment, refSchema } from "./record";

/** What a placement names, each by the entity of that name. */
export const PLACES = [
  "location",
  "crew",
  "planogram",
  "company",
  "franchise",
  "project",
  "division",
  "location_group",
] as const;
export type Place = (typeof PLACES)[number];

const place = refSchema.nullable();

/** Where a machine stood, whose it was, who served it and by which planogram it sold, until the next one began (docs/decisions/023). */
const placementSchema = z.object({
  id: z.number(),
  /** Null: nobody knows of anything before. */
  from: moment,
  location: place,
  project: place,
  company: place,
  franchise: place,
  division: place,
  location_group: place,
  crew: place,
  planogram: place,
}) satisfies z.ZodType<Record<Place, unknown>>;
export type Placement = z.infer<typeof placementSchema>;

export const placementsSchema = pageSchema.extend({ items: z.array(placementSchema) });
export type Placements = z.infer<typeof placementsSchema>;
