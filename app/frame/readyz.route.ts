import { publicLoader } from "~server/web/guard.server";
import { vendingIsReady } from "~server/web/readiness.server";

/** The process is up and the vending API can be reached. */
export const loader = publicLoader(async () => {
  const ready = await vendingIsReady();
  return new Response(ready ? "ok\n" : "the vending API cannot be reached\n", {
    status: ready ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
});
