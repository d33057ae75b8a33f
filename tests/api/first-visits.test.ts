import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { foldDays } from "~server/vending/areas/fleet/days";
import { rows } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { movingNetwork } from "./moving";
import { DAY, HOUR, iso } from "./unit";

const visit = z.object({ at: z.string(), failed_at: z.string().nullable() });

it("whether a first visit repaired its fault is what is known by now, in whatever order it came", async () => {
  const { api, units } = await movingNetwork(random(3), 20);
  const [unit] = units;
  if (!unit) throw new Error("the network has no unit");
  const begin = Date.now() - 5 * DAY;
  const visited = begin + HOUR;
  let serial = 0;
  const tell = async (at: number, what: object) => {
    await unit.send({ events: [{ id: `v${++serial}`, at: iso(at), ...what }] });
    await foldDays(api.pool);
    return rows(
      api.pool,
      visit,
      sql`select at, failed_at from first_visits where device_id = ${unit.device} order by at`,
    );
  };
  const fault = (active: boolean) => ({ t: "error", code: "ENG", active });
  const found = (failed: number | null) => [{ at: iso(visited), failed_at: failed === null ? null : iso(failed) }];

  expect(await tell(begin, fault(true))).toEqual([]);
  // Nothing is told of a repair: two hours later it was none.
  expect(await tell(visited, { t: "door", state: "opened" })).toEqual(found(visited + 2 * HOUR));
  // The news that it was comes late.
  expect(await tell(visited + HOUR, fault(false))).toEqual(found(null));
  // It came back, and came back earlier than was known.
  expect(await tell(visited + 3 * DAY, fault(true))).toEqual(found(visited + 3 * DAY));
  expect(await tell(visited + 2 * DAY, fault(true))).toEqual(found(visited + 2 * DAY));
  // Somebody was there before: that visit was the first, and did not repair it.
  expect(await tell(begin + HOUR / 2, { t: "maintenance", cleaned: true })).toEqual([
    { at: iso(begin + HOUR / 2), failed_at: iso(visited + 2 * DAY) },
  ]);
});
