import { noticesQuery, readBody } from "~server/contract/notices";
import { Fault } from "../../fault";
import { type App, body, type Deps, ok, require } from "../../http";
import { markRead, noticesOf, unreadOf } from "./store";

/** `/notices`: what the signed-in person was told of. */
export function mountNotices(app: App, { pool }: Deps): void {
  app.get("/notices", async (c) => {
    const wanted = noticesQuery.safeParse(c.req.query());
    if (!wanted.success) throw new Fault(400, "bad_request");
    return ok(c, await noticesOf(pool, require(c, "login"), wanted.data));
  });
  app.post("/notices/read", async (c) => {
    const viewer = require(c, "login");
    await markRead(pool, viewer.id, await body(c, readBody));
    return ok(c, { unread: await unreadOf(pool, viewer) });
  });
}
