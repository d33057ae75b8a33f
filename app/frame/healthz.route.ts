import { publicLoader } from "~server/web/guard.server";

/** The process is up. */
export const loader = publicLoader(() => new Response("ok\n", { headers: { "Cache-Control": "no-store" } }));
