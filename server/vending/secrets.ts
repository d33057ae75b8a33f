import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Config } from "./config";
import { type Db, one, run } from "./database/query";
import { Fault } from "./fault";
import { StartError } from "./start-error";

/** 256 random bits, safe in a header or a query. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Random secrets of full strength need no slow hash: SHA-256, hex. */
export const sha256 = (value: string | Uint8Array): string => createHash("sha256").update(value).digest("hex");

/** In the data folder of an embedded database. */
export const KEY_FILE = "secrets.key";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Stands before every sealed value, so that another way of sealing can follow one day. */
const MARK = "v1.";

/** The key of this process; see {@link openSecrets}. */
let key: Buffer | undefined;

/** Says by which key secrets are sealed from now on; absent: none can be kept. */
export function useSecretsKey(chosen: Buffer | undefined): void {
  key = chosen;
}

/**
 * Finds the key that secrets are sealed by: VENDING_SECRETS_KEY, or beside the embedded database a random one in
 * `DATA_DIR/secrets.key` (mode 0600). A server named by DATABASE_URL may have several API processes and containers
 * without a disk, so there is no file then. Throws `StartError` when the database's secrets were sealed by another key.
 */
export async function openSecrets(db: Db, config: Config): Promise<void> {
  useSecretsKey(
    config.secretsKey ?? (config.databaseUrl ? undefined : await keyFile(path.join(config.dataDir, KEY_FILE))),
  );
  const kept = await one(db, z.object({ fingerprint: z.string() }), sql`select fingerprint from secrets_key`);
  const where = config.databaseUrl || config.secretsKey ? "VENDING_SECRETS_KEY" : path.join(config.dataDir, KEY_FILE);
  if (kept && !key) throw new StartError("VENDING_SECRETS_KEY must be set: this database holds secrets that it sealed");
  if (kept && key && kept.fingerprint !== sha256(key))
    throw new StartError(`The secrets in this database were sealed by another key: bring it back to ${where}`);
  if (!key) console.log("VENDING_SECRETS_KEY is not set: payment keys and other secrets cannot be saved");
}

async function keyFile(file: string): Promise<Buffer> {
  const made = randomBytes(KEY_BYTES).toString("hex");
  try {
    await writeFile(file, `${made}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const read = Buffer.from((await readFile(file, "utf8")).trim(), "hex");
  if (read.length !== KEY_BYTES) throw new StartError(`${file} must hold ${KEY_BYTES * 2} hexadecimal digits`);
  return read;
}

/** Seals a text with AES-256-GCM for the database; 422 `secrets_key_missing` when no key was given to this installation. */
export async function seal(db: Db, text: string): Promise<string> {
  if (!key) throw new Fault(422, "secrets_key_missing");
  await claim(db, sha256(key));
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return MARK + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** The first sealed secret decides whose key this database's secrets have; a process with another must not mix in its own. */
async function claim(db: Db, fingerprint: string): Promise<void> {
  await run(db, sql`insert into secrets_key (fingerprint) values (${fingerprint}) on conflict do nothing`);
  const kept = await one(db, z.object({ fingerprint: z.string() }), sql`select fingerprint from secrets_key`);
  if (kept?.fingerprint !== fingerprint) throw new Fault(422, "secrets_key_missing");
}

/** The text that {@link seal} sealed; throws when it was changed, or sealed by another key. */
export function open(sealed: string): string {
  if (!key || !sealed.startsWith(MARK)) throw new Error("a sealed secret cannot be opened");
  const raw = Buffer.from(sealed.slice(MARK.length), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, raw.subarray(0, IV_BYTES));
  decipher.setAuthTag(raw.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(raw.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
