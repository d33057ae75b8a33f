import { createHash } from "node:crypto";

/** By what a token is known in this process's own books: it is a key to the house, and need not lie about in each of them. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
