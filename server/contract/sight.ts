import { z } from "zod";
import { ACCESS_MODES } from "./enums";
import { PERMISSIONS } from "./permissions";
import { refSchema } from "./record";

const refs = z.array(refSchema);

/** What limits somebody's sight: their own limits, those of their group, or both, which then both hold. */
const limitSchema = z.object({
  of: z.enum(["user", "user_group"]),
  mode: z.enum(ACCESS_MODES),
  projects: refs,
  locations: refs,
  devices: refs,
});

/**
 * Records of an entity: how many of those that the asker sees somebody sees, counted by the filter of their own list.
 * `seen` is null where they may not open it. Both are exact up to COUNT_CAP (record.ts); more is told as that with the mark.
 */
const countedSchema = z.object({
  entity: z.string(),
  seen: z.number().int().nullable(),
  seen_capped: z.boolean(),
  all: z.number().int(),
  all_capped: z.boolean(),
});

/** What somebody really sees: a person, or whoever is in a group and has no limits besides. */
export const sightSchema = z.object({
  /** May do everything, whatever the group says. */
  is_can_all: z.boolean(),
  /** Codes that hold; of who may do everything, all. */
  permissions: z.array(z.enum(PERMISSIONS)),
  sport_life: z.boolean(),
  crew_member: z.boolean(),
  /** Those that limit anything. */
  limits: z.array(limitSchema),
  /** A franchise's person sees these alone: their own and all below it. Null for the company's people. */
  franchises: refs.nullable(),
  /** Kinds of records of which not everybody sees all, as far as the asker may list them. */
  counted: z.array(countedSchema),
  /** The asker's own sight is limited: nothing is told of what is beyond it. */
  within: z.boolean(),
});
export type Sight = z.infer<typeof sightSchema>;
