import { createPublicKey, createVerify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { sha256 } from "../../../secrets";
import { ask, type Line } from "./call";
import { ProviderUnknown } from "./provider";

/** So often at most a key is asked for again: anybody can send a callback with a wrong signature. */
const REFETCH_MS = 30_000;

interface Kept {
  readonly key: KeyObject;
  readonly askedAt: number;
}
/** By where it is from and the SHA-256 of the token. */
const keys = new Map<string, Kept>();

const answerSchema = z.looseObject({ key: z.string() });

/**
 * Whether these very bytes were signed by monobank: X-Sign is a base64 DER ECDSA signature of their SHA-256. The public
 * key is kept and asked for again only when a signature fails. Throws `ProviderUnknown` when it cannot be had.
 */
export async function isMonobanks(line: Line, token: string, body: Uint8Array, sign: string): Promise<boolean> {
  const name = `${line.url} ${sha256(token)}`;
  const kept = keys.get(name);
  if (kept && verifies(kept.key, body, sign)) return true;
  if (kept && Date.now() - kept.askedAt < REFETCH_MS) return false;
  const key = await fetchKey(line, token);
  keys.set(name, { key, askedAt: Date.now() });
  return verifies(key, body, sign);
}

/** Forgets the keys, as a restart does. */
export const forgetMonobankKeys = (): void => keys.clear();

function verifies(key: KeyObject, body: Uint8Array, sign: string): boolean {
  try {
    return createVerify("SHA256").update(body).verify(key, sign, "base64");
  } catch {
    return false;
  }
}

async function fetchKey(line: Line, token: string): Promise<KeyObject> {
  const { json } = await ask(line, { method: "GET", path: "/api/merchant/pubkey", headers: { "x-token": token } });
  try {
    return createPublicKey(Buffer.from(answerSchema.parse(json).key, "base64").toString("utf8"));
  } catch {
    throw new ProviderUnknown("no public key");
  }
}
