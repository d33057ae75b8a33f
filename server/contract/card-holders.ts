import { z } from "zod";
import { refSchema } from "./record";

/** Whose card was held before a reader, each to who may see it: of a key its wallet, owner and client of then; a code; the employee of a club. */
export const cardHolder = z.object({
  wallet: refSchema.nullable(),
  owner: z.string().nullable(),
  client: refSchema.nullable(),
  code: refSchema.nullable(),
  employee: refSchema.nullable(),
});
export type CardHolder = z.infer<typeof cardHolder>;
