import { gzipSync } from "node:zlib";
import { type Browser, textOf } from "./browser";

export interface Size {
  title: string;
  /** How many files. */
  files: number;
  /** Bytes as they are and on the wire. */
  plain: number;
  gzip: number;
}

/** What the list of machines costs a browser that comes back: its page; and what one that is new loads besides. */
export async function sizesOf(browser: Browser): Promise<Size[]> {
  const page = await browser.send("GET", "/devices");
  const html = textOf(page);
  const assets = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([path]) => path))];
  return [
    { title: "HTML of the list", files: 1, plain: Buffer.byteLength(html), gzip: page.bytes.length },
    await filesAt(browser, "CSS", assets(/\/assets\/[\w.-]+\.css(?=")/g)),
    await filesAt(browser, "JavaScript", assets(/\/assets\/[\w.-]+\.js(?=")/g)),
  ];
}

async function filesAt(browser: Browser, title: string, paths: string[]): Promise<Size> {
  const files = await Promise.all(paths.map((path) => browser.send("GET", path)));
  return {
    title,
    files: files.length,
    plain: files.reduce((sum, file) => sum + Buffer.byteLength(textOf(file)), 0),
    // Small files go out as they are; the bar counts what compression would make of them.
    gzip: files.reduce(
      (sum, file) =>
        sum + (file.headers["content-encoding"] === "gzip" ? file.bytes.length : gzipSync(file.bytes).length),
      0,
    ),
  };
}
