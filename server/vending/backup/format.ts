import { z } from "zod";

/**
 * A backup is one gzip stream: the mark, then frames. A frame is a byte that says what it is, the length of its content in
 * bytes (32 bits, the highest byte first) and the content: JSON in UTF-8, or rows as PostgreSQL's COPY writes them as text.
 * Order: `head`, then for each of the head's tables `table`, any number of `rows`, `tableEnd`; at last `end`. Without
 * `end` a file is not whole.
 */
export const MARK = Buffer.from("vending backup\n");
/** Raised when an older program could no longer read what is written. */
export const FORMAT = 1;

/** The byte is the place in this list, from 0. */
const KINDS = ["head", "table", "rows", "tableEnd", "end"] as const;
export type Kind = (typeof KINDS)[number];

export interface Frame {
  kind: Kind;
  content: Buffer;
  /** All of it as it stands in the file. */
  bytes: Buffer;
}

const FRAME_HEAD = 5;
/** Rows come in pieces of 64 KB; a head of some hundreds of tables has 200 KB. More is no frame of ours. */
const LONGEST_FRAME = 32 * 1024 * 1024;

const place = { schema: z.string(), name: z.string() };
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const table = z.object({
  ...place,
  /** As `create table` wants them: a table that no migration makes is made of this. Generated ones are left out. */
  columns: z.array(z.object({ name: z.string(), definition: z.string() })),
  /** Primary key and unique constraints, likewise. */
  keys: z.array(z.string()),
});
export type Table = z.infer<typeof table>;

const sequence = z.object({ ...place, last: z.string().regex(/^-?\d+$/), called: z.boolean() });
export type Sequence = z.infer<typeof sequence>;

/** What is read of a head before anything else: a newer one may look different. */
export const anyHead = z.object({ format: count, product: z.string() });

export const head = anyHead.extend({
  /** When the snapshot was taken, ISO 8601. */
  at: z.iso.datetime(),
  /** The server's version, for whoever looks for a difference. */
  postgres: z.string(),
  /** The migrations that made its schema, by the time that names them (`when` in the journal), in order. */
  migrations: z.array(count).min(1),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** What the data folder kept: the key of its secrets, as in `secrets.key`. */
  secretsKey: sha256.nullable(),
  /** SHA-256 of the key that sealed the database's secrets; null: there are none. */
  sealedBy: z.string().nullable(),
});
export type Head = z.infer<typeof head>;

/** Stands before a table's rows and tells which it is. */
export const tableStart = z.object(place);
/** Rows as the server counted them, bytes of COPY's text, and its SHA-256. */
export const tableEnd = z.object({ rows: count, bytes: count, sha256 });
/** All tables together; the sum is over everything before, the mark included. */
export const end = z.object({ tables: count, rows: count, bytes: count, sha256 });
export type Totals = z.infer<typeof end>;

/** Writes a frame; the length of its content must be below 32 MB. */
export function frame(kind: Kind, content: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const start = Buffer.alloc(FRAME_HEAD);
  start.writeUInt8(KINDS.indexOf(kind));
  start.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([start, bytes]);
}

/** Why a file cannot be restored; the words follow its name. */
export class NotABackup extends Error {}

/** Takes frames out of a backup's bytes, gunzipped. Throws `NotABackup` for what is none; an end that is missing is not its matter. */
export async function* framesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  let marked = false;
  for await (const chunk of source) {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    if (!marked) {
      if (rest.length < MARK.length) continue;
      if (!rest.subarray(0, MARK.length).equals(MARK)) throw new NotABackup("is not a backup of this product");
      rest = rest.subarray(MARK.length);
      marked = true;
    }
    while (rest.length >= FRAME_HEAD) {
      const whole = FRAME_HEAD + rest.readUInt32BE(1);
      if (whole > LONGEST_FRAME) throw new NotABackup("is damaged");
      if (rest.length < whole) break;
      const kind = KINDS[rest.readUInt8()];
      if (!kind) throw new NotABackup("is damaged");
      yield { kind, content: rest.subarray(FRAME_HEAD, whole), bytes: rest.subarray(0, whole) };
      rest = rest.subarray(whole);
    }
  }
  if (!marked) throw new NotABackup("is not a backup of this product");
  if (rest.length) throw new NotABackup("is cut off");
}
