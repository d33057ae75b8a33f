import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, run } from "../../database/query";
import type { Tail } from "../../evadts/tail";
import type { Bound } from "./cuts";

/** The tail of a machine's placed reads, with times on our clock. */
export interface KeptTail {
  tail: Tail;
  /** When its last read was made. */
  end: Bound;
  /** The latest that the last read of the chain, or one that repeats it, may have been made. */
  latest: number;
}

/** What another process wrote is not believed: it may be one of another version, which places reads otherwise. */
const WRITER = randomUUID();

const tailRow = z.object({
  tail: z.custom<KeptTail>((value) => typeof value === "object" && value !== null && "tail" in value),
});

/** The tail of a machine's reads as they are placed now. The machine is locked. */
export const loadTail = async (tx: Db, device: number): Promise<KeptTail | undefined> =>
  (await one(tx, tailRow, sql`select tail from audit_tails where device_id = ${device} and writer = ${WRITER}`))?.tail;

/** Keeps it in the transaction that places the reads: whoever places any writes it anew. */
export async function keepTail(tx: Db, device: number, tail: KeptTail | null): Promise<void> {
  await run(
    tx,
    tail
      ? sql`insert into audit_tails as t (device_id, writer, tail) values (${device}, ${WRITER}, ${JSON.stringify(tail)}::jsonb)
        on conflict (device_id) do update set writer = excluded.writer, tail = excluded.tail`
      : sql`delete from audit_tails where device_id = ${device}`,
  );
}
