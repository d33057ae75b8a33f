import type { FileType } from "~server/contract/files";

const starts = (content: Uint8Array, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => content[at + index] === byte);
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** What a file is by its first bytes (PNG 3rd ed. §5.2, ITU T.81 SOI marker, RFC 9649 §2, ISO 32000-2 §7.5.2); its name and the sender's word do not count. */
export function typeOf(content: Uint8Array): FileType | undefined {
  if (starts(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (starts(content, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (starts(content, RIFF) && starts(content, WEBP, 8)) return "image/webp";
  if (starts(content, PDF)) return "application/pdf";
  return undefined;
}
