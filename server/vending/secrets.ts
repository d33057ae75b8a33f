import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, safe in a header or a query. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Random secrets of full strength need no slow hash: SHA-256, hex. */
export const sha256 = (value: string | Uint8Array): string => createHash("sha256").update(value).digest("hex");
