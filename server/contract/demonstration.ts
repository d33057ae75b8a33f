import { z } from "zod";

/** Roles of the people of a demonstration whose accounts its sign-in page offers, in the order shown. */
export const DEMONSTRATION_ACCOUNTS = [
  "administrator",
  "dispatcher",
  "technician",
  "support",
  "bookkeeper",
  "franchise",
] as const;
export type DemonstrationAccount = (typeof DEMONSTRATION_ACCOUNTS)[number];

export const demonstrationBody = z.object({ account: z.enum(DEMONSTRATION_ACCOUNTS, "incorrect") });
