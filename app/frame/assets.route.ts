import { publicLoader } from "~server/web/guard.server";

/** A built file that is not there any more: no page, just the fact. */
export const loader = publicLoader(
  () => new Response("not found\n", { status: 404, headers: { "Cache-Control": "no-store" } }),
);
