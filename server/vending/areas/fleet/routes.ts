import { z } from "zod";
import { newCollectionSchema, newCommandSchema, wallQuerySchema } from "~server/contract/fleet";
import { newMaintenanceSchema } from "~server/contract/maintenance";
import { candidatesQuerySchema, newRolloutSchema, retrySchema } from "~server/contract/rollouts";
import { EVENT_KINDS } from "~server/contract/telemetry";
import { invalid } from "../../fault";
import { type App, body, type Call, type Deps, idParam, ok, require } from "../../http";
import { readRecord } from "../../resource/read";
import { resourceNamed } from "../../resource/resource";
import { candidates } from "../commands/candidates";
import { auditHealth } from "../audits/health";
import { countCash, listCollections } from "./collections";
import { listEvents } from "./events";
import { noteMaintenance } from "./maintenance";
import { cancelCommand, giveCommand, listCommands } from "../commands/commands";
import { cancelRollout, listRollouts, readRollout, retryRollout, rollOut } from "../commands/rollouts";
import { timelineOf } from "./timeline";
import { readHolds, readState } from "./view";
import { readWall } from "./statuses";

const page = z.coerce.number().int().min(1).max(100_000).catch(1);
const limit = z.coerce.number().int().min(1).max(200).catch(50);
const day = z.iso.date().optional().catch(undefined);
const wallQuery = wallQuerySchema.extend({ limit });

const LONGEST_TIMELINE = 31 * 24 * 3_600_000;
const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text).toISOString());

/** What staff read of machines as they stand, and what they tell them to do. */
export function mountFleet(app: App, { pool }: Deps): void {
  const devices = resourceNamed("device");
  const firmwares = resourceNamed("firmware");
  const deviceOf = async (c: Call) =>
    (await readRecord(pool, devices, require(c, [devices.entity.permission]), idParam(c))).id;
  const firmwareOf = async (c: Call) =>
    (await readRecord(pool, firmwares, require(c, [firmwares.entity.permission]), idParam(c))).id;
  const path = "/devices/:id{[0-9]+}";

  app.get("/devices/states", async (c) =>
    ok(c, await readWall(pool, require(c, "login"), wallQuery.parse(c.req.query()))),
  );
  app.get(`${path}/state`, async (c) => ok(c, await readState(pool, await deviceOf(c))));
  app.get(`${path}/events`, async (c) =>
    ok(
      c,
      await listEvents(pool, await deviceOf(c), {
        kinds: (c.req.queries("kind") ?? []).flatMap((kind) => EVENT_KINDS.filter((known) => known === kind)),
        from: day.parse(c.req.query("from") || undefined),
        to: day.parse(c.req.query("to") || undefined),
        page: page.parse(c.req.query("page")),
        limit: limit.parse(c.req.query("limit")),
      }),
    ),
  );
  app.get(`${path}/timeline`, async (c) => {
    const device = await deviceOf(c);
    const { from, to } = spanOf(c);
    return ok(c, await timelineOf(pool, device, from, to));
  });
  app.get(`${path}/commands`, async (c) =>
    ok(c, await listCommands(pool, await deviceOf(c), page.parse(c.req.query("page")))),
  );
  app.post(`${path}/commands`, async (c) =>
    ok(c, await giveCommand(pool, c.get("viewer"), await deviceOf(c), await body(c, newCommandSchema)), 201),
  );
  app.post(`${path}/commands/:command{[0-9]+}/cancel`, async (c) =>
    ok(c, await cancelCommand(pool, await deviceOf(c), idParam(c, "command"))),
  );
  app.get(`${path}/collections`, async (c) => ok(c, await listCollections(pool, await deviceOf(c))));
  app.post(`${path}/collections`, async (c) =>
    ok(c, await countCash(pool, c.get("viewer"), await deviceOf(c), await body(c, newCollectionSchema)), 201),
  );
  app.get(`${path}/maintenance`, async (c) => ok(c, await readHolds(pool, await deviceOf(c))));
  app.post(`${path}/maintenance`, async (c) => {
    await noteMaintenance(pool, c.get("viewer"), await deviceOf(c), await body(c, newMaintenanceSchema));
    return ok(c, {}, 201);
  });
  app.get(`${path}/audits/health`, async (c) => ok(c, await auditHealth(pool, await deviceOf(c))));

  const rollouts = "/firmwares/:id{[0-9]+}/rollouts";
  app.get(rollouts, async (c) => ok(c, await listRollouts(pool, c.get("viewer"), await firmwareOf(c))));
  app.post(rollouts, async (c) =>
    ok(
      c,
      await rollOut(
        pool,
        require(c, [devices.entity.permission]),
        await firmwareOf(c),
        await body(c, newRolloutSchema),
      ),
      201,
    ),
  );
  app.get(`${rollouts}/candidates`, async (c) => {
    const viewer = require(c, [devices.entity.permission]);
    await firmwareOf(c);
    const { page: wanted, ...filter } = candidatesQuerySchema.parse(c.req.query());
    return ok(
      c,
      await candidates(
        pool,
        viewer,
        filter,
        wanted,
        (c.req.queries("devices") ?? []).filter((one) => /^\d{1,9}$/.test(one)).map(Number),
      ),
    );
  });
  app.get(`${rollouts}/:rollout{[0-9]+}`, async (c) =>
    ok(c, await readRollout(pool, c.get("viewer"), await firmwareOf(c), idParam(c, "rollout"))),
  );
  app.post(`${rollouts}/:rollout{[0-9]+}/cancel`, async (c) => {
    await cancelRollout(pool, c.get("viewer"), await firmwareOf(c), idParam(c, "rollout"));
    return ok(c, {});
  });
  app.post(`${rollouts}/:rollout{[0-9]+}/retry`, async (c) => {
    const viewer = require(c, [devices.entity.permission]);
    return ok(
      c,
      await retryRollout(pool, viewer, await firmwareOf(c), idParam(c, "rollout"), (await body(c, retrySchema)).key),
      201,
    );
  });
}

/** Without ends the last 24 hours. */
function spanOf(c: Call): { from: string; to: string } {
  const read = z
    .object({ from: moment.optional(), to: moment.optional() })
    .safeParse({ from: c.req.query("from") || undefined, to: c.req.query("to") || undefined });
  if (!read.success) throw invalid({ from: [{ key: "incorrect" }] });
  const to = read.data.to ?? new Date().toISOString();
  const from = read.data.from ?? new Date(Date.parse(to) - 24 * 3_600_000).toISOString();
  if (from >= to || Date.parse(to) - Date.parse(from) > LONGEST_TIMELINE)
    throw invalid({ from: [{ key: "incorrect" }] });
  return { from, to };
}
