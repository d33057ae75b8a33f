import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { z } from "zod";
import { StartError } from "../start-error";
import {
  anyHead,
  end,
  FORMAT,
  type Frame,
  framesOf,
  type Head,
  head,
  MARK,
  NotABackup,
  type Table,
  tableEnd,
  tableStart,
  type Totals,
} from "./format";
import { VERSION } from "./version";

/** What is done with a backup while it is read. */
export interface Reader {
  /** Heard first. */
  head(head: Head): Promise<void>;
  /** Takes all rows of a table, as COPY's text; answers how many the database took, where one takes them. */
  table(table: Table, rows: AsyncIterable<Buffer>): Promise<number | undefined>;
  /** Heard with every piece of rows, with the share of the file that was read, from 0 to 1. */
  progress(share: number): void;
}

/**
 * Reads a whole backup and holds it against its own sums. Throws `StartError` when it is no backup, of a newer version,
 * damaged or cut off, as soon as that is seen: what `reader` did until then must not stay.
 */
export async function readBackup(file: string, size: number, reader: Reader): Promise<Totals> {
  const source = createReadStream(file);
  const unzipped = createGunzip({ chunkSize: 256 * 1024 });
  source.on("error", ({ message }) => unzipped.destroy(new NotABackup(`cannot be read: ${message}`)));
  source.pipe(unzipped);
  try {
    return await readFrames(framesOf(unzipped), reader, () => source.bytesRead / size);
  } catch (error) {
    const reason = whyUnreadable(error);
    throw reason === undefined ? error : new StartError(`${file} ${reason}`);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function readFrames(frames: AsyncGenerator<Frame>, reader: Reader, share: () => number): Promise<Totals> {
  const sum = createHash("sha256").update(MARK);
  const sums = { tables: 0, rows: 0, bytes: 0 };
  const next = async (): Promise<Frame> => {
    const step = await frames.next();
    if (step.done) throw new NotABackup("is cut off");
    if (step.value.kind !== "end") sum.update(step.value.bytes);
    return step.value;
  };

  const known = headOf(await next());
  await reader.head(known);
  for (const table of known.tables) {
    const started = contentOf(tableStart, "table", await next());
    if (started.schema !== table.schema || started.name !== table.name) throw new NotABackup("is damaged");
    const ended = await readTable(table, next, reader, share);
    sums.tables += 1;
    sums.rows += ended.rows;
    sums.bytes += ended.bytes;
  }
  const told = contentOf(end, "end", await next());
  if (told.sha256 !== sum.digest("hex") || told.rows !== sums.rows || told.bytes !== sums.bytes)
    throw new NotABackup("is damaged");
  // The rest is gzip's own sum.
  if (!(await frames.next()).done) throw new NotABackup("is damaged");
  return told;
}

async function readTable(
  table: Table,
  next: () => Promise<Frame>,
  reader: Reader,
  share: () => number,
): Promise<z.infer<typeof tableEnd>> {
  const sum = createHash("sha256");
  let bytes = 0;
  let told: z.infer<typeof tableEnd> | undefined;
  async function* rowsOf(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = await next();
      if (piece.kind !== "rows") {
        told = contentOf(tableEnd, "tableEnd", piece);
        // Before the last row is handed over as the last: a table that is damaged is never taken for whole.
        if (told.bytes !== bytes || told.sha256 !== sum.digest("hex")) throw new NotABackup("is damaged");
        return;
      }
      bytes += piece.content.length;
      sum.update(piece.content);
      reader.progress(share());
      yield piece.content;
    }
  }
  const taken = await reader.table(table, rowsOf());
  if (!told) throw new Error(`the rows of ${table.name} were not read to their end`);
  if (taken !== undefined && taken !== told.rows)
    throw new StartError(`${table.name} has ${told.rows} rows in the backup, and the database took ${taken}`);
  return told;
}

function headOf(first: Frame): Head {
  const { format, product } = contentOf(anyHead, "head", first);
  if (format > FORMAT) throw new NotABackup(newer(product));
  return contentOf(head, "head", first);
}

/** What is said of a backup that this program is too old for. */
export const newer = (product: string): string =>
  `was made by version ${product} of the product, which is newer than this one (${VERSION}): restore it with that version`;

function contentOf<T>(schema: z.ZodType<T>, kind: Frame["kind"], { kind: found, content }: Frame): T {
  if (found !== kind) throw new NotABackup("is damaged");
  try {
    return schema.parse(JSON.parse(content.toString("utf8")));
  } catch {
    throw new NotABackup("is damaged");
  }
}

/** The words that follow the file's name; undefined: the error is not the file's. */
function whyUnreadable(error: unknown): string | undefined {
  if (error instanceof NotABackup) return error.message;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code === "Z_BUF_ERROR") return "is cut off";
  // Nothing of it could be unzipped, not even gzip's own head.
  if (error.code === "Z_DATA_ERROR")
    return /header/.test(error.message) ? "is not a backup of this product" : "is damaged";
  return undefined;
}
