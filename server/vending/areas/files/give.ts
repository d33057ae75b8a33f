import type { Context } from "../../http";

export const isImage = (mime: string) => mime.startsWith("image/");

/** Sends what `content` gives, unless the caller has it already. */
export async function give(
  c: Context,
  { name, type, etag }: { name: string; type: string; etag: string },
  content: () => Promise<Uint8Array>,
): Promise<Response> {
  // Asked each time, because the right to see it may end; sent again only when it changed.
  const caching = { etag, "cache-control": "private, no-cache" };
  if (c.req.header("if-none-match")?.includes(etag)) return c.body(null, 304, caching);
  const body = Buffer.from(await content());
  const disposition = isImage(type) ? "inline" : "attachment";
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return c.body(body, 200, {
    ...caching,
    "content-type": type,
    "content-length": String(body.length),
    "content-disposition": `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
    "content-security-policy": "default-src 'none'; sandbox",
  });
}
