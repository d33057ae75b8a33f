import { type App, type Deps, ok, require } from "../../http";
import { chosenQuery, wallChoices } from "./choices";

/** What the wall of machines can be filtered by. */
export function mountWatch(app: App, { pool }: Deps): void {
  app.get("/devices/states/choices", async (c) => ok(c, await wallChoices(pool, require(c, "login"), chosenQuery.parse(c.req.query()))));
}
