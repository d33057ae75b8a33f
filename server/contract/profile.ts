import { z } from "zod";

/** `GET /profile`: the signed-in person's own data. */
export const profileSchema = z.object({
  id: z.number().int(),
  version: z.number().int(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.string().nullable(),
  group: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});
export type Profile = z.infer<typeof profileSchema>;
