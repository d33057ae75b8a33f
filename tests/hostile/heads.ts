import { connect } from "node:net";

const REST = "connection: close\r\n\r\n";
/** What no client sends: a head with signs that end heads, and messages that are none. */
export const BARE: [why: string, bytes: (method: string, path: string) => string][] = [
  ...["\0", "\r", "\n", "\x07", "\x7f", "\x80\xff"].flatMap((sign): typeof BARE => [
    [`a token with ${JSON.stringify(sign)}`, head("authorization", `a${sign}b`)],
    [`a unit with ${JSON.stringify(sign)}`, head("x-device", `a${sign}b`)],
    [`a file's name with ${JSON.stringify(sign)}`, head("x-file-name", `a${sign}b`)],
    [`an address with ${JSON.stringify(sign)}`, head("x-forwarded-for", `1.2.3.4${sign}`)],
    [`a host with ${JSON.stringify(sign)}`, head("host", `a${sign}b`)],
  ]),
  ["a name of a head with a NUL", head("a\0b", "c")],
  ["a head folded", head("x-a", "b\r\n c")],
  ["a head of 100 KB", head("x-a", "b".repeat(100_000))],
  ["3,000 heads", (method, path) => `${start(method, path)}host: a\r\n${"x-a: b\r\n".repeat(3_000)}${REST}`],
  ["no host", (method, path) => start(method, path) + REST],
  ["two hosts", head("host", "b\r\nhost: c")],
  ["a length below zero", head("content-length", "-1")],
  ["two lengths", head("content-length", "1\r\ncontent-length: 2")],
  ["a length and chunks", head("content-length", "5\r\ntransfer-encoding: chunked")],
  ["chunks that are none", (method, path) => `${head("transfer-encoding", "chunked")(method, path)}zz\r\n`],
  ["a NUL in the address", (method, path) => `${start(method, `${path}\0`)}host: a\r\n${REST}`],
  ["signs beyond ASCII in the address", (method, path) => `${start(method, `${path}?q=\xff\xfe`)}host: a\r\n${REST}`],
  ["an address that is a host", (method) => `${start(method, "http://[::1")}host: a\r\n${REST}`],
  ["an address of slashes", (method) => `${start(method, "//////")}host: a\r\n${REST}`],
  ["another method", (_, path) => `${start("BREW", path)}host: a\r\n${REST}`],
  ["no HTTP", () => "\0\0\0\0\r\n\r\n"],
];

function head(name: string, value: string) {
  const host = name === "host" ? "" : "host: a\r\n";
  return (method: string, path: string) => `${start(method, path)}${host}${name}: ${value}\r\n${REST}`;
}

function start(method: string, path: string): string {
  return `${method} ${path} HTTP/1.1\r\n`;
}

/** Sends bytes to a server as they are; answers the status, 0 where the connection was just closed. */
export function sendBare(port: number, bytes: string, deadline: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    let answer = "";
    socket.setTimeout(deadline, () => socket.destroy(new Error(`no answer in ${deadline} ms`)));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => (answer += text));
    socket.on("error", (error) => ("code" in error ? resolve(statusOf(answer)) : reject(error)));
    socket.on("close", () => resolve(statusOf(answer)));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
