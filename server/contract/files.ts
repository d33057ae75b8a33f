import { z } from "zod";

/** Types that are told by the content itself (server/vending/areas/files/type.ts). */
export const FILE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
/** What may be attached to a message. */
export const ATTACHMENT_TYPES = [...FILE_TYPES, "application/pdf"] as const;
export type FileType = (typeof ATTACHMENT_TYPES)[number];

/** Endings of file names, for the browser's file chooser. */
export const FILE_ENDINGS: Record<FileType, string> = {
  "image/png": ".png",
  "image/jpeg": ".jpg,.jpeg",
  "image/webp": ".webp",
  "application/pdf": ".pdf",
};

/** Names of firmware images: raw, Intel HEX, Motorola S-record, DFU, packed. */
export const FIRMWARE_ENDINGS = [".bin", ".hex", ".s19", ".srec", ".dfu", ".fw", ".img", ".zip", ".gz"] as const;

/** Largest file of any field, in bytes: a field may allow less. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

/** A file as a record holds it. `label` is its name; `type` is what its content is, `application/octet-stream` when unknown. */
export const fileValue = z.object({
  id: z.number().int(),
  label: z.string(),
  size: z.number().int(),
  type: z.string(),
  sha256: z.string(),
});
export type FileValue = z.infer<typeof fileValue>;
