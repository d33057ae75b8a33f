import { z } from "zod";
import { PASSWORD } from "./entities/users";
import { secret, text } from "./fields";
import { formNumber } from "./query";
import { fieldSchema } from "./field-schema";

/** The signed-in person's own data. */
export const profileSchema = z.object({
  id: z.number().int(),
  version: z.number().int(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.string().nullable(),
  group: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Absent where a company's own API knows one step only. */
  second_factor: z.object({ enabled: z.boolean() }).optional(),
  /** Where the person is signed in, used last first; absent where a company's own API keeps no account of it. */
  sessions: z
    .array(
      z.object({
        id: z.number().int(),
        /** "{OS} {browser}", as the client calls itself. */
        agent: z.string().nullable(),
        /** Where it was begun. */
        address: z.string().nullable(),
        created_at: z.string(),
        /** To the minute. */
        last_used_at: z.string(),
        /** The one that asks. */
        current: z.boolean(),
      }),
    )
    .optional(),
});
export type Profile = z.infer<typeof profileSchema>;

export const ownDataBody = z.object({
  full_name: fieldSchema(text({ required: true, max: 120 }), "wire").pipe(z.string()),
  email: fieldSchema(text({ required: true, max: 200, format: "email" }), "wire").pipe(z.string()),
  phone: fieldSchema(text({ max: 30, format: "phone" }), "wire").pipe(z.string().nullable()),
  version: formNumber(1),
  /** Needed to change the e-mail: by it an account is taken over. */
  current_password: z.string().default(""),
});

export const newPasswordBody = z.object({
  current_password: z.string("required"),
  password: fieldSchema(secret({ required: true, ...PASSWORD }), "wire").pipe(z.string()),
  password_repeat: z.string("required"),
});
