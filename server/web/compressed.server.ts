import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

const brotli = promisify(brotliCompress);

/** Of a shorter page nothing would be saved; bytes. */
const SHORT = 1_024;
/** A twelfth fewer bytes than at the level of remix-serve's middleware, in half its time, for the page is whole. */
const LEVEL = 5;
/** Bounds of Brotli (RFC 7932, 9.1), as powers of two. */
const WINDOW = { least: 10, most: 22 };

/**
 * A page as its reader takes it: with Brotli at once, which it then says in its headers, so that remix-serve's middleware
 * leaves it alone; else as it is, for the middleware. A window that is no larger than the page spares clearing megabytes.
 */
export async function compressed(
  request: Request,
  page: string,
  headers: Headers,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const taken = parseAccept(request.headers.get("accept-encoding") ?? "");
  if (page.length < SHORT || !taken.some(({ type, q }) => type === "br" && q > 0)) return page;
  const content = Buffer.from(page);
  const window = Math.min(WINDOW.most, Math.max(WINDOW.least, Math.ceil(Math.log2(content.length + 16))));
  headers.set("Content-Encoding", "br");
  return brotli(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: LEVEL,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
