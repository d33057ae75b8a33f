import { once } from "node:events";
import { createServer } from "node:net";

/** Undefined when the address can be listened on, else the reason. Port 0 is always free. */
export async function whyNotFree(host, port) {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    server.close();
  }
}

/**
 * Any free port.
 *
 * @param {string} host
 * @returns {Promise<number>}
 */
export async function freePort(host) {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

function reasonOf(error) {
  if (error.code === "EADDRINUSE") return "is taken";
  if (error.code === "EACCES") return "may not be used by this account";
  return `cannot be used (${error.code ?? error.message})`;
}
