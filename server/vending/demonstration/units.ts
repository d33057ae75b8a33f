import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one } from "../database/query";

/** What a database with an invented network remembers about it. */
export interface Memory {
  /** From it every unit's secret follows, so that the player can sign in as the units after a restart. */
  key: string;
  /** UTC, ISO 8601. */
  inventedAt: string;
  /** Every machine has its past. */
  finished: boolean;
}

/**
 * The row is kept in a table of its own that only demonstrations have; it is no part of the product's schema.
 * Undefined: nothing was invented here.
 */
export async function recall(db: Db): Promise<Memory | undefined> {
  const there = await one(
    db,
    z.object({ there: z.boolean() }),
    sql`select to_regclass('demonstration') is not null as there`,
  );
  if (!there?.there) return undefined;
  const row = z.object({ key: z.string(), invented_at: z.string(), finished: z.boolean() });
  const found = await one(db, row, sql`select key, invented_at, finished from demonstration`);
  return found && { key: found.key, inventedAt: found.invented_at, finished: found.finished };
}

/** A unit's own secret: random to everybody without the key. */
export const secretOf = (key: string, unit: string): string =>
  createHmac("sha256", key).update(unit).digest("base64url");
