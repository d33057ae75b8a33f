import { z } from "zod";

/** `GET /info` and `data.info` of `POST /login`: the signed-in user (specification, section 3). */
export const infoSchema = z.object({
  id: z.number().int(),
  is_can_all: z.boolean(),
  permissions: z.array(z.string()),
  companies: z.array(z.object({ id: z.number().int(), name: z.string() })),
  is_root: z.boolean(),
  sport_life: z.boolean(),
  /** Display name; the company's own API may leave it out. */
  full_name: z.string().optional(),
  /** Rows of a list in a browser that remembers no number of its own (the settings). */
  page_size: z.number().int().optional(),
});
export type Info = z.infer<typeof infoSchema>;

/** Body of `POST /login`. */
export const loginBody = z.object({ email: z.string().min(1), password: z.string().min(1) });

/** `data` of a successful `POST /login`. */
export const loginData = z.object({ info: infoSchema, token: z.string().min(1) });

/** `GET /server`: what the footer shows. */
export const serverInfoSchema = z.object({ core_version: z.string() });

/** Front-end version (specification, section 9). */
export const FRONT_END_VERSION = "1.14.64";
