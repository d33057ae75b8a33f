import { createHash } from "node:crypto";

/** 128 bits that follow from the parts alone, as a UUID. */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const hex = createHash("sha256").update(parts.join("/")).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
