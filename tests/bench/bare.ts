import { type ChildProcess, fork } from "node:child_process";
import { gunzipSync } from "node:zlib";
import type { Answer } from "./browser";

/** A bare node:http server in a process of its own that answers with the bytes it was given. */
export interface Bare {
  process: ChildProcess;
  pid: number;
  ways: { title: string; url: string }[];
}

/** Node writes these by itself. */
const OWN = new Set(["connection", "keep-alive", "date", "transfer-encoding", "content-length"]);

/** Starts it with an answer of the product: the same status, headers and body. */
export async function startBare({ status, headers, bytes }: Answer): Promise<Bare> {
  const child = fork("tests/bench/bare-server.mjs", { serialization: "advanced" });
  const compressed = headers["content-encoding"] === "gzip";
  child.send({
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
    body: compressed ? gunzipSync(bytes) : bytes,
  });
  const port = await new Promise<string>((resolve) =>
    child.once("message", (message) => resolve(JSON.stringify(message))),
  );
  const url = `http://127.0.0.1:${port}`;
  const compressing = { title: "bare server, gzip each time", url: `${url}/gzip` };
  return {
    process: child,
    pid: child.pid ?? 0,
    ways: [...(compressed ? [compressing] : []), { title: "bare server, bytes ready", url }],
  };
}
