import { type App, type Deps, idParam, ok, require } from "../../http";
import { readRecord } from "../../resource/read";
import { resourceNamed } from "../../resource/resource";
import { chosenQuery, wallChoices } from "../fleet/status-filters";
import { paxState } from "./state";

/** What the wall of machines can be filtered by, and how a bank terminal fares. */
export function mountWatch(app: App, { pool }: Deps): void {
  const terminals = resourceNamed("pax");
  app.get("/devices/states/choices", async (c) =>
    ok(c, await wallChoices(pool, require(c, "login"), chosenQuery.parse(c.req.query()))),
  );
  app.get("/pax/:id{[0-9]+}/state", async (c) =>
    ok(
      c,
      await paxState(
        pool,
        (await readRecord(pool, terminals, require(c, [terminals.entity.permission]), idParam(c))).id,
      ),
    ),
  );
}
