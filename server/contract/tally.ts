import { z } from "zod";

/** How many vends, and kopecks. */
export const tally = z.object({ count: z.number(), amount: z.number() });
