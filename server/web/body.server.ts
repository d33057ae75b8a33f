import { hasTooManyFields, isWithinBounds } from "~server/contract/form-bounds";
import { screenResponse } from "./screens.server";

/** Largest form a route takes unless it says otherwise, in bytes. */
export const DEFAULT_LIMIT = 1024 * 1024;
/** Largest limit a route may ask for. */
export const LARGEST_LIMIT = 24 * 1024 * 1024;
/** What is read and thrown away of a body that is too large, so that the browser gets to see the answer. */
const DRAINED = 64 * 1024 * 1024;

/** The form a request carries. Throws the screen for a body that is too large (413) or makes no sense (400). */
export async function readForm(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return new FormData();
  const form = type.startsWith("multipart/form-data") ? await multipart(request, bytes) : urlencoded(type, bytes);
  if (!isWithinBounds(form)) throw malformed();
  for (const [, value] of form) if ((typeof value === "string" ? value : value.name).includes("\0")) throw malformed();
  return form;
}

/** The bytes that a request carries; throws the screen for too many (413). */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = Number(request.headers.get("Content-Length") ?? 0) > limit ? limit : 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= limit) chunks.push(value);
    else chunks.length = 0;
    if (size > limit + DRAINED) {
      await reader.cancel();
      break;
    }
  }
  if (size > limit) throw tooLarge();
  return Buffer.concat(chunks);
}

async function multipart(request: Request, bytes: Buffer): Promise<FormData> {
  if (hasTooManyFields(bytes, "Content-Disposition:")) throw tooLarge();
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw malformed();
  }
}

function urlencoded(type: string, bytes: Buffer): FormData {
  if (!type.startsWith("application/x-www-form-urlencoded")) throw malformed();
  if (hasTooManyFields(bytes, "&")) throw tooLarge();
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) form.append(name, value);
  return form;
}

const tooLarge = () => screenResponse(413, { screen: "refused", text: "too_large" });
const malformed = () => screenResponse(400, { screen: "refused", text: "malformed" });
