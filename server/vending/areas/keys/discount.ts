import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one } from "../../database/query";

const row = z.object({ employee: z.number(), blocked: z.boolean() });
export type Discount =
  | { denied: "employee_unknown" | "employee_blocked" }
  | { employee: number; percent: number; rule: "own" | "general" | null; ruleId: number | null };

export async function discountOf(
  tx: Db,
  { number }: { number: string; recipe: number | null; day: string },
): Promise<Discount> {
  const found = await one(tx, row, sql`select id as employee, blocked from sport_life_keys where number = ${number}`);
  if (!found) return { denied: "employee_unknown" };
  return found.blocked
    ? { denied: "employee_blocked" }
    : { employee: found.employee, percent: 0, rule: null, ruleId: null };
}
