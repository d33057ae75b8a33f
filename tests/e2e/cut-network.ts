import { connect, createServer, type Socket } from "node:net";
import { WEB_PORT } from "./product";

/** `on`; `off`: nobody answers; `deaf`: what is sent arrives, and no answer comes back. */
export type Network = "on" | "off" | "deaf";

/** A network between a browser and the web that can be cut at any moment. */
export async function cutNetwork(): Promise<{ site: string; set(state: Network): void; stop(): Promise<void> }> {
  let state: Network = "on";
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (state === "off") return void near.destroy();
    const far = connect(WEB_PORT, "127.0.0.1");
    const end = () => [near, far].forEach((one) => one.destroy());
    for (const one of [near, far]) {
      open.add(one);
      one.on("error", end).on("close", () => {
        open.delete(one);
        end();
      });
    }
    near.pipe(far);
    far.on("data", (data) => (state === "deaf" ? end() : near.write(data)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    site: `http://127.0.0.1:${address.port}`,
    set(next) {
      state = next;
      if (next !== "on") for (const one of open) one.destroy();
    },
    stop: () =>
      new Promise((stopped) => {
        for (const one of open) one.destroy();
        server.close(() => stopped());
      }),
  };
}
